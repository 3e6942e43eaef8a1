/** Rows of a test's database, written and read without the API. */
import { type Insertable, type Selectable, type SelectType, sql, type Updateable } from 'kysely'
import type { Db } from '../../src/server/store/database'
import type { Tables } from '../../src/server/store/schema'
import { imeiOf } from './walk'

type Table = keyof Tables
type Id<Name extends Table> = Tables[Name] extends { id: infer Column } ? SelectType<Column> : never
type Row<Name extends Table> = Insertable<Tables[Name]>
type Stored<Name extends Table> = Selectable<Tables[Name]>
type Where<Name extends Table> = Partial<Stored<Name>>

/** Inserts one row and returns its id. */
export async function insertRow<Name extends Table>(db: Db, table: Name, row: Row<Name>): Promise<Id<Name>> {
  const inserting = db
    .insertInto(table)
    .values(row as never)
    .returning('id' as never)
  const inserted: unknown = await inserting.executeTakeFirstOrThrow()
  return (inserted as { id: Id<Name> }).id
}

/**
 * A transaction that keeps its locks while a test waits for others: it may be idle for longer than the product allows,
 * since on a busy machine the others may take many seconds.
 */
export const holdLocks = <Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async tx => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    return work(tx)
  })

/** How many connections to this PostgreSQL database wait for a lock; other databases of the server are not counted. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

export async function insertRows<Name extends Table>(
  db: Db,
  table: Name,
  rows: readonly Row<Name>[],
): Promise<void> {
  const inserting = db.insertInto(table).values(rows as never)
  await inserting.execute()
}

/** The row with these values; fails if there is none. */
export async function findRow<Name extends Table>(
  db: Db,
  table: Name,
  where: Where<Name>,
): Promise<Stored<Name>> {
  const [row] = await findRows(db, table, where)
  if (!row) throw new Error(`no row of ${table} with ${JSON.stringify(where)}`)
  return row
}

/** All rows with these values, in the order of their ids where they have one. */
export async function findRows<Name extends Table>(
  db: Db,
  table: Name,
  where: Where<Name> = {},
): Promise<Stored<Name>[]> {
  const reading = db
    .selectFrom(table as 'clients')
    .selectAll()
    .where(eb => eb.and(where as object))
  const rows = (await reading.execute()) as unknown as Stored<Name>[]
  return rows.sort((a, b) => compareIds(a as { id?: unknown }, b as { id?: unknown }))
}

const compareIds = ({ id: a }: { id?: unknown }, { id: b }: { id?: unknown }) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1

/**
 * Inserts devices with the IMEIs `imeiOf(0)`, `imeiOf(1)` and so on, of the first model and vendor unless their values
 * say otherwise.
 */
export const insertDevices = (
  db: Db,
  count: number,
  valuesOf: (nth: number) => Partial<Insertable<Tables['devices']>> = () => ({}),
): Promise<void> => {
  const numbered = (nth: number) => ({ id: imeiOf(nth), isdn: phoneOf(nth), serial: String(1000 + nth) })
  const device = (nth: number) => ({ ...numbered(nth), model_id: 1, vendor_id: 1, ...valuesOf(nth) })
  const devices = Array.from({ length: count }, (_, nth) => device(nth))
  return insertRows(db, 'devices', devices)
}
/** The phone number of the nth of these devices. */
export const phoneOf = (nth: number) => `0102000${String(nth).padStart(4, '0')}`

export async function updateRows<Name extends Table>(
  db: Db,
  table: Name,
  where: Where<Name>,
  values: Updateable<Tables[Name]>,
): Promise<void> {
  const updating = db.updateTable(table as 'clients').set(values as never)
  await updating.where(eb => eb.and(where as object)).execute()
}

export async function countRows(db: Db, table: Table): Promise<number> {
  const counting = db.selectFrom(table as 'clients').select(eb => eb.fn.countAll<number>().as('count'))
  const { count } = await counting.executeTakeFirstOrThrow()
  return Number(count)
}

const RECORD_TABLES = [
  ...(['vendors', 'clients', 'models', 'batches', 'bunches', 'methods', 'devices', 'records'] as const),
  ...(['orders', 'order_targets', 'order_marks', 'device_secrets'] as const),
]

/** The rows of all tables with records of users, to compare them before and after. */
export async function allRecords(db: Db): Promise<Record<string, string>> {
  const ofTable = (table: string) => sql`
    select ${table}::text as name, coalesce(string_agg(t::text, ${'\n'}::text order by t::text), '') as rows
    from ${sql.table(table)} t`
  const query = sql.join(RECORD_TABLES.map(ofTable), sql` union all `)
  const { rows: tables } = await sql<{ name: string; rows: string }>`${query}`.execute(db)
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
}
