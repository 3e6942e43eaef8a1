/** Writes accepted records and their history: many by as few statements as one. */
import { sql } from 'kysely'
import { type Problems, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { shownRecord } from '../../store/records/reach'
import { findRecords, type RecordKey, type StoredRow, type Wire } from '../../store/records/sources'
import type { RecordTableName } from '../../store/records/tables'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { addRecordHistory, newSecrets } from '../history'
import { outsideRows } from '../withinRows'
import { withHashedPasswords } from './acceptRecord'
import { rulesOf } from './rules'
import { findTaken } from './unique'
import { type DraftWrite, type RecordDraft, refuseUnchangeable, type WriteRules } from './writeRules'

/** An accepted record, and what to write of it. */
export interface RecordToStore {
  draft: RecordDraft
  write: DraftWrite
}

/** A written record. */
export interface WrittenRecord {
  row: StoredRow
  /** The complete record, for the history and for undo. */
  after: Wire
  /** The problems of unique values that another record has. */
  taken: Problems
}

/** Writes an accepted record and its history. @returns the new record, as the caller may see it */
export async function storeRecord(
  tx: Db,
  draft: RecordDraft,
  write: DraftWrite,
  context: RecordContext,
): Promise<Wire> {
  const [stored] = await storeRecords(tx, context, [{ draft, write }], false)
  if (stored instanceof Refusal) throw stored
  refuseProblems(stored!.taken)
  return shownRecord(draft.tenant, stored!.row, context, draft.caller.level)
}

/**
 * Writes records of one resource and one caller, and then checks their unique values, so that they may swap them.
 *
 * @param isPart as of `findTaken`
 * @returns the stored records; in place of a record that the caller's role would not see, its refusal (422)
 */
export async function storeRecords(
  tx: Db,
  context: RecordContext,
  records: readonly RecordToStore[],
  isPart: boolean,
): Promise<(WrittenRecord | Refusal)[]> {
  const [first] = records
  if (!first) return []
  const { tenant, caller, resource } = first.draft
  const view = viewOf(context)
  for (const { draft } of records) if (draft.current) refuseUnchangeable(caller, resource, draft.current)
  const extras = await Promise.all(
    records.map(({ draft, write }) =>
      withHashedPasswords(resource, { ...draft.extra, ...write.extra }, draft.row?.extra),
    ),
  )
  const ids = await writeRows(
    tenant,
    rulesOf(resource),
    records.map(({ draft, write }, index) => ({
      id: draft.row?.id,
      columns: write.columns,
      extra: extras[index]!,
    })),
  )
  // A record given to another vendor may be out of scope now.
  const rows = await findRecords(tenant, resource.name, ids)
  const stored = records.map(({ draft, write }, index) => {
    const row = rows.get(ids[index]!)
    if (!row)
      return Object.keys(caller.role?.rows ?? {}).length > 0 ? outsideRows() : new Refusal(404, 'notFound')
    const secrets = [...(write.secrets ?? []), ...newSecrets(resource, draft.row?.extra, extras[index]!)]
    return { draft, row, after: visibleRecord(row, view), secrets }
  })
  const written = stored.flatMap(record => (record instanceof Refusal ? [] : [record]))
  const taken = await findTaken(
    tx,
    tenant,
    context,
    written.map(({ draft: { row: rowBefore, current }, row, after }) => ({
      id: row.id,
      before: rowBefore && current && { wire: current, row: rowBefore },
      after: { wire: after, row },
    })),
    isPart,
  )
  await addRecordHistory(
    tx,
    caller,
    resource,
    written.map(({ draft, row, after, secrets }) => ({
      before: draft.current,
      after,
      secrets,
      vendor: row.vendor_id,
      level: Math.max(levelOf(row), draft.row ? levelOf(draft.row) : 0),
    })),
  )
  return stored.map(record =>
    record instanceof Refusal
      ? record
      : { row: record.row, after: record.after, taken: taken.get(record.row.id) ?? {} },
  )
}

/** The level of an account: its history is hidden from callers with a lower level. */
export const levelOf = (row: StoredRow & { level?: number }): number => row.level ?? 0

interface RowToWrite {
  /** Absent for a new row. */
  id: RecordKey | undefined
  columns: DraftWrite['columns']
  extra: object
}

/**
 * Inserts the new rows and updates the others.
 *
 * @returns their ids, in the same order
 * @throws Refusal 422 if a row violates the unique constraint of the table, unless it waits (`deferUnique`)
 */
async function writeRows(
  tenant: Tenant,
  rules: WriteRules,
  rows: readonly RowToWrite[],
): Promise<RecordKey[]> {
  const { table, blank, unique } = rules
  const json = table === 'records' ? 'data' : 'extra'
  const values = rows.map(({ id, columns, extra }) => ({
    id,
    columns: { ...(id === undefined && blank), ...columns, [json]: JSON.stringify(extra) },
  }))
  try {
    const inserted = await insertRows(
      tenant,
      table,
      values.filter(({ id }) => id === undefined),
    )
    await updateRows(
      tenant,
      table,
      values.filter(({ id }) => id !== undefined),
    )
    return rows.map(({ id }) => id ?? inserted.shift()!)
  } catch (error) {
    // Report the violated constraint at its field.
    if (unique && isDuplicate(error, unique.constraint)) refuseProblems(unique.taken)
    throw error
  }
}

interface Values {
  id: RecordKey | undefined
  columns: Readonly<Record<string, unknown>>
}

// Stands for any table: a union of tables would give a type that cannot be called. The write rules of the real table
// have made the columns.
type AnyTable = 'models'

/** @returns the ids, in the order of the rows */
async function insertRows(
  tenant: Tenant,
  table: RecordTableName,
  rows: readonly Values[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const inserted = await tenant
    .insert(table as AnyTable)
    .values(rows.map(({ columns }) => columns) as never)
    .returning('id')
    .execute()
  // The rows get ascending ids, in their order.
  return inserted.map(({ id }) => id).sort((one, other) => one - other)
}

/** Columns of the type jsonb, given as JSON text. */
const JSON_COLUMNS: readonly string[] = ['data', 'extra', 'content']

/** Updates rows, those with values for the same columns by one statement. */
async function updateRows(tenant: Tenant, table: RecordTableName, rows: readonly Values[]): Promise<void> {
  for (const { names, written } of statementsOf(rows)) {
    const set = names.map(name => {
      const value = sql.ref(`written.${name}`)
      return [name, JSON_COLUMNS.includes(name) ? sql`(${value} #>> '{}')::jsonb` : value] as const
    })
    const id = sql.ref(`${table}.id`)
    const updated = sql.ref(`${table}.updated`)
    await tenant
      .update(table as AnyTable)
      // Always later than the old one, even if the clock runs behind.
      .set({
        ...Object.fromEntries(set),
        updated: sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${updated} + interval '1 millisecond')`,
      } as never)
      .from(
        sql`jsonb_populate_recordset(null::${sql.ref(table)}, ${`[${written.join()}]`}::jsonb)`.as(
          'written',
        ) as never,
      )
      .where(sql<boolean>`${id} = written.id`)
      .execute()
  }
}

/** Maximum length of the JSON of a statement, unless one row is longer. */
const MAX_LENGTH = 8_000_000

/** Rows with values for the same columns, as JSON. */
interface Statement {
  names: readonly string[]
  written: string[]
  length: number
}

function statementsOf(rows: readonly Values[]): Statement[] {
  const statements: Statement[] = []
  const open = new Map<string, Statement>()
  for (const { id, columns } of rows) {
    const names = Object.keys(columns)
    const row = JSON.stringify({ ...columns, id })
    let statement = open.get(names.join())
    if (!statement || statement.length + row.length > MAX_LENGTH) {
      statement = { names, written: [], length: 0 }
      statements.push(statement)
      open.set(names.join(), statement)
    }
    statement.written.push(row)
    statement.length += row.length
  }
  return statements
}

export const isRecord = (table: RecordTableName, id: RecordKey) =>
  sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`
