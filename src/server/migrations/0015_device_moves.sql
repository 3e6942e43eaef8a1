-- The page of a device says into which batch it came and which it left. An upload of a batch, and its deletion, is one row of history
-- for many devices: these rows say which. They belong to the row of history of that batch and that moment.
create table device_moves (
  device_id text not null,
  at        timestamptz not null default now(),
  -- Of the row of history.
  batch_id  integer not null,
  -- Names of batches; empty for none.
  before    text not null,
  after     text not null,
  primary key (device_id, at, batch_id)
);
create index device_moves_at on device_moves (at);

create function forget_device_moves() returns trigger language plpgsql as $$
begin
  delete from device_moves where device_id in (select id from gone);
  return null;
end $$;
create trigger devices_moves_forgotten after delete on devices referencing old table as gone
  for each statement execute function forget_device_moves();
