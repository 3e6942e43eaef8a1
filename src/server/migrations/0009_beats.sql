-- What changes every minute (signal, band, online) touches no index of a device while its page has room for the next version of the
-- row: PostgreSQL then writes a heap-only tuple (decision 298). Pages that are full get room as their rows change.
alter table devices set (fillfactor = 85);
