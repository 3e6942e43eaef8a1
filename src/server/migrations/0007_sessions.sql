-- Sessions: one row for each sign-in, which ends all its tokens by going. Who is signed in signs in once more after this step.
create table sessions (
  id        text primary key,
  client_id integer not null references clients on delete cascade,
  begun     timestamptz not null default now(),
  -- When its token was last made or renewed.
  seen      timestamptz not null default now(),
  origin    text not null default '',
  browser   text not null default ''
);
create index sessions_client on sessions (client_id);
create index sessions_seen on sessions (seen);

drop table revoked_tokens;
alter table clients drop column tokens_from, drop column kept_session;

-- What was done, by whom: written in the transaction of the change, never changed, and gone when it is old enough.
-- It points to nothing by key: what it tells of may be gone.
create table history (
  id        bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  action    text not null,
  resource  text not null default '',
  record    text not null default '',
  -- What the record was called then.
  label     text not null default '',
  -- Whose record it is; 0 for the provider's.
  vendor_id integer not null default 0,
  -- The level of the account that it is about: staff see no account above theirs.
  level     smallint not null default 0,
  -- Who did it; null for the installation itself and for who is not signed in.
  client_id integer,
  client    text not null default '',
  -- The vendor and the level of who did it.
  client_of    integer not null default 0,
  client_level smallint not null default 0,
  session   text not null default '',
  origin    text not null default '',
  request   text not null default '',
  before    jsonb,
  after     jsonb
);
create index history_vendor on history (vendor_id, id);
create index history_client on history (client_id, id);
create index history_record on history (resource, record, id);
create index history_at on history (at);
