-- A batch may belong to a client of its vendor, who may change it (config: `access.rows` of batches).
alter table batches add column client_id integer references clients;
create index batches_client on batches (client_id);
