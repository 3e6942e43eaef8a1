/**
 * PGlite in memory, used by one test file after the other: to start one costs most of a second of a core, to empty one
 * a few hundredths. One that a test has changed otherwise than in its rows, or that fails, is not used again.
 */
import { Kysely, sql } from 'kysely'
import type { Db } from '../../src/server/store/database'
import { pgliteDialect } from '../../src/server/store/pglite/pgliteDialect'
import { type PgliteListener, PgliteThread } from '../../src/server/store/pglite/pgliteThread'
import type { Tables } from '../../src/server/store/schema'

const idle: PooledThread[] = []

/** A migrated, empty database; what it is opened from is the dump in this file. It comes back when it is destroyed. */
export async function openPooled(template: string): Promise<Db> {
  const thread = idle.pop() ?? new PooledThread({ memory: true, template })
  await thread.begin()
  return databaseOn(thread)
}

const databaseOn = (thread: PgliteThread) => new Kysely<Tables>({ dialect: pgliteDialect(thread) })

/** What a database is when it is new. */
interface Beginning {
  /** Everything but rows. */
  catalog: string
  /** Rows that the migrations have made, as JSON, by table. */
  rows: { table: string; rows: string }[]
  /** Where its counters stand. */
  sequences: string
}

class PooledThread extends PgliteThread {
  #beginning: Beginning | undefined
  /** What listeners are ended with. */
  #deaf: (() => void)[] = []

  async begin(): Promise<void> {
    this.#beginning ??= await beginningOf(this.#own())
  }

  override listen(listener: PgliteListener): () => void {
    const end = super.listen(listener)
    this.#deaf.push(end)
    return end
  }

  override async close(): Promise<void> {
    for (const end of this.#deaf.splice(0)) end()
    const isNew = await this.#empty().catch(() => false)
    if (isNew) idle.push(this)
    else await super.close()
  }

  /** @returns whether it is as it was when it began */
  async #empty(): Promise<boolean> {
    const beginning = this.#beginning
    if (!beginning) return false
    const db = this.#own()
    await sql`rollback; reset all; set timezone to 'UTC'; set wal_recycle to off`.execute(db)
    await sql`select pg_advisory_unlock_all()`.execute(db)
    if ((await catalogOf(db)) !== beginning.catalog) return false
    const filled = await filledTables(db)
    await sql`set session_replication_role to replica`.execute(db)
    if (filled.length)
      await sql`truncate ${sql.join(filled.map(name => sql.table(name)))} cascade`.execute(db)
    for (const { table, rows } of beginning.rows)
      await sql`insert into ${sql.table(table)} overriding system value
        select * from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(db)
    await sql`select setval(name::regclass, value, called)
      from json_to_recordset(${beginning.sequences}::json) as kept (name text, value bigint, called boolean)`.execute(
      db,
    )
    await sql`set session_replication_role to origin`.execute(db)
    return true
  }

  /** Beside the one that a test has. */
  #own(): Db {
    return databaseOn(this)
  }
}

async function beginningOf(db: Db): Promise<Beginning> {
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

/** Tables that hold a row. */
async function filledTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public'`.execute(db)
  const looks = rows.map(
    ({ name }) => sql`select ${name} as name where exists (select from ${sql.table(name)})`,
  )
  const filled = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(db)
  return filled.rows.map(({ name }) => name)
}

async function text(db: Db, question: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await (question as ReturnType<typeof sql<{ text: string }>>).execute(db)
  return rows[0]!.text
}
