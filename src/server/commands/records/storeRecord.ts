/** Writes accepted records and their history. */
import { sql } from 'kysely'
import { orNotFound, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { shownRecord } from '../../store/records/reach'
import { findRecord, type RecordKey, type StoredRow, type Wire } from '../../store/records/sources'
import type { RecordTableName } from '../../store/records/tables'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { addRecordHistory, newSecrets } from '../history'
import { outsideRows } from '../withinRows'
import { withHashedPasswords } from './acceptRecord'
import { refuseUnchangeable } from './changeable'
import { rulesOf } from './rules'
import { refuseTaken } from './unique'
import type { DraftWrite, RecordDraft, WriteRules } from './writeRules'

/** The new `updated` of a row, always later than the old one, even if the clock runs behind. */
const NOW = sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), updated + interval '1 millisecond')`

/** A written record before the check of unique values. */
export interface WrittenRecord {
  draft: RecordDraft
  write: DraftWrite
  /** The new row. */
  saved: StoredRow
  secrets: string[]
}

/** For a record that is saved as one of many (`commands/changes`). */
export interface SaveInSet {
  /** Receives a failed check of unique values, to be repeated after all saves: another record may give its value up. */
  repeatLater(check: () => Promise<void>): void
  /** Receives the complete record before (absent for a new one) and after the save. */
  remember(versions: { before: Readonly<Wire> | undefined; after: Readonly<Wire>; vendor: number }): void
}

/** Writes an accepted record and its history. @returns the new record, as the caller may see it */
export async function storeRecord(
  tx: Db,
  draft: RecordDraft,
  write: DraftWrite,
  context: RecordContext,
  inSet?: SaveInSet,
): Promise<Wire> {
  const written = await writeRecord(draft, write)
  await settleRecord(tx, written, context, inSet)
  return shownRecord(draft.tenant, written.saved, context, draft.caller.level)
}

/**
 * Writes the row without the checks of `settleRecord`: records that swap a unique value are all written before any is
 * checked.
 */
export async function writeRecord(draft: RecordDraft, write: DraftWrite): Promise<WrittenRecord> {
  const { tenant, caller, resource, row, current } = draft
  if (current) refuseUnchangeable(caller, resource, current)
  const rules = rulesOf(resource)
  const extra = await withHashedPasswords(resource, { ...draft.extra, ...write.extra }, row?.extra)
  const id = await writeRow(tenant, rules, row, {
    ...write.columns,
    [rules.table === 'records' ? 'data' : 'extra']: JSON.stringify(extra),
  })
  // A record given to another vendor may be out of scope now.
  const saved = await findRecord(tenant, resource.name, id)
  if (!saved && Object.keys(caller.role?.rows ?? {}).length > 0) throw outsideRows()
  const secrets = [...(write.secrets ?? []), ...newSecrets(resource, row?.extra, extra)]
  return { draft, write, saved: orNotFound(saved), secrets }
}

/** Checks unique values and adds the history. @throws Refusal 422 at each field with a value of another record */
export async function settleRecord(
  tx: Db,
  { draft, saved, secrets }: WrittenRecord,
  context: RecordContext,
  inSet?: SaveInSet,
): Promise<void> {
  const { tenant, caller, resource, row, current } = draft
  const after = visibleRecord(saved, viewOf(context))
  const before = row && current && { wire: current, row }
  const check = () =>
    refuseTaken(tx, tenant, context, saved.id, {
      before,
      after: { wire: after, row: saved },
      isInSet: inSet !== undefined,
    })
  await (inSet ? orLater(check, inSet) : check())
  inSet?.remember({ before: current, after, vendor: saved.vendor_id })
  await addRecordHistory(tx, caller, {
    resource,
    before: current,
    after,
    secrets,
    vendor: saved.vendor_id,
    level: Math.max(levelOf(saved), row ? levelOf(row) : 0),
  })
}

async function orLater(check: () => Promise<void>, { repeatLater }: SaveInSet): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    repeatLater(check)
  }
}

/** The level of an account: its history is hidden from callers with a lower level. */
export const levelOf = (row: StoredRow & { level?: number }): number => row.level ?? 0

async function writeRow(
  tenant: Tenant,
  { table, blank, unique }: WriteRules,
  row: StoredRow | undefined,
  columns: Record<string, unknown>,
): Promise<RecordKey> {
  // Stands for any table: a union of tables would give a type that cannot be called. The write rules of the real table
  // have made the columns.
  const anyTable = table as 'models'
  const writing = row
    ? tenant
        .update(anyTable)
        .set({ ...columns, updated: NOW } as never)
        .where(isRecord(table, row.id))
        .returning('id')
    : tenant
        .insert(anyTable)
        .values({ ...blank, ...columns } as never)
        .returning('id')
  try {
    return (await writing.executeTakeFirstOrThrow()).id
  } catch (error) {
    // Report a violated unique index at its field.
    if (unique && isDuplicate(error, unique.index)) refuseProblems(unique.taken)
    throw error
  }
}

export const isRecord = (table: RecordTableName, id: RecordKey) =>
  sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`
