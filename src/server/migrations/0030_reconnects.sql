-- A device that reconnects all the time gets one row for all these connections: their number after the first, and when the last one began.
alter table device_connections
  add column reconnects integer not null default 0,
  add column reconnected timestamptz;
