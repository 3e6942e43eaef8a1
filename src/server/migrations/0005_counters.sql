-- How many devices there are, by everything that a list or the dashboard counts them by: kept while they change, so that no
-- view counts a million rows. Every statement that changes devices appends its differences, and no two statements write the
-- same row; from time to time the differences are folded into the counts. What is read is the sum of both.

-- 0, false and '' stand for none. `owned`: the device is given to a client.
create table device_count_deltas (
  vendor_id integer not null,
  client_id integer not null,
  owned     boolean not null generated always as (client_id <> 0) stored,
  model_id  integer not null,
  batch_id  integer not null,
  sido      text not null,
  online    boolean not null,
  devices   integer not null
);

-- Each part counts all devices once, by the columns that it is asked by; the others are 0, false and '' in it.
create table device_counts (
  part      text not null check (part in ('country', 'vendor', 'batch', 'client', 'vendors', 'clients')),
  vendor_id integer not null,
  client_id integer not null,
  owned     boolean not null,
  model_id  integer not null,
  batch_id  integer not null,
  sido      text not null,
  online    boolean not null,
  devices   integer not null,
  primary key (part, vendor_id, client_id, owned, model_id, batch_id, sido, online)
) with (fillfactor = 80);
create index device_counts_client on device_counts (client_id) where part in ('client', 'clients');
create index device_counts_batch on device_counts (batch_id) where part = 'batch';

-- The rows of the counts that a kind of device is part of.
create function device_count_parts(
  vendor_id integer, client_id integer, model_id integer, batch_id integer, sido text
) returns table (part text, of_vendor integer, of_client integer, of_owned boolean, of_model integer, of_batch integer, of_sido text)
language sql immutable as $$
  select * from (values
    ('country', 0, 0, false, model_id, 0, sido),
    ('vendor', vendor_id, 0, client_id <> 0, model_id, 0, sido),
    ('batch', vendor_id, 0, client_id <> 0, model_id, batch_id, sido),
    ('client', vendor_id, client_id, true, model_id, batch_id, sido),
    -- The two tables of everybody: a row or two for each, however many kinds of device they have.
    ('vendors', vendor_id, 0, client_id <> 0, 0, 0, ''),
    ('clients', vendor_id, client_id, true, 0, 0, '')
  ) as every(part, of_vendor, of_client, of_owned, of_model, of_batch, of_sido)
  where (part <> 'batch' or batch_id <> 0) and (part not in ('client', 'clients') or client_id <> 0)
$$;

-- Moves so many differences into the counts, and says how many it were. One process at a time; who comes meanwhile has
-- nothing to do. In between a count may be below nothing: what is read is always the sum of both.
create function fold_device_counts(most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtext(current_schema() || '.device_counts')) then
    return 0;
  end if;
  with gone as (
    delete from device_count_deltas where ctid = any (array(select ctid from device_count_deltas limit most))
      returning vendor_id, client_id, model_id, batch_id, sido, online, devices
  ), summed as (
    select vendor_id, client_id, model_id, batch_id, sido, online, sum(devices) as devices from gone
      group by 1, 2, 3, 4, 5, 6 having sum(devices) <> 0
  ), kept as (
    insert into device_counts as kept
      select part, of_vendor, of_client, of_owned, of_model, of_batch, of_sido, online, sum(devices)
        from summed, device_count_parts(vendor_id, client_id, model_id, batch_id, sido)
        group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(devices) <> 0
      on conflict (part, vendor_id, client_id, owned, model_id, batch_id, sido, online)
        do update set devices = kept.devices + excluded.devices
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- Counts from nothing. Devices do not change meanwhile.
create function rebuild_device_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext(current_schema() || '.device_counts'));
  lock table devices in share mode;
  delete from device_count_deltas;
  delete from device_counts;
  insert into device_counts
    select part, of_vendor, of_client, of_owned, of_model, of_batch, of_sido, online, sum(devices)
      from (
        select vendor_id, coalesce(client_id, 0) as client_id, model_id, coalesce(batch_id, 0) as batch_id,
            coalesce(sido, '') as sido, online, count(*) as devices
          from devices group by 1, 2, 3, 4, 5, 6
      ) as counted, device_count_parts(vendor_id, client_id, model_id, batch_id, sido)
      group by 1, 2, 3, 4, 5, 6, 7, 8;
end $$;

create function count_devices_added() returns trigger language plpgsql as $$
begin
  insert into device_count_deltas (vendor_id, client_id, model_id, batch_id, sido, online, devices)
    select vendor_id, coalesce(client_id, 0), model_id, coalesce(batch_id, 0), coalesce(sido, ''), online, count(*)
      from added group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create function count_devices_removed() returns trigger language plpgsql as $$
begin
  insert into device_count_deltas (vendor_id, client_id, model_id, batch_id, sido, online, devices)
    select vendor_id, coalesce(client_id, 0), model_id, coalesce(batch_id, 0), coalesce(sido, ''), online, -count(*)
      from removed group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

-- What changes nothing that is counted leaves nothing behind.
create function count_devices_moved() returns trigger language plpgsql as $$
begin
  insert into device_count_deltas (vendor_id, client_id, model_id, batch_id, sido, online, devices)
    select vendor_id, coalesce(client_id, 0), model_id, coalesce(batch_id, 0), coalesce(sido, ''), online, sum(devices)
      from (
        select vendor_id, client_id, model_id, batch_id, sido, online, 1 as devices from added
        union all
        select vendor_id, client_id, model_id, batch_id, sido, online, -1 from removed
      ) as moved
      group by 1, 2, 3, 4, 5, 6 having sum(devices) <> 0;
  return null;
end $$;

create function count_devices_emptied() returns trigger language plpgsql as $$
begin
  delete from device_count_deltas;
  delete from device_counts;
  return null;
end $$;

create trigger devices_added after insert on devices referencing new table as added
  for each statement execute function count_devices_added();
create trigger devices_removed after delete on devices referencing old table as removed
  for each statement execute function count_devices_removed();
create trigger devices_moved after update on devices referencing old table as removed new table as added
  for each statement execute function count_devices_moved();
create trigger devices_emptied after truncate on devices
  for each statement execute function count_devices_emptied();

select rebuild_device_counts();

-- What lists of very many devices are ordered by and what does not change while devices run. `linked`, `closed` and the modem
-- change all the time: an index on one of them would have every change of theirs written into all indexes of the device.
create index devices_serial on devices (lpad(serial, 64, '0') collate "C", id);
create index devices_version on devices (version collate "C", id);
create index devices_created on devices (created, id);
