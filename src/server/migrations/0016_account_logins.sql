-- Accounts of other services (OpenID Connect) by which somebody signs in: at most one of each provider.
create table account_logins (
  -- Together they are the account at the provider; its address there may change.
  issuer    text not null,
  subject   text not null,
  client_id integer not null references clients on delete cascade,
  -- As in config/app.json.
  provider  text not null,
  -- The address that the provider vouched for when it was last used; empty for none.
  email     text not null default '',
  created   timestamptz not null default now(),
  used      timestamptz not null default now(),
  primary key (issuer, subject),
  unique (client_id, provider)
);

-- One-time tokens between the way back from a provider and the session: neither they nor what binds them to a browser can be read here.
create table signin_tokens (
  hash      text primary key,
  browser   text not null,
  client_id integer not null references clients on delete cascade,
  provider  text not null,
  expires   timestamptz not null
);
create index signin_tokens_client on signin_tokens (client_id);

-- Who was made by such a sign-in has no password until they set one.
alter table clients alter column password_hash drop not null;
