-- Devices are edited like other records, one by one and many at once.

-- When somebody last changed what is entered of it. What a device reports of itself is no change: two people who edit one device
-- notice each other, and neither notices the beats.
alter table devices add column updated timestamptz not null default now();

create function device_edited() returns trigger language plpgsql as $$
begin
  new.updated := greatest(date_trunc('milliseconds', clock_timestamp()), old.updated + interval '1 millisecond');
  return new;
end $$;
-- Fires for statements that name one of these columns: those of the gateway do not.
create trigger devices_edited
  before update of isdn, serial, vendor_id, client_id, model_id, batch_id, bunch_id, sido, extra on devices
  for each row when (
    (old.isdn, old.serial, old.vendor_id, old.client_id, old.model_id, old.batch_id, old.bunch_id, old.sido, old.extra)
      is distinct from
    (new.isdn, new.serial, new.vendor_id, new.client_id, new.model_id, new.batch_id, new.bunch_id, new.sido, new.extra))
  execute function device_edited();

-- A change of many devices: how far it is, what came of it, and what is set to what (for undoing it).
create table bulk_changes (
  id        bigint generated always as identity primary key,
  client_id integer not null references clients on delete cascade,
  -- What its sender calls it.
  name      text not null,
  action    text not null,
  stage     text not null default 'choosing' check (stage in ('choosing', 'checking', 'applying', 'done', 'failed')),
  done      integer not null default 0,
  total     integer not null default 0,
  cancelled boolean not null default false,
  -- By the names of the wire.
  patch     jsonb not null default '{}',
  answer    jsonb,
  undone    boolean not null default false,
  created   timestamptz not null default now(),
  finished  timestamptz,
  unique (client_id, name)
);

-- The chosen devices, and what they had before. Not logged: it is of use for a minute, and a crash of the database ends that.
create unlogged table bulk_rows (
  bulk_id   bigint not null,
  device_id text not null,
  before    jsonb not null,
  -- The state that was judged (`devices.updated`).
  updated   timestamptz not null,
  -- What this one becomes, where that differs from the others.
  after     jsonb,
  primary key (bulk_id, device_id)
);
