/** The history of a change of many devices and of its undo: a row per vendor, and a row per device if they are few. */
import { sql } from 'kysely'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { findRecords, type StoredRow } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import type { BulkPatch } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'
import type { ChangeSettings, Job } from '../changes/job'
import { addHistory, addRecordHistory } from '../history'
import { stagedIds } from './applyStaged'
import type { BulkPlan } from './patch'

/** Up to this number, each device gets its own history row. */
const MAX_EACH_IN_HISTORY = 1_000

/** The ids of the staged devices if each gets its own history row. */
export const idsForHistory = async (tx: Db, { id }: Pick<Job, 'id'>, staged: number) =>
  staged <= MAX_EACH_IN_HISTORY ? await stagedIds(tx, id) : undefined

export interface HistorySubject {
  tenant: Tenant
  caller: Caller
  job: Pick<Job, 'id'>
  settings: ChangeSettings
  plan: BulkPlan
  isRemoval: boolean
  /** At most `MAX_EACH_IN_HISTORY` devices; absent for more. */
  ids: readonly string[] | undefined
}

/**
 * Reads the devices. Call it before the change.
 *
 * @returns a function that writes the history: call it after the change
 */
export async function prepareHistory(tx: Db, subject: HistorySubject): Promise<() => Promise<void>> {
  const { tenant, caller, job, settings, plan, isRemoval, ids } = subject
  const { resource } = settings
  const vendors = await tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
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
        after: { devices, ...valuesOf(plan.patch) },
      })
    const after = isRemoval ? [] : await devicesOf(tenant, ids)
    await addEach(tx, caller, settings, before, after)
  }
}

/**
 * Reads the staged devices. Call it before the undo.
 *
 * @returns a function that writes the history: call it after the undo
 */
export async function prepareUndoHistory(
  tx: Db,
  { tenant, caller, job, settings, ids }: Omit<HistorySubject, 'plan' | 'isRemoval'>,
  patch: BulkPatch,
): Promise<() => Promise<void>> {
  const vendors = await stagedByVendor(tx, job)
  const before = await devicesOf(tenant, ids)
  return async () => {
    // The undo has removed the restored devices from the staged ones.
    const remaining = await stagedByVendor(tx, job)
    for (const [vendor, devices] of vendors) {
      const notRestored = remaining.get(vendor) ?? 0
      await addHistory(tx, caller, {
        action: 'undone',
        resource: settings.resource.name,
        vendor,
        after: { restored: devices - notRestored, left: notRestored, ...valuesOf(patch) },
      })
    }
    const notRestored = new Set(ids && (await stagedIds(tx, job.id)))
    const restored = before.filter(({ id }) => !notRestored.has(String(id)))
    const after = await devicesOf(tenant, ids)
    await addEach(tx, caller, settings, restored, after)
  }
}

/** The values of a change, for the history. */
const valuesOf = ({ columns, extra, sent }: BulkPatch) => sent ?? { ...columns, ...extra }

/** The number of staged devices by vendor, deleted devices included. */
async function stagedByVendor(tx: Db, { id }: Pick<Job, 'id'>): Promise<Map<number, number>> {
  const { rows } = await sql<{ vendor: number; devices: number }>`
    select (before ->> 'vendor')::integer as vendor, count(*) as devices from bulk_rows where bulk_id = ${id}
    group by vendor order by vendor`.execute(tx)
  return new Map(rows.map(({ vendor, devices }) => [vendor, devices]))
}

const devicesOf = async (tenant: Tenant, ids: readonly string[] = []): Promise<StoredRow[]> => [
  ...(await findRecords(tenant, 'devices', ids)).values(),
]

/** Adds a history row for each device of `before`; a device that is missing in `after` was deleted. */
async function addEach(
  tx: Db,
  caller: Caller,
  { config, resource }: ChangeSettings,
  before: readonly StoredRow[],
  after: readonly StoredRow[],
): Promise<void> {
  const view = viewOf({ config: config.shared, resource })
  const afterById = new Map(after.map(row => [row.id, row]))
  await addRecordHistory(
    tx,
    caller,
    resource,
    before.map(row => {
      const rowAfter = afterById.get(row.id)
      return {
        before: visibleRecord(row, view),
        after: rowAfter && visibleRecord(rowAfter, view),
        vendor: row.vendor_id,
      }
    }),
  )
}
