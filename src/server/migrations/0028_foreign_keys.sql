-- Indexes for foreign keys. Without them deleting a batch, bunch, order or account reads the whole referencing table.
create index orders_batch on orders (batch_id);
create index orders_bunch on orders (bunch_id);
create index order_marks_order on order_marks (order_id);
create index records_maker on records (maker_id);
create index models_vendor on models (vendor_id);
