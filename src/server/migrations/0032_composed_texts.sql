-- Texts that were stored decomposed, as macOS writes them, are composed like all that is typed since (domain/typed): searches and sorting
-- compare them by character. Values of orders stay as they were sent. A text that is unique and exists composed already stays as it is.
do $$
declare
  texts record;
  place tid;
begin
  if current_setting('server_encoding') <> 'UTF8' then
    return;
  end if;
  for texts in
    select table_name as of_table, column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER'
      and table_name in ('vendors', 'clients', 'models', 'batches', 'bunches', 'methods', 'devices', 'orders', 'records')
      and (data_type = 'text' and column_name not in ('img', 'data') or data_type = 'jsonb' and column_name in ('extra', 'data'))
  loop
    for place in execute format('select ctid from %I where %I::text is not nfc normalized', texts.of_table, texts.name)
    loop
      begin
        execute format('update %1$I set %2$I = normalize(%2$I::text)::%3$s where ctid = $1', texts.of_table, texts.name, texts.type)
          using place;
      exception when unique_violation then
        raise warning 'a decomposed text stays: % of %', texts.name, texts.of_table;
      end;
    end loop;
  end loop;
end $$;
