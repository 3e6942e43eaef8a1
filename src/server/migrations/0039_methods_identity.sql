-- A primary key that can wait does not identify rows for logical replication.
alter table methods replica identity using index methods_id;
