-- A session that a wall has extended (config: `server.session.wallHours`) may only read.
alter table sessions add column wall boolean not null default false;
