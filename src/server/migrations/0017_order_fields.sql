-- What config adds to orders, by field. It is written with the order and not changed later.
alter table orders add column extra jsonb not null default '{}';

-- Finds the few orders in which a searched text stands, whatever its field; orders without such fields are not in it.
create index orders_extra on orders using gin (lower(extra::text) gin_trgm_ops) where extra <> '{}';
