/**
 * A staging table for each upload. Rows are written in batches, so that a database with one connection serves other
 * requests in between. The table is unlogged, since a crash ends the upload anyway.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type RosterRecord, SECRET_COLUMN } from '../../../engine/roster'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { hashOfSecret } from '../../store/gateway/secrets'
import { copyMany, type RowChunks } from '../../store/insertMany'
import type { Tenant } from '../../store/tenancy'

/** Cells as entered, '' if empty; but `sido` is the id of a region, and `secret` the hash of the device's secret. */
const TEXTS = [
  ...(['serial', 'vendor', 'client', 'model', 'batch', 'bunch'] as const),
  ...(['version', 'release', 'edition', 'modem_apn', 'sido', 'secret'] as const),
]

/** `id` and `isdn` are null if they were invalid. */
export interface StagedRow extends Record<(typeof TEXTS)[number], string> {
  line: number
  id: string | null
  isdn: string | null
  modem_band: number
  extra: Readonly<Record<string, unknown>>
}

/** An object with this value for every name in `TEXTS`. */
const everyText = (value: string) =>
  Object.fromEntries(TEXTS.map(name => [name, value])) as Record<(typeof TEXTS)[number], string>

const NO_TEXTS = everyText('')

/** Converts a row that `engine/roster` has read. */
export function stagedRow({ row, values, extra }: Omit<RosterRecord, 'cleared'>): StagedRow {
  const {
    id = null,
    isdn = null,
    'modem.apn': modem_apn = '',
    'modem.band': band,
    [SECRET_COLUMN]: secret,
  } = values
  const staged: StagedRow = { line: row, id, isdn, ...NO_TEXTS, modem_band: Number(band ?? 0) || 0, extra }
  for (const name of TEXTS) staged[name] = values[name] ?? ''
  staged.modem_apn = modem_apn
  // Only the hash: the database must not hold the plain secret, even temporarily.
  staged.secret = secret && id ? hashOfSecret(id, secret) : ''
  return staged
}

const COLUMNS: Readonly<Record<keyof StagedRow, string>> = {
  line: 'integer not null',
  id: 'text',
  isdn: 'text',
  ...everyText('text not null'),
  modem_band: 'integer not null',
  extra: 'jsonb not null',
}

export interface Staging {
  /** For statements over the rows. */
  table: ReturnType<typeof sql.table>
  /** Writes the rows, which arrive in chunks. @returns their number */
  fill(chunks: RowChunks<StagedRow>): Promise<number>
  drop(): Promise<void>
}

/** The transaction in which staged rows become devices. */
export interface StagedWork {
  tx: Db
  tenant: Tenant
  caller: Caller
  staging: Staging
}

const PREFIX = 'roster_stage_'
/** No upload takes this long: an older table belongs to a process that has ended. */
const STALE_AFTER_MS = 6 * 3_600_000

/** Creates an unlogged table (decision 109), and drops stale ones. */
export async function createStaging(db: Db, now: Date): Promise<Staging> {
  await dropStale(db, now)
  const name = `${PREFIX}${now.getTime()}_${randomBytes(6).toString('hex')}`
  await sql`create unlogged table ${sql.table(name)} (${columns()})`.execute(db)
  return { table: sql.table(name), fill: chunks => fill(db, name, chunks), drop: () => drop(db, name) }
}

/** Creates a temporary table, dropped at the end of the transaction, for rows that are only checked. */
export async function createTemporaryStaging(tx: Db): Promise<Staging> {
  const name = `${PREFIX}temporary`
  await sql`create temporary table ${sql.table(name)} (${columns()}) on commit drop`.execute(tx)
  return { table: sql.table(name), fill: chunks => fill(tx, name, chunks), drop: () => drop(tx, name) }
}

const columns = () =>
  sql.join(Object.entries(COLUMNS).map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`))

const fill = (db: Db, name: string, chunks: RowChunks<StagedRow>) =>
  copyMany(db, name, Object.keys(COLUMNS) as (keyof StagedRow)[], chunks)

async function dropStale(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and pg_table_is_visible(oid) and starts_with(relname, ${PREFIX})`.execute(db)
  for (const { name } of rows) {
    const created = Number(/^\d+/.exec(name.slice(PREFIX.length))?.[0])
    if (now.getTime() - created > STALE_AFTER_MS) await drop(db, name)
  }
}

const drop = async (db: Db, name: string) => {
  await sql`drop table if exists ${sql.table(name)}`.execute(db)
}
