/** The device list, the phone-number search and the devices of a batch (§2, §7). */
import { type RawBuilder, sql } from 'kysely'
import type { CONNECTIVITY_FILTERS, DEVICE_TOPICS, Device, DeviceHit } from '../../../contract/devices'
import { digitsOf } from '../../../domain/phone'
import { type CountedBy, inRegion, type RegionFilter } from '../counters'
import { countRows } from '../counts'
import { listPage, type RecordPaging } from '../records/list'
import { type OmittedPictures, withPictureNames } from '../records/pictures'
import { addVisibleExtra, type View } from '../records/visible'
import { allOf, anyOf, containing, inIds, searched } from '../sql'
import type { Tenant } from '../tenancy'
import { type DeviceRow, deviceRows, deviceToWire } from './deviceRows'

/** What a list of devices is asked for, beside the filters that config adds. */
export interface DeviceFilters {
  topic: (typeof DEVICE_TOPICS)[number]
  /** What was typed; only its digits count. */
  alike: string
  status: (typeof CONNECTIVITY_FILTERS)[number]
  /** Ids; 0 for all. */
  model?: number
  batch?: number
  vendor?: number
  client?: number
  region?: RegionFilter
  /** These alone. */
  ids?: readonly string[]
  /** The width to which serial numbers are padded on the screen. */
  serialWidth: number
  /** Fields that the caller may not see, and so not search either. */
  hidden: ReadonlySet<string>
}

/** The devices in scope that the filters leave. */
export function deviceList(
  tenant: Tenant,
  filters: DeviceFilters,
  further: readonly RawBuilder<boolean>[],
  omitted: OmittedPictures,
) {
  // The kept sums know nothing of a search, of ids or of what config adds.
  const isSummed = further.length === 0 && !filters.ids && !digitsOf(filters.alike)
  return {
    tenant,
    source: {
      rows: (without?: OmittedPictures) => deviceRows(tenant, without),
      omitted,
      isLarge: true,
      ...(isSummed && { count: () => tenant.counters.count(countedBy(filters)) }),
    },
    conditions: [...conditionsOf(filters), ...further],
  }
}

/** One page of a list, and how many devices there are on all pages. */
export async function listDevices(
  { tenant, source, conditions }: ReturnType<typeof deviceList>,
  paging: RecordPaging,
  view: View,
) {
  const { rows, count } = await listPage(tenant, source, conditions, paging)
  const data = rows.map(row => withPictureNames(toDevice(row, view), row.pictures)) satisfies Device[]
  return { count, data }
}

/** The devices in scope that a list with these filters shows over all its pages. */
export const matchingDevices = (
  tenant: Tenant,
  filters: DeviceFilters,
  further: readonly RawBuilder<boolean>[],
) => tenant.from(deviceRows(tenant)).where(allOf([...conditionsOf(filters), ...further]))

/** One device; `undefined` for one that is not there or out of scope. */
export async function findDevice(
  tenant: Tenant,
  id: string,
  { view, omitted }: { view: View; omitted: OmittedPictures },
): Promise<Device | undefined> {
  const row = await tenant
    .from(deviceRows(tenant, omitted))
    .where('row.id', '=', id)
    .selectAll()
    .executeTakeFirst()
  return row && withPictureNames(toDevice(row, view), row.pictures)
}

const countedBy = ({ status, model, batch, vendor, client, region }: DeviceFilters): CountedBy => ({
  online: status === 'all' ? undefined : status === 'linked',
  model: model || undefined,
  batch: batch || undefined,
  vendor: vendor || undefined,
  client: client || undefined,
  region,
})

/** The first devices whose phone number holds the digits, online ones first, and how many match. */
export async function searchDevices(
  tenant: Tenant,
  { max, ...search }: Pick<DeviceFilters, 'alike' | 'status' | 'hidden'> & { max: number },
): Promise<{ payload: DeviceHit[]; length: number }> {
  const filters: DeviceFilters = { ...search, topic: 'number', serialWidth: 0 }
  const matching = tenant.from(deviceRows(tenant)).where(allOf(conditionsOf(filters)))
  const length = await countRows(matching)
  const payload = await matching
    .select(['row.isdn as number', 'row.id as device', 'row.online'])
    .orderBy('row.online', 'desc')
    .orderBy('row.isdn')
    .limit(max)
    .execute()
  return { payload, length }
}

/** How many devices of a batch are read at once. */
const STEP = 1_000

/**
 * All devices of a batch in scope, those with the lowest IMEI first, and the address of the client that each belongs
 * to.
 */
export async function* devicesOfBatch(
  tenant: Tenant,
  batch: number,
  view: View,
): AsyncGenerator<Device & { client_email: string }> {
  for (let last = ''; ; ) {
    const rows = await tenant
      .from(deviceRows(tenant))
      .where('row.batch_id', '=', batch)
      .where('row.id', '>', last)
      .selectAll()
      .orderBy('row.id')
      .limit(STEP)
      .execute()
    for (const row of rows) yield { ...toDevice(row, view), client_email: row.client_email ?? '' }
    if (rows.length < STEP) return
    last = rows.at(-1)!.id
  }
}

/** The shape of §3, our further keys, and the fields that config adds; what the caller may not see is blank. */
export const toDevice = (row: DeviceRow, view: View): Device =>
  addVisibleExtra(deviceToWire(row), row.extra, view)

function conditionsOf(filters: DeviceFilters): RawBuilder<boolean>[] {
  const { status, ids, region, alike } = filters
  const owners = (['model', 'batch', 'vendor', 'client'] as const).filter(name => filters[name])
  const digits = digitsOf(alike)
  return [
    ...(status === 'all' ? [] : [sql<boolean>`"row".online = ${status === 'linked'}`]),
    ...owners.map(name => sql<boolean>`${sql.ref(`row.${name}_id`)} = ${filters[name]}`),
    ...(ids ? [inIds(sql`"row".id`, ids)] : []),
    ...(region ? [inRegion(sql`"row".sido`, region)] : []),
    ...(digits ? [alikeCondition(filters, digits)] : []),
  ]
}

function alikeCondition({ topic, serialWidth, hidden }: DeviceFilters, digits: string): RawBuilder<boolean> {
  const pattern = containing(digits)
  const conditions = {
    number: { field: 'isdn', holds: sql`${searched(sql`"row".isdn`)} like ${pattern}` },
    imei: { field: 'id', holds: sql`${searched(sql`"row".id`)} like ${pattern}` },
    serial: {
      field: 'serial',
      // Searched as it is shown, with zeros in front; the first condition is the one that the index answers.
      holds: sql`(${searched(sql`"row".serial`)} like ${containing(digits.replace(/^0+/, ''))}
        and lpad("row".serial, greatest(length("row".serial), ${serialWidth}::integer), '0') like ${pattern})`,
    },
  }
  const asked = topic === 'all' ? Object.values(conditions) : [conditions[topic]]
  return anyOf(asked.filter(({ field }) => !hidden.has(field)).map(({ holds }) => holds))
}
