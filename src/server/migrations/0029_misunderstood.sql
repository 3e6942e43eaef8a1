-- What the gateway last did not understand of each device's messages, for its page.
create table device_misunderstood (
  device_id text primary key references devices on delete cascade,
  at        timestamptz not null,
  kind      text not null,
  reason    text not null,
  -- The names of the fields that were wrong.
  fields    text[] not null
);
