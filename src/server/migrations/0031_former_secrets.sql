-- When a device first signed in with each secret, and of which former vendor the secret is, once the device has moved to another one.
alter table device_secrets
  add column used timestamptz,
  add column former integer;

-- Whoever moves a device, and in whatever way: the secrets of its former vendor end when the device first uses a new one. A transaction can
-- set `fleet.former_secrets` to `now`, or to the time at which they end at the latest. A device that returns has its secrets again.
create function end_former_secrets() returns trigger language plpgsql as $$
declare
  chosen text := coalesce(current_setting('fleet.former_secrets', true), '');
begin
  if chosen = 'now' then
    delete from device_secrets where device_id = new.id;
  else
    update device_secrets set
      former = case when former = new.vendor_id then null
        when expires is null then coalesce(former, nullif(old.vendor_id, 0)) else former end,
      expires = case when former = new.vendor_id then null else least(expires, nullif(chosen, '')::timestamptz) end
    where device_id = new.id;
  end if;
  return null;
end $$;
create trigger devices_former_secrets after update of vendor_id on devices for each row
  when (old.vendor_id is distinct from new.vendor_id) execute function end_former_secrets();
