/**
 * The history of a change of many and of its undoing: a row for each vendor whose devices it are, and for few devices a
 * row for each.
 */
import { sql } from 'kysely'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { deviceRows } from '../../store/devices/deviceRows'
import type { StoredRow } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import type { BulkPatch } from '../../store/schema'
import { inIds } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'
import { addHistory, addRecordHistory } from '../history'
import type { Job } from './job'
import type { BulkPlan } from './patch'
import type { BulkSettings } from './settings'
import { stagedIds } from './store'

/** Up to so many devices the history says of each what it was. */
export const EACH_IN_HISTORY = 1_000

interface Remembered {
  tenant: Tenant
  caller: Caller
  job: Pick<Job, 'id'>
  settings: BulkSettings
  plan: BulkPlan
  isRemoval: boolean
  /** Where they are few. */
  ids: readonly string[] | undefined
}

/** Looks at the devices before they are changed. @returns writes the history once they are */
export async function historyOf(tx: Db, remembered: Remembered): Promise<() => Promise<void>> {
  const { tenant, caller, job, settings, plan, isRemoval, ids } = remembered
  const { resource } = settings
  const vendors = await tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.device_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', job.id)
    .select(['devices.vendor_id', sql<number>`count(*)`.as('devices')])
    .groupBy('devices.vendor_id')
    .execute()
  const before = await devicesOf(tenant, ids)
  return async () => {
    for (const { vendor_id, devices } of vendors)
      await addHistory(tx, caller, {
        action: isRemoval ? 'removedMany' : 'changedMany',
        resource: resource.name,
        vendor: vendor_id,
        after: { devices, ...setBy(plan.patch) },
      })
    const after = isRemoval ? [] : await devicesOf(tenant, ids)
    await addEach(tx, caller, settings, before, after)
  }
}

/**
 * The history of an undo: reads the staged devices before they are restored.
 *
 * @returns writes the history once they are
 */
export async function undoHistoryOf(
  tx: Db,
  { tenant, caller, job, settings, ids }: Omit<Remembered, 'plan' | 'isRemoval'>,
  patch: BulkPatch,
): Promise<() => Promise<void>> {
  const vendors = await stagedByVendor(tx, job)
  const before = await devicesOf(tenant, ids)
  return async () => {
    const left = await stagedByVendor(tx, job)
    for (const [vendor, devices] of vendors) {
      const kept = left.get(vendor) ?? 0
      await addHistory(tx, caller, {
        action: 'undone',
        resource: settings.resource.name,
        vendor,
        after: { restored: devices - kept, left: kept, ...setBy(patch) },
      })
    }
    const kept = new Set(ids && (await stagedIds(tx, job.id)))
    const restored = before.filter(({ id }) => !kept.has(String(id)))
    const after = await devicesOf(tenant, ids)
    await addEach(tx, caller, settings, restored, after)
  }
}

/** What the history says that a change sets. */
const setBy = ({ columns, extra, sent }: BulkPatch) => sent ?? { ...columns, ...extra }

/** How many staged devices each vendor has, also of those that are gone. */
async function stagedByVendor(tx: Db, { id }: Pick<Job, 'id'>): Promise<Map<number, number>> {
  const { rows } = await sql<{ vendor: number; devices: number }>`
    select (before ->> 'vendor')::integer as vendor, count(*) as devices from bulk_rows where bulk_id = ${id}
    group by vendor order by vendor`.execute(tx)
  return new Map(rows.map(({ vendor, devices }) => [vendor, devices]))
}

async function devicesOf(tenant: Tenant, ids: readonly string[] | undefined): Promise<StoredRow[]> {
  if (!ids || ids.length === 0) return []
  const rows = tenant.from(deviceRows(tenant)).where(inIds(sql`"row".id`, ids)).selectAll()
  return (await rows.execute()) as unknown as StoredRow[]
}

/** A row for each device of `before`; those that `after` does not have are gone. */
async function addEach(
  tx: Db,
  caller: Caller,
  { config, resource }: BulkSettings,
  before: readonly StoredRow[],
  after: readonly StoredRow[],
): Promise<void> {
  const view = viewOf({ config, resource })
  const became = new Map(after.map(row => [row.id, row]))
  for (const row of before) {
    const now = became.get(row.id)
    await addRecordHistory(tx, caller, {
      resource,
      before: visibleRecord(row, view),
      after: now && visibleRecord(now, view),
      vendor: row.vendor_id,
    })
  }
}
