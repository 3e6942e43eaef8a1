-- A choice when secrets end (0031) is about secrets of a former vendor: those of a device that was in the stock of no vendor stay.
create or replace function end_former_secrets() returns trigger language plpgsql as $$
declare
  chosen text := coalesce(current_setting('fleet.former_secrets', true), '');
  left_vendor integer := nullif(old.vendor_id, 0);
begin
  if chosen = 'now' then
    delete from device_secrets where device_id = new.id and coalesce(former, left_vendor) is not null;
  else
    update device_secrets set
      former = case when former = new.vendor_id then null
        when expires is null then coalesce(former, left_vendor) else former end,
      expires = case when former = new.vendor_id then null
        when coalesce(former, left_vendor) is null then expires else least(expires, nullif(chosen, '')::timestamptz) end
    where device_id = new.id;
  end if;
  return null;
end $$;
