/** Creates, changes and deletes records of every resource, by the rules of its file in config and its write rules. */
import { sql } from 'kysely'
import type { Compiled, CompiledConfig, CompiledResource, Locale, Words } from '../../../engine/compiled'
import { pick } from '../../../engine/i18n'
import type { Caller } from '../../caller'
import { orNotFound, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { errorCode, isDuplicate } from '../../store/failures'
import { readBeyond } from '../../store/records/beyond'
import { findRecord, type RecordKey, type StoredRow, type Wire } from '../../store/records/sources'
import { type Use, usesOf } from '../../store/records/uses'
import { type RecordContext, type View, viewOf, visibleRecord } from '../../store/records/visible'
import { type ScopedTable, type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { addRecordHistory, newSecrets } from '../history'
import { outsideRows } from '../withinRows'
import { acceptRecord, referenceProblems, withHashedPasswords } from './acceptRecord'
import { rulesOf } from './rules'
import { refuseTaken } from './unique'
import type { Computed, Draft, WriteRules } from './writeRules'

/**
 * Changes the fields that are sent.
 *
 * @param id of the record to change; a new one without it
 * @returns the record as the caller may see it
 * @throws Refusal 404 out of scope, 409 `conflict`, 422 by field, and as its write rules
 */
export function saveRecord(
  db: Db,
  caller: Caller,
  { id, input }: { id?: RecordKey | undefined; input: Readonly<Wire> },
  context: RecordContext,
): Promise<Wire> {
  const { resource, config } = context
  const rules = rulesOf(resource)
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = id === undefined ? undefined : await findForChange(tenant, resource, id)
    if (row) {
      rules.refuseChange?.(caller, row)
      refuseConflict(input, row, viewOf(context, caller.level))
    }
    const current = row && visibleRecord(row, viewOf(context))
    const beyond = row ? undefined : await readBeyond(tenant, caller, context, input)
    const { values, extra, problems } = acceptRecord(
      {
        resource,
        input,
        current,
        beyond,
        ...(rules.ofVendor && { becomes: { vendor: caller.vendor } }),
        extra: row?.extra,
        own: resource.name === 'clients' && row?.id === caller.id,
      },
      caller,
      config,
    )
    const draft = { tenant, caller, config, resource, input, values, extra, row, current }
    const computed = await rules.columnsFor(draft)
    const lost = await referenceProblems(tenant, resource, { ...extra, ...values }, current)
    refuseProblems({ ...lost, ...problems, ...computed.problems })
    const saved = await storeRecord(tx, draft, computed, context)
    await rules.saved?.(tx, draft, computed)
    return saved
  })
}

/** The record, locked until the transaction ends. @throws Refusal 404 */
export async function findForChange(
  tenant: Tenant,
  resource: CompiledResource,
  id: RecordKey,
  lock: 'lock' | 'lockFields' = 'lock',
): Promise<StoredRow> {
  return orNotFound(await findRecord(tenant, resource.name, id, lock))
}

/**
 * Two people edit one record: the second is refused, and shown what the first has saved.
 *
 * @param input with the `updated` of the state that was edited; a caller that does not send it overwrites
 * @throws Refusal 409 `conflict` with the record as it is
 */
export function refuseConflict({ updated }: Readonly<Wire>, row: StoredRow, view: View): void {
  if (typeof updated !== 'string' || updated === '') return
  if (new Date(updated).getTime() !== row.updated.getTime())
    throw new Refusal(409, 'conflict', {}, { record: visibleRecord(row, view) })
}

/** The new `updated` of a row: later than the old one, also where a clock runs behind or two saves share a moment. */
const NOW = sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), updated + interval '1 millisecond')`

/** Writes an accepted record and its row of the history. @returns the record as it is now, as the caller may see it */
export async function storeRecord(
  tx: Db,
  draft: Draft,
  computed: Computed,
  context: RecordContext,
): Promise<Wire> {
  const { tenant, caller, resource, row, current } = draft
  const rules = rulesOf(resource)
  const extra = await withHashedPasswords(resource, { ...draft.extra, ...computed.extra }, row?.extra)
  const id = await writeRow(tenant, rules, row, {
    ...computed.columns,
    [rules.table === 'records' ? 'data' : 'extra']: JSON.stringify(extra),
  })
  // Who gives a record to another vendor may lose it out of scope.
  const found = await findRecord(tenant, resource.name, id)
  if (!found && Object.keys(caller.role?.rows ?? {}).length > 0) throw outsideRows()
  const saved = orNotFound(found)
  const after = visibleRecord(saved, viewOf(context))
  const before = row && current && { wire: current, row }
  await refuseTaken(tx, tenant, context, id, { before, after: { wire: after, row: saved } })
  await addRecordHistory(tx, caller, {
    resource,
    before: current,
    after,
    secrets: [...(computed.secrets ?? []), ...newSecrets(resource, row?.extra, extra)],
    vendor: saved.vendor_id,
    level: Math.max(levelOf(saved), row ? levelOf(row) : 0),
  })
  return visibleRecord(saved, viewOf(context, caller.level))
}

/** Accounts have a level: the history shows nothing of them to callers below it. */
const levelOf = (row: StoredRow & { level?: number }): number => row.level ?? 0

async function writeRow(
  tenant: Tenant,
  { table, blank, unique }: WriteRules,
  row: StoredRow | undefined,
  columns: Record<string, unknown>,
): Promise<RecordKey> {
  // The columns are those of the table: its rules has made them.
  const one = table as 'models'
  const writing = row
    ? tenant
        .update(one)
        .set({ ...columns, updated: NOW } as never)
        .where(isRecord(table, row.id))
        .returning('id')
    : tenant
        .insert(one)
        .values({ ...blank, ...columns } as never)
        .returning('id')
  try {
    return (await writing.executeTakeFirstOrThrow()).id
  } catch (error) {
    // Another record has a value that must be unique: said at its field.
    if (unique && isDuplicate(error, unique.index)) refuseProblems(unique.taken)
    throw error
  }
}

const isRecord = (table: ScopedTable, id: RecordKey) => sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`

/**
 * Deletes a record that nothing needs any more (decision 31).
 *
 * @returns what it was, as the caller may see it
 * @throws Refusal 404 out of scope, 409 where records still refer to it, with how often, and as its write rules
 */
export function removeRecord(
  db: Db,
  caller: Caller,
  id: RecordKey,
  { resource, config }: { resource: CompiledResource; config: Compiled },
): Promise<Wire> {
  const rules = rulesOf(resource)
  const context = { resource, config: config.shared }
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = await findForChange(tenant, resource, id)
    const removal = { tx, tenant, caller, row, config }
    await rules.refuseRemoval?.(removal)
    await refuseInUse(tenant, config.shared, resource.name, [id])
    const parts = await rules.parts?.(removal)
    if (parts) await refuseInUse(tenant, config.shared, parts.resource, parts.ids)
    await rules.removing?.(removal)
    try {
      await tenant.delete(rules.table).where(isRecord(rules.table, id)).execute()
    } catch (error) {
      // Records that were added since they were counted are found by the foreign keys.
      throw errorCode(error) === '23503' ? new Refusal(409, 'inUse') : error
    }
    const before = visibleRecord(row, viewOf(context))
    await addRecordHistory(tx, caller, { resource, before, vendor: row.vendor_id, level: levelOf(row) })
    return visibleRecord(row, viewOf(context, caller.level))
  })
}

/** Asked once the row is locked: who makes a reference locks what it leads to. @throws Refusal 409 */
export async function refuseInUse(
  tenant: Tenant,
  config: CompiledConfig,
  resource: string,
  ids: readonly RecordKey[],
): Promise<void> {
  const uses = await usesOf(tenant, config, resource, ids)
  if (uses.length === 0) return
  const words: Words = { ko: inWords(uses, 'ko'), en: inWords(uses, 'en') }
  throw new Refusal(409, 'record.referred', { uses: words })
}

const inWords = (uses: readonly Use[], locale: Locale) =>
  uses.map(({ label, count }) => `${pick(label, locale)} ${count.toLocaleString('en-US')}`).join(', ')
