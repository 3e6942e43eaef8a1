-- What a device could prove itself with when it connected: a gateway that takes its part over compares it with what is good by then.
-- Whose the device was, and the beginnings of the hashes of its secrets, separated by spaces; null of connections that have ended.
alter table device_connections add column owner text, add column secrets text;
-- Of open connections nothing older is known than what is good now.
update device_connections c set
  owner = concat(d.vendor_id, ' ', d.client_id),
  secrets = (select coalesce(string_agg(left(s.hash, 16), ' '), '') from device_secrets s
    where s.device_id = d.id and (s.expires is null or s.expires > now()))
from devices d where d.id = c.device_id and c.closed is null;
