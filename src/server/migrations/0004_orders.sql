-- Orders at full size: held back for a moment, taken back, swept at their end, counted and searched among very many.

-- No device gets an order before: the time in which it is taken back without a trace.
alter table orders add column held_until timestamptz;

-- The status follows from the counts by itself (decision 32; `domain/orders` says the same, and a test holds them together).
alter table orders drop column status;
alter table orders add column status text not null generated always as (
  case
    when waiting + ongoing > 0 then case when ongoing + success + failure = 0 then 'waiting' else 'ongoing' end
    when failure = 0 and success > 0 then 'success'
    else 'failure'
  end) stored;

-- What a search looks through: title, content and sender. A password is not in it.
alter table orders add column words text not null generated always as (
  lower(title || E'\n' || caption || case when secret or data = '' then '' else ': ' || data end || E'\n' || sender_name)
  ) stored;
create index orders_words on orders using gin (words gin_trgm_ops);

-- Each kind of reach counts by status in an index alone.
create index orders_status on orders (status, id desc);
create index orders_vendor_status on orders (vendor_id, status, id desc);
create index orders_sender_status on orders (sender_id, status, id desc);
create index orders_open on orders (expired) where status in ('waiting', 'ongoing');
create index order_marks_archived on order_marks (client_id, order_id) where archived;

-- 100,000 targets are one statement, and a foreign key would be asked 200,000 times in it. What they did is done by the
-- triggers below, once for each statement. Targets are written by the statement that reads the devices and has made the order.
alter table order_targets drop constraint order_targets_order_id_fkey;
alter table order_targets drop constraint order_targets_device_id_fkey;
drop index order_targets_device;
create index order_targets_open on order_targets (device_id) where status in ('waiting', 'ongoing');

create function forget_targets() returns trigger language plpgsql as $$
begin
  delete from order_targets where order_id in (select id from gone);
  return null;
end $$;
create trigger orders_gone after delete on orders referencing old table as gone
  for each statement execute function forget_targets();

-- What a device did stays in the history of its orders; what it had still to do fails.
create function fail_targets() returns trigger language plpgsql as $$
begin
  perform 1 from orders where id in (select t.order_id from order_targets t join gone on gone.id = t.device_id
      where t.status in ('waiting', 'ongoing'))
    order by id for no key update;
  with open as (
    select t.order_id, t.device_id, t.status from order_targets t join gone on gone.id = t.device_id
      where t.status in ('waiting', 'ongoing')
  ), failed as (
    update order_targets t set status = 'failure', reason = 'gone', changed = now()
      from open where t.order_id = open.order_id and t.device_id = open.device_id
  ), counted as (
    select order_id, count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'ongoing') as ongoing
      from open group by order_id
  )
  update orders set waiting = orders.waiting - counted.waiting, ongoing = orders.ongoing - counted.ongoing,
      failure = orders.failure + counted.waiting + counted.ongoing
    from counted where orders.id = counted.order_id;
  return null;
end $$;
create trigger devices_gone after delete on devices referencing old table as gone
  for each statement execute function fail_targets();
