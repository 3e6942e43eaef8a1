-- Devices are real: who serves which part of the fleet, how devices prove who they are, and what they did.

-- The gateways that run, and the hundred parts of the fleet that they lease among themselves (decision 298).
create table gateways (
  id      text primary key,
  started timestamptz not null default now(),
  seen    timestamptz not null default now()
);
create table gateway_parts (
  part       smallint primary key check (part between 0 and 99),
  gateway_id text,
  -- Until when the lease holds; others may take the part from then on.
  held_until timestamptz
);
insert into gateway_parts (part) select generate_series(0, 99);

-- A device may have two while one takes the place of the other. The secret itself is shown once and stands nowhere.
create table device_secrets (
  device_id text not null references devices on delete cascade,
  hash      text not null,
  created   timestamptz not null default now(),
  -- From when on it is no longer good; null for the one in force.
  expires   timestamptz,
  primary key (device_id, hash)
);

-- Signal over time: raw at first (grain 0), then by hour (1), then by day (2).
create table device_signals (
  device_id text not null,
  grain     smallint not null default 0 check (grain in (0, 1, 2)),
  at        timestamptz not null,
  rsrp      smallint not null,
  rsrp_min  smallint not null,
  rsrp_max  smallint not null,
  band      smallint not null default 0,
  samples   integer not null default 1,
  primary key (device_id, grain, at)
);
create index device_signals_at on device_signals (grain, at);

-- When it was connected; `closed` is null while it is.
create table device_connections (
  device_id text not null,
  session   text not null,
  linked    timestamptz not null,
  closed    timestamptz,
  primary key (device_id, linked, session)
);
create index device_connections_open on device_connections (device_id) where closed is null;
create index device_connections_linked on device_connections (linked);

-- All targets of a device, for its page.
create index order_targets_device on order_targets (device_id, order_id desc);
-- What has been handed out and not answered.
create index order_targets_ongoing on order_targets (changed) where status = 'ongoing';

-- What a removed device has lived through goes with it.
create function forget_device() returns trigger language plpgsql as $$
begin
  delete from device_signals where device_id in (select id from gone);
  delete from device_connections where device_id in (select id from gone);
  return null;
end $$;
create trigger devices_forgotten after delete on devices referencing old table as gone
  for each statement execute function forget_device();
