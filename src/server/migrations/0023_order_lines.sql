-- Of an order with several values: how people read them, by the titles of then. Its data is their JSON, and devices get it as an object.
alter table orders add column data_lines jsonb;
