-- As in 0004, and the orders whose targets fail are announced: no command knows which they are. The channel and the form of a notification
-- are those of store/announce: 300 ids at most in each, and with more than 1,200 the whole resource counts as changed.
create or replace function fail_targets() returns trigger language plpgsql as $$
declare
  concerned bigint[];
begin
  select array_agg(locked.id) into concerned from (
    select id from orders where id in (select t.order_id from order_targets t join gone on gone.id = t.device_id
        where t.status in ('waiting', 'ongoing'))
      order by id for no key update) as locked;
  if concerned is null then
    return null;
  end if;
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
  if cardinality(concerned) > 1200 then
    perform pg_notify('fleet_changes', json_build_object('resource', 'orders')::text);
  else
    perform pg_notify('fleet_changes', json_build_object('resource', 'orders', 'ids', concerned[at:at + 299])::text)
      from generate_series(1, cardinality(concerned), 300) as at;
  end if;
  return null;
end $$;
