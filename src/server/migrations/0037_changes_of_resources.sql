-- Records of every resource are changed many at once, not only devices.
alter table bulk_changes add column resource text not null default 'devices';
alter table bulk_rows rename column device_id to record_id;
-- Null for a record that the change has created.
alter table bulk_rows alter column before drop not null;
