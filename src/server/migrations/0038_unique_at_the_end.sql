-- Unique values are checked at the end of a statement, or of a change of many records: records may swap them. An index
-- of an expression cannot wait, a constraint can. Tables are locked in the order of requests: accounts before devices.
drop index clients_email;
alter table clients add constraint clients_email exclude (lower(email) with =) deferrable;
drop index vendors_brn;
alter table vendors add constraint vendors_brn exclude (brn with =) where (brn <> '') deferrable;
drop index models_name;
alter table models add constraint models_name exclude (lower(name) with =) deferrable;
alter table methods drop constraint methods_pkey, add constraint methods_pkey primary key (code) deferrable;
alter table devices add constraint devices_isdn unique using index devices_isdn deferrable;
