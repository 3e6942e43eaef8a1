/** Saves a record with its references and the rows of its fields `children`, in one transaction. */
import type { CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { orNotFound, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { withChildren } from '../../store/records/children'
import { shownRecord, withConcealed } from '../../store/records/reach'
import { readReferenced } from '../../store/records/referenced'
import {
  findRecord,
  findRecords,
  type RecordKey,
  type StoredRow,
  type Wire,
} from '../../store/records/sources'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { acceptRecord, referenceProblemsOfMany } from './acceptRecord'
import { inheritedOwnership, lockParents, settleParents } from './children/parents'
import { planChildren } from './children/planChildren'
import { storeChildren, withOwnership } from './children/storeChildren'
import { refuseInUse } from './removal'
import { rulesOf } from './rules'
import { storeRecords, type WrittenRecord } from './storeRecord'
import { type DraftWrite, type RecordDraft, refuseUnchangeable } from './writeRules'

/**
 * Saves the record.
 *
 * @returns the saved record, as the caller may see it
 * @throws Refusal 404 out of scope, 409 `conflict`, 422 by field; also the refusals of the resource's write rules
 */
export function saveRecord(db: Db, caller: Caller, sent: SentRecord, context: RecordContext): Promise<Wire> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const [saved] = await saveRecords(tx, caller, [sent], context, false)
    if (saved instanceof Refusal) throw saved
    refuseProblems(saved!.taken)
    const record = await shownRecord(tenant, saved!.row, context, caller.level)
    return withChildren(tenant, caller, context, record)
  })
}

/** Reads a record and locks it until the transaction ends. @throws Refusal 404 */
export async function findForChange(
  tenant: Tenant,
  resource: CompiledResource,
  id: RecordKey,
  lock: 'lock' | 'lockFields' = 'lock',
): Promise<StoredRow> {
  return orNotFound(await findRecord(tenant, resource.name, id, lock))
}

/**
 * Detects that another user has saved the record in the meantime.
 *
 * @param input has `updated` of the edited version; without it the save overwrites (decision 145)
 * @throws Refusal 409 `conflict` with the current record
 */
export async function refuseConflict(
  tenant: Tenant,
  input: Readonly<Wire>,
  row: StoredRow,
  context: RecordContext,
  level: number,
): Promise<void> {
  if (!isOutdated(input, row)) return
  throw new Refusal(409, 'conflict', {}, { record: await shownRecord(tenant, row, context, level) })
}

/** A record to save, as it was sent. */
export interface SentRecord extends Pick<RecordDraft, 'ownPasswordHash'> {
  /** Absent for a new record. */
  id?: RecordKey | undefined
  input: Readonly<Wire>
}

/** A saved record. */
export interface SavedRecord extends WrittenRecord {
  /** The complete record before the save; absent for a new one. */
  before: Readonly<Wire> | undefined
}

/**
 * Saves records, each by the rules of its form. Every step of a save is done for all records before the next step
 * begins, so that many records cost few more queries than one. A refused record may have been written in part, and its
 * history too: the caller must roll the transaction back. The others are saved nevertheless, so that all refusals are
 * found.
 *
 * The records do not see each other's changes: each is checked against the stored records. Only unique values are
 * compared afterwards.
 *
 * @param sent each record at most once
 * @param isPart whether more records are saved in the same transaction, by this call or others
 * @returns the saved record or its refusal, in the same order. Refusals are 404 out of scope, 409 `conflict`, 422 by
 *   field, and those of the resource's write rules; problems in `taken` are not refused
 */
export async function saveRecords(
  tx: Db,
  caller: Caller,
  sent: readonly SentRecord[],
  context: RecordContext,
  isPart: boolean,
): Promise<(SavedRecord | Refusal)[]> {
  const { resource, config } = context
  const rules = rulesOf(resource)
  const tenant = tenantOf(tx, caller)
  const view = viewOf(context)
  const outcomes = new Array<SavedRecord | Refusal>(sent.length)

  /** Adds the result of `work` to each item. A refused item is left out from then on. */
  async function each<Item extends Indexed, Added extends object>(
    items: readonly Item[],
    work: (item: Item, position: number) => Promise<Added> | Added,
  ): Promise<(Item & Added)[]> {
    const added: (Item & Added)[] = []
    for (const [position, item] of items.entries())
      try {
        added.push({ ...item, ...(await work(item, position)) })
      } catch (error) {
        if (!isOfRecord(error)) throw error
        outcomes[item.index] = error
      }
    return added
  }

  const found = await each(
    sent.map((record, index) => ({ ...record, index })),
    async record => ({ parents: await lockParents(tx, tenant, context, record) }),
  )
  const rows = await findRecords(
    tenant,
    resource.name,
    found.flatMap(({ id }) => id ?? []),
    'lock',
  )
  const read = await each(found, async ({ id, input }) => {
    if (id === undefined) return { row: undefined, current: undefined }
    const row = orNotFound(rows.get(id))
    const current = visibleRecord(row, view)
    rules.refuseChange?.(caller, row)
    refuseUnchangeable(caller, resource, current)
    if (isOutdated(input, row)) {
      const record = await shownRecord(tenant, row, context, caller.level)
      const shown = await withChildren(tenant, caller, context, record)
      throw new Refusal(409, 'conflict', {}, { record: shown })
    }
    return { row, current }
  })
  const completed = await withConcealed(tenant, context, caller.level, read)
  const accepted = await each(read, async ({ row, current }, position) => {
    const { input, problems: concealedProblems } = completed[position]!
    const referenced = row ? undefined : await readReferenced(tenant, caller, context, input)
    const { problems, ...values } = acceptRecord(
      {
        resource,
        input,
        current,
        referenced,
        ...(rules.ofVendor && { serverValues: { vendor: caller.vendor } }),
        extra: row?.extra,
        isOwnAccount: resource.name === 'clients' && row?.id === caller.id,
      },
      caller,
      config,
    )
    return { ...values, input, problems, concealedProblems }
  })
  const ofAll = { tenant, caller, config, resource }
  const drafts = accepted.map(item => {
    const { input, values, extra, row, current, ownPasswordHash } = item
    return { ...item, draft: { ...ofAll, input, values, extra, row, current, ownPasswordHash } }
  })
  // Begun together, so that their look-ups are asked together (`askTogether`).
  const failures: unknown[] = []
  const columns = await Promise.allSettled(
    drafts.map(async ({ draft }) => {
      try {
        return await rules.columnsFor(draft)
      } catch (error) {
        if (!isOfRecord(error)) failures.push(error)
        throw error
      }
    }),
  )
  // The first one is the cause: PostgreSQL refuses every query after it, as the transaction is aborted.
  if (failures.length > 0) throw failures[0]
  const written = await each(drafts, ({ parents, row, extra }, position) => {
    const result = columns[position]!
    if (result.status === 'rejected') throw result.reason
    const ownership = parents && inheritedOwnership(parents, caller, { before: row?.extra, after: extra })
    const write = ownership ? withOwnership(result.value, ownership, !row) : result.value
    return { write, vendor: vendorOf(resource, row, write) }
  })
  const invalidReferences = await referenceProblemsOfMany(
    tenant,
    resource,
    written.map(({ extra, values, current, vendor }) => ({
      future: { ...extra, ...values },
      current,
      vendor,
    })),
  )
  const valid = await each(written, async ({ input, row, after, vendor, ...item }, position) => {
    const children = await planChildren({ tenant, caller, context, input, row, after, vendor })
    refuseProblems({
      ...item.concealedProblems,
      ...invalidReferences[position],
      ...item.problems,
      ...item.write.problems,
      ...children.problems,
    })
    return { plans: children.plans }
  })
  const stored = await storeRecords(tx, context, valid, isPart)
  const saved = await each(valid, async ({ plans, vendor, parents, row, extra, draft, write }, position) => {
    const record = stored[position]!
    if (record instanceof Refusal) throw record
    for (const { child, removed } of plans) {
      const ids = removed.map(({ id }) => id)
      const except = new Map([[child.name, new Set(ids.map(String))]])
      await refuseInUse(tenant, config, { resource: child.name, ids, except })
    }
    const parent = { id: Number(record.row.id), vendor_id: vendor, isNew: !row, isPart }
    await storeChildren(tx, { tenant, caller, context }, plans, parent)
    if (parents) await settleParents(tx, parents, { before: row?.extra, after: extra })
    await rules.afterSave?.(tx, draft, write)
    return { record }
  })
  for (const { index, record, current } of saved) outcomes[index] = { ...record, before: current }
  return outcomes
}

interface Indexed {
  index: number
}

/** Refusals that concern one record; others (rights, load) end the whole work. */
export const isOfRecord = (error: unknown): error is Refusal =>
  error instanceof Refusal && [403, 404, 409, 422].includes(error.status)

/** The vendor that owns the record; a vendor owns itself. Shared resources have no owner (0), only a maker. */
function vendorOf({ name }: CompiledResource, row: StoredRow | undefined, { columns }: DraftWrite): number {
  if (name === 'vendors') return Number(row?.id ?? 0)
  const isShared = ['models', 'bunches', 'methods'].includes(name)
  return isShared ? 0 : Number(columns.vendor_id ?? row?.vendor_id ?? 0)
}

/** Whether another user has saved the record since the sender read it. */
const isOutdated = ({ updated }: Readonly<Wire>, row: StoredRow): boolean =>
  typeof updated === 'string' && updated !== '' && new Date(updated).getTime() !== row.updated.getTime()
