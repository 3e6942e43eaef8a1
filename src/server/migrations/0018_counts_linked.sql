-- A kind of device has one row in the counts, with how many there are and how many of them are connected. A device that goes on or off is
-- then one difference and not two, which halves what is written, read and folded while very many do so.

drop function fold_device_counts(integer);
drop function rebuild_device_counts();
drop table device_counts;
drop table device_count_deltas;

-- As in 0005; `linked` of the devices are online.
create table device_count_deltas (
  vendor_id integer not null,
  client_id integer not null,
  owned     boolean not null generated always as (client_id <> 0) stored,
  model_id  integer not null,
  batch_id  integer not null,
  sido      text not null,
  devices   integer not null,
  linked    integer not null
);
create table device_counts (
  part      text collate "C" not null check (part in ('country', 'vendor', 'batch', 'client', 'vendors', 'clients')),
  vendor_id integer not null,
  client_id integer not null,
  owned     boolean not null,
  model_id  integer not null,
  batch_id  integer not null,
  sido      text not null,
  devices   integer not null,
  linked    integer not null,
  primary key (part, vendor_id, client_id, owned, model_id, batch_id, sido)
) with (fillfactor = 80);
create index device_counts_client on device_counts (client_id) where part in ('client', 'clients');
create index device_counts_batch on device_counts (batch_id) where part = 'batch';

create function fold_device_counts(most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtext(current_schema() || '.device_counts')) then
    return 0;
  end if;
  with gone as (
    delete from device_count_deltas where ctid = any (array(select ctid from device_count_deltas limit most))
      returning vendor_id, client_id, model_id, batch_id, sido, devices, linked
  ), summed as (
    select vendor_id, client_id, model_id, batch_id, sido, sum(devices) as devices, sum(linked) as linked from gone
      group by 1, 2, 3, 4, 5 having sum(devices) <> 0 or sum(linked) <> 0
  ), kept as (
    insert into device_counts as kept
      select part, of_vendor, of_client, of_owned, of_model, of_batch, of_sido, sum(devices), sum(linked)
        from summed, device_count_parts(vendor_id, client_id, model_id, batch_id, sido)
        group by 1, 2, 3, 4, 5, 6, 7 having sum(devices) <> 0 or sum(linked) <> 0
      on conflict (part, vendor_id, client_id, owned, model_id, batch_id, sido)
        do update set devices = kept.devices + excluded.devices, linked = kept.linked + excluded.linked
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
    select part, of_vendor, of_client, of_owned, of_model, of_batch, of_sido, sum(devices), sum(linked)
      from (
        select vendor_id, coalesce(client_id, 0) as client_id, model_id, coalesce(batch_id, 0) as batch_id,
            coalesce(sido, '') as sido, count(*) as devices, count(*) filter (where online) as linked
          from devices group by 1, 2, 3, 4, 5
      ) as counted, device_count_parts(vendor_id, client_id, model_id, batch_id, sido)
      group by 1, 2, 3, 4, 5, 6, 7;
end $$;

create or replace function count_devices_added() returns trigger language plpgsql as $$
begin
  insert into device_count_deltas (vendor_id, client_id, model_id, batch_id, sido, devices, linked)
    select vendor_id, coalesce(client_id, 0), model_id, coalesce(batch_id, 0), coalesce(sido, ''), count(*),
        count(*) filter (where online)
      from added group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function count_devices_removed() returns trigger language plpgsql as $$
begin
  insert into device_count_deltas (vendor_id, client_id, model_id, batch_id, sido, devices, linked)
    select vendor_id, coalesce(client_id, 0), model_id, coalesce(batch_id, 0), coalesce(sido, ''), -count(*),
        -count(*) filter (where online)
      from removed group by 1, 2, 3, 4, 5;
  return null;
end $$;

-- What changes nothing that is counted leaves nothing behind.
create or replace function count_devices_moved() returns trigger language plpgsql as $$
begin
  insert into device_count_deltas (vendor_id, client_id, model_id, batch_id, sido, devices, linked)
    select vendor_id, coalesce(client_id, 0), model_id, coalesce(batch_id, 0), coalesce(sido, ''), sum(devices), sum(linked)
      from (
        select vendor_id, client_id, model_id, batch_id, sido, 1 as devices, online::integer as linked from added
        union all
        select vendor_id, client_id, model_id, batch_id, sido, -1, -online::integer from removed
      ) as moved
      group by 1, 2, 3, 4, 5 having sum(devices) <> 0 or sum(linked) <> 0;
  return null;
end $$;

select rebuild_device_counts();

-- Nothing asks for it, and every order to a device and every result changed it.
drop index order_targets_ongoing;
