-- PostgreSQL overestimates the statements of the console: compiling them takes longer than running them. The setting
-- holds for connections that are opened from now on, also by a pooler.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then
  raise notice 'jit stays on: only the owner of the database can turn it off';
end $$;
