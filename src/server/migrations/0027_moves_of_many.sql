-- A change of many devices, of whose devices the history has no rows, notes here where each of them has been: its batch, client and vendor.
alter table device_moves
  -- 'batch', 'client' or 'vendor': `before` and `after` are names of batches, and ids of the others.
  add column field text not null default 'batch',
  -- Of a change of many, which has no batch (`batch_id` 0): the vendor of its row of history, of which there is one for each vendor.
  add column vendor_id integer,
  drop constraint device_moves_pkey,
  add primary key (device_id, at, batch_id, field);
