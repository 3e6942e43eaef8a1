-- How many devices each caller's scope had every five minutes, and how many were online, lost or weak: written by a sweep, thinned by age.
-- A row has a whole scope, so that a chart reads one range of the key. `parts`: {"sido": {"KR-11": [devices, linked, lost, weak]},
-- "model": {…}}, and with lost devices only: "vendor" (scope all), "client" (scopes vendor and guest).
create table fleet_history (
  scope    text collate "C" not null check (scope in ('all', 'vendor', 'guest', 'client')),
  scope_id integer not null,
  at       timestamptz not null,
  devices  integer not null,
  linked   integer not null,
  lost     integer not null,
  weak     integer not null,
  parts    jsonb not null,
  primary key (scope, scope_id, at)
);
create index fleet_history_at on fleet_history (at);
