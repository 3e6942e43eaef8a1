/**
 * PGlite databases in memory that test files use one after the other: starting one takes most of a second, emptying one
 * a few hundredths. A database is not used again if it fails, or if a test has changed more than its rows.
 */
import { Kysely, sql } from 'kysely'
import type { Db } from '../../src/server/store/database'
import { pgliteDialect } from '../../src/server/store/pglite/pgliteDialect'
import { type PgliteListener, PgliteThread } from '../../src/server/store/pglite/pgliteThread'
import type { Tables } from '../../src/server/store/schema'

const idle: PooledThread[] = []

/** A migrated, empty database, opened from the dump in the file `template`. `destroy` returns it to the pool. */
export async function openPooled(template: string): Promise<Db> {
  const thread = idle.pop() ?? new PooledThread({ memory: true, template })
  await thread.begin()
  return databaseOn(thread)
}

const databaseOn = (thread: PgliteThread) => new Kysely<Tables>({ dialect: pgliteDialect(thread) })

/** The state of a new database. */
interface InitialState {
  /** The schema, as a text that changes with it. */
  catalog: string
  /** Rows that the migrations have inserted, as JSON, by table. */
  rows: { table: string; rows: string }[]
  /** The values of its sequences, as JSON. */
  sequences: string
}

class PooledThread extends PgliteThread {
  #initial: InitialState | undefined
  /** Each function ends one listener. */
  #unlisten: (() => void)[] = []

  async begin(): Promise<void> {
    this.#initial ??= await stateOf(this.#connection())
  }

  override listen(listener: PgliteListener): () => void {
    const end = super.listen(listener)
    this.#unlisten.push(end)
    return end
  }

  override async close(): Promise<void> {
    for (const end of this.#unlisten.splice(0)) end()
    const isReset = await this.#reset().catch(() => false)
    if (isReset) idle.push(this)
    else await super.close()
  }

  /** Restores the initial rows. @returns false if the schema has changed */
  async #reset(): Promise<boolean> {
    const initial = this.#initial
    if (!initial) return false
    const db = this.#connection()
    await sql`rollback; reset all; set timezone to 'UTC'; set wal_recycle to off`.execute(db)
    await sql`select pg_advisory_unlock_all()`.execute(db)
    if ((await catalogOf(db)) !== initial.catalog) return false
    const filled = await filledTables(db)
    await sql`set session_replication_role to replica`.execute(db)
    if (filled.length)
      await sql`truncate ${sql.join(filled.map(name => sql.table(name)))} cascade`.execute(db)
    for (const { table, rows } of initial.rows)
      await sql`insert into ${sql.table(table)} overriding system value
        select * from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(db)
    await sql`select setval(name::regclass, value, called)
      from json_to_recordset(${initial.sequences}::json) as kept (name text, value bigint, called boolean)`.execute(
      db,
    )
    await sql`set session_replication_role to origin`.execute(db)
    return true
  }

  /** A connection beside that of the test. */
  #connection(): Db {
    return databaseOn(this)
  }
}

async function stateOf(db: Db): Promise<InitialState> {
  const tables = await filledTables(db)
  const rows = await Promise.all(
    tables.map(async table => ({
      table,
      rows: await text(db, sql`select json_agg(kept)::text as text from ${sql.table(table)} as kept`),
    })),
  )
  const sequences = await text(
    db,
    sql`select json_agg(json_build_object('name', sequencename, 'value', coalesce(last_value, start_value),
      'called', last_value is not null))::text as text from pg_sequences where schemaname = 'public'`,
  )
  return { catalog: await catalogOf(db), rows, sequences }
}

/** Tables, columns, indexes, triggers, functions and the like, also temporary ones. */
const catalogOf = (db: Db) =>
  text(
    db,
    sql`select concat_ws(' ',
      (select concat(count(*), ':', max(oid::bigint)) from pg_class),
      (select concat(count(*), ':', count(*) filter (where attisdropped)) from pg_attribute),
      (select concat(count(*), ':', max(xmin::text::bigint)) from pg_proc),
      (select concat(count(*), ':', max(xmin::text::bigint)) from pg_trigger),
      (select concat(count(*), ':', max(xmin::text::bigint)) from pg_constraint),
      (select count(*) from pg_roles)) as text`,
  )

/** Tables with at least one row. */
async function filledTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public'`.execute(db)
  const queries = rows.map(
    ({ name }) => sql`select ${name} as name where exists (select from ${sql.table(name)})`,
  )
  const filled = await sql<{ name: string }>`${sql.join(queries, sql` union all `)}`.execute(db)
  return filled.rows.map(({ name }) => name)
}

async function text(db: Db, query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await (query as ReturnType<typeof sql<{ text: string }>>).execute(db)
  return rows[0]!.text
}
