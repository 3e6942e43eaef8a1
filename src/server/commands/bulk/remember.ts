/** The history of a change of many: a row for each vendor whose devices it are, and for few devices a row for each of them. */
import { sql } from 'kysely'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import { deviceRows } from '../../store/devices/deviceRows'
import type { StoredRow } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { addHistory, addRecordHistory } from '../history'
import type { Job } from './job'
import type { Plan } from './patch'
import type { BulkSettings } from './settings'

/** Up to so many devices the history says of each what it was. */
export const EACH_IN_HISTORY = 1_000

interface Remembered {
  tenant: Tenant
  caller: Caller
  job: Job
  settings: BulkSettings
  plan: Plan
  isRemoval: boolean
  /** Where they are few. */
  ids: readonly string[] | undefined
}

/** Looks at the devices before they are changed. @returns writes the history once they are */
export async function historyOf(tx: Db, remembered: Remembered): Promise<() => Promise<void>> {
  const { tenant, caller, job, settings, plan, isRemoval, ids } = remembered
  const { config, resource } = settings
  const view = viewOf({ config, resource })
  const vendors = await tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.device_id', 'devices.id')
    .where('bulk_rows.bulk_id', '=', job.id)
    .select(['devices.vendor_id', sql<number>`count(*)`.as('devices')])
    .groupBy('devices.vendor_id')
    .execute()
  const read = async () => {
    if (!ids) return []
    const rows = tenant
      .from(deviceRows(tenant))
      .where('row.id', 'in', [...ids])
      .selectAll()
    return (await rows.execute()) as unknown as StoredRow[]
  }
  const before = await read()
  return async () => {
    const { columns, extra } = plan.patch
    for (const { vendor_id, devices } of vendors)
      await addHistory(tx, caller, {
        action: isRemoval ? 'removedMany' : 'changedMany',
        resource: resource.name,
        vendor: vendor_id,
        after: { devices, ...(plan.eachByItself ? plan.values : { ...columns, ...extra }) },
      })
    const after = new Map((isRemoval ? [] : await read()).map(row => [row.id, row]))
    for (const row of before) {
      const now = after.get(row.id)
      await addRecordHistory(tx, caller, {
        resource,
        before: visibleRecord(row, view),
        after: now && visibleRecord(now, view),
        vendor: row.vendor_id,
      })
    }
  }
}
