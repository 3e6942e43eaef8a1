-- Dropdowns ask for the first names, and for those that follow in a list.
create index vendors_name on vendors (name collate "C", id);
create index clients_name on clients (name collate "C", id);
create index batches_name on batches (name collate "C", id);
create index models_sorted on models (name collate "C", id);
create index bunches_name on bunches (batch_id, name collate "C", id);
drop index bunches_batch;
