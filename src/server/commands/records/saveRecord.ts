/** Saves a record with its references and the rows of its fields `children`, in one transaction. */
import type { CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { orNotFound, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { withChildren } from '../../store/records/children'
import { shownRecord, withConcealedOf } from '../../store/records/reach'
import { readReferenced } from '../../store/records/referenced'
import { findRecord, type RecordKey, type StoredRow, type Wire } from '../../store/records/sources'
import { type RecordContext, viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { acceptRecord, referenceProblems } from './acceptRecord'
import { refuseUnchangeable } from './changeable'
import { inheritedOwnership, lockParents, settleParents } from './children/parents'
import { planChildren } from './children/planChildren'
import { storeChildren, withOwnership } from './children/storeChildren'
import { refuseInUse } from './removal'
import { rulesOf } from './rules'
import { type SaveInSet, storeRecord } from './storeRecord'
import type { DraftWrite, RecordDraft } from './writeRules'

export interface SentRecord extends Pick<RecordDraft, 'ownPasswordHash'> {
  /** Absent for a new record. */
  id?: RecordKey | undefined
  input: Readonly<Wire>
}

/**
 * Saves the record.
 *
 * @param inSet for a record that is saved as one of many
 * @returns the saved record, as the caller may see it
 * @throws Refusal 404 out of scope, 409 `conflict`, 422 by field; also the refusals of the resource's write rules
 */
export function saveRecord(
  db: Db,
  caller: Caller,
  { id, input: sent, ownPasswordHash }: SentRecord,
  context: RecordContext,
  inSet?: SaveInSet,
): Promise<Wire> {
  const { resource, config } = context
  const rules = rulesOf(resource)
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const parents = await lockParents(tx, tenant, context, { id, input: sent })
    const row = id === undefined ? undefined : await findForChange(tenant, resource, id)
    if (row) {
      rules.refuseChange?.(caller, row)
      refuseUnchangeable(caller, resource, visibleRecord(row, viewOf(context)))
      if (isOutdated(sent, row)) {
        const record = await shownRecord(tenant, row, context, caller.level)
        throw conflictOf(await withChildren(tenant, caller, context, record))
      }
    }
    const current = row && visibleRecord(row, viewOf(context))
    const { input, problems: concealedProblems } = await withConcealedOf(tenant, context, caller.level, {
      input: sent,
      current,
    })
    const referenced = row ? undefined : await readReferenced(tenant, caller, context, input)
    const { values, extra, problems, after } = acceptRecord(
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
    const draft = { tenant, caller, config, resource, input, values, extra, row, current, ownPasswordHash }
    const ownership = parents && inheritedOwnership(parents, caller, { before: row?.extra, after: extra })
    const columns = await rules.columnsFor(draft)
    const write = ownership ? withOwnership(columns, ownership, !row) : columns
    const vendor = vendorOf(resource, row, write)
    const invalidReferences = await referenceProblems(
      tenant,
      resource,
      { ...extra, ...values },
      current,
      vendor,
    )
    const children = await planChildren({ tenant, caller, context, input, row, after, vendor })
    refuseProblems({
      ...concealedProblems,
      ...invalidReferences,
      ...problems,
      ...write.problems,
      ...children.problems,
    })
    const saved = await storeRecord(tx, draft, write, context, inSet)
    for (const { child, removed } of children.plans) {
      const ids = removed.map(row => row.id)
      const except = new Map([[child.name, new Set(ids.map(String))]])
      await refuseInUse(tenant, config, { resource: child.name, ids, except })
    }
    const parent = { id: Number(saved.id), vendor_id: vendor, isNew: !row }
    await storeChildren(tx, { tenant, caller, context }, children.plans, parent)
    if (parents) await settleParents(tx, parents, { before: row?.extra, after: extra })
    await rules.afterSave?.(tx, draft, write)
    return withChildren(tenant, caller, context, saved)
  })
}

/** The vendor that owns the record; a vendor owns itself. Shared resources have no owner (0), only a maker. */
function vendorOf({ name }: CompiledResource, row: StoredRow | undefined, { columns }: DraftWrite): number {
  if (name === 'vendors') return Number(row?.id ?? 0)
  const isShared = ['models', 'bunches', 'methods'].includes(name)
  return isShared ? 0 : Number(columns.vendor_id ?? row?.vendor_id ?? 0)
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
  if (isOutdated(input, row)) throw conflictOf(await shownRecord(tenant, row, context, level))
}

const isOutdated = ({ updated }: Readonly<Wire>, row: StoredRow): boolean =>
  typeof updated === 'string' && updated !== '' && new Date(updated).getTime() !== row.updated.getTime()

const conflictOf = (record: Readonly<Wire>) => new Refusal(409, 'conflict', {}, { record })
