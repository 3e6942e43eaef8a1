-- The role of an account, by its name in config/roles.json; null for none, which is the level alone.
alter table clients add column role text;
