import type { CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { orNotFound, Refusal, refuseProblems } from '../../refusal'
import type { Db } from '../../store/database'
import { readBeyond } from '../../store/records/beyond'
import { withChildren } from '../../store/records/children'
import { findRecord, type RecordKey, type StoredRow, type Wire } from '../../store/records/sources'
import { type RecordContext, type View, viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { acceptRecord, referenceProblems } from './acceptRecord'
import { belongingOf, holdOwners, settleOwners } from './children/owners'
import { planChildren } from './children/planChildren'
import { ofOwner, storeChildren } from './children/storeChildren'
import { refuseInUse } from './removal'
import { rulesOf } from './rules'
import { storeRecord } from './storeRecord'
import type { Computed } from './writeRules'

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
    const owners = await holdOwners(tx, tenant, context, { id, input })
    const row = id === undefined ? undefined : await findForChange(tenant, resource, id)
    if (row) {
      rules.refuseChange?.(caller, row)
      if (isOutdated(input, row)) {
        const record = visibleRecord(row, viewOf(context, caller.level))
        throw conflictOf(await withChildren(tenant, caller, context, record))
      }
    }
    const current = row && visibleRecord(row, viewOf(context))
    const beyond = row ? undefined : await readBeyond(tenant, caller, context, input)
    const { values, extra, problems, after } = acceptRecord(
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
    const whole = owners && belongingOf(owners, caller, { before: row?.extra, after: extra })
    const plain = await rules.columnsFor(draft)
    const computed = whole ? ofOwner(plain, whole, !row) : plain
    const vendor = vendorOf(resource, row, computed)
    const lost = await referenceProblems(tenant, resource, { ...extra, ...values }, current, vendor)
    const parts = await planChildren({ tenant, caller, context, input, row, after, vendor })
    refuseProblems({ ...lost, ...problems, ...computed.problems, ...parts.problems })
    const saved = await storeRecord(tx, draft, computed, context)
    for (const { child, gone } of parts.plans) {
      const ids = gone.map(one => one.id)
      const except = new Map([[child.name, new Set(ids.map(String))]])
      await refuseInUse(tenant, config, { resource: child.name, ids, except })
    }
    const stored = { id: Number(saved.id), vendor_id: vendor, isNew: !row }
    await storeChildren(tx, { tenant, caller, context }, parts.plans, stored)
    if (owners) await settleOwners(tx, owners, { before: row?.extra, after: extra })
    await rules.saved?.(tx, draft, computed)
    return withChildren(tenant, caller, context, saved)
  })
}

/** Whose the record becomes; a vendor is its own. What several vendors share says who makes it, and is nobody's. */
function vendorOf({ name }: CompiledResource, row: StoredRow | undefined, { columns }: Computed): number {
  if (name === 'vendors') return Number(row?.id ?? 0)
  const isShared = ['models', 'bunches', 'methods'].includes(name)
  return isShared ? 0 : Number(columns.vendor_id ?? row?.vendor_id ?? 0)
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
export function refuseConflict(input: Readonly<Wire>, row: StoredRow, view: View): void {
  if (isOutdated(input, row)) throw conflictOf(visibleRecord(row, view))
}

const isOutdated = ({ updated }: Readonly<Wire>, row: StoredRow): boolean =>
  typeof updated === 'string' && updated !== '' && new Date(updated).getTime() !== row.updated.getTime()

const conflictOf = (record: Readonly<Wire>) => new Refusal(409, 'conflict', {}, { record })
