-- The number of orders by status, as `device_counts`: differences first, so that orders that change at the same time do not wait for each
-- other.
create table order_count_deltas (
  vendor_id integer not null,
  sender_id integer not null,
  status    text not null,
  orders    integer not null
);
create table order_counts (
  vendor_id integer not null,
  sender_id integer not null,
  status    text not null,
  orders    integer not null,
  primary key (vendor_id, sender_id, status)
) with (fillfactor = 80);
create index order_counts_sender on order_counts (sender_id);

-- Writes differences only for orders whose vendor, sender or status has changed; most results leave none.
create function count_orders_moved() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas
    select vendor_id, coalesce(sender_id, 0), status, sum(orders) from (
      select vendor_id, sender_id, status, 1 as orders from added
      union all select vendor_id, sender_id, status, -1 from removed
    ) as moved
    group by 1, 2, 3 having sum(orders) <> 0;
  return null;
end $$;

create function count_orders_added() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas select vendor_id, coalesce(sender_id, 0), status, count(*) from added group by 1, 2, 3;
  return null;
end $$;

create function count_orders_removed() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas select vendor_id, coalesce(sender_id, 0), status, -count(*) from removed group by 1, 2, 3;
  return null;
end $$;

create function count_orders_emptied() returns trigger language plpgsql as $$
begin
  delete from order_count_deltas;
  delete from order_counts;
  return null;
end $$;

create function fold_order_counts(most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtext(current_schema() || '.order_counts')) then
    return 0;
  end if;
  with gone as (
    delete from order_count_deltas where ctid = any (array(select ctid from order_count_deltas limit most))
      returning vendor_id, sender_id, status, orders
  ), kept as (
    insert into order_counts as kept
      select vendor_id, sender_id, status, sum(orders) from gone group by 1, 2, 3 having sum(orders) <> 0
      on conflict (vendor_id, sender_id, status) do update set orders = kept.orders + excluded.orders
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- Counts from nothing. Orders do not change meanwhile.
create function rebuild_order_counts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext(current_schema() || '.order_counts'));
  lock table orders in share mode;
  delete from order_count_deltas;
  delete from order_counts;
  insert into order_counts select vendor_id, coalesce(sender_id, 0), status, count(*) from orders group by 1, 2, 3;
end $$;

create trigger orders_added after insert on orders referencing new table as added
  for each statement execute function count_orders_added();
create trigger orders_moved after update on orders referencing old table as removed new table as added
  for each statement execute function count_orders_moved();
create trigger orders_removed after delete on orders referencing old table as removed
  for each statement execute function count_orders_removed();
create trigger orders_emptied after truncate on orders
  for each statement execute function count_orders_emptied();

select rebuild_order_counts();
