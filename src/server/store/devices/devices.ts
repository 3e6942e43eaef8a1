/** The device list, the phone-number search and the devices of a batch (§2, §7). */
import { type RawBuilder, sql } from 'kysely'
import type { CONNECTIVITY_FILTERS, DEVICE_TOPICS, Device, DeviceHit } from '../../../contract/devices'
import { digitsOf } from '../../../domain/phone'
import { type CountedBy, inRegion, type RegionFilter } from '../counters'
import { countRows } from '../counts'
import { listPage, type RecordPaging } from '../records/list'
import { type OmittedPictures, withPictureNames } from '../records/pictures'
import { conceal } from '../records/reach'
import { addVisibleExtra, type View } from '../records/visible'
import { allOf, anyOf, containing, indexedText, inIds } from '../sql'
import type { Tenant } from '../tenancy'
import { type DeviceRow, deviceRows, deviceToWire } from './deviceRows'

/** How many characters a search needs for the trigram indexes. */
const TRIGRAM = 3

/** The built-in filters of the device list. */
export interface DeviceFilters {
  topic: (typeof DEVICE_TOPICS)[number]
  /** The search text; only its digits are used. */
  alike: string
  status: (typeof CONNECTIVITY_FILTERS)[number]
  /** Ids; 0 for all. */
  model?: number
  batch?: number
  client?: number
  /** An id; 0 for the devices of the provider. */
  vendor?: number
  region?: RegionFilter
  /** Only these devices. */
  ids?: readonly string[]
  /** The width to which serial numbers are padded on the screen. */
  serialWidth: number
  /** Fields that the caller may not read nor search. */
  hidden: ReadonlySet<string>
}

/**
 * The list of devices in scope that match the filters.
 *
 * @param conditions conditions in addition to the filters, on rows with the alias `row`
 * @param omitted pictures that a list does not read
 */
export function deviceList(
  tenant: Tenant,
  filters: DeviceFilters,
  conditions: readonly RawBuilder<boolean>[],
  omitted: OmittedPictures,
) {
  // The maintained counters cannot apply searches, ids or added filters.
  const digits = digitsOf(filters.alike)
  const seesAll = tenant.seesAll('devices')
  const isUnfiltered = !namesReference(filters) && !filters.region && !filters.ids
  const isCountable = conditions.length === 0 && !filters.ids && digits === ''
  return {
    tenant,
    source: {
      rows: (without?: OmittedPictures) => deviceRows(tenant, without),
      ...(conditions.length === 0 && { bareRows: () => tenant.devices().selectAll('devices') }),
      isLargePart: seesAll && isUnfiltered && digits === '',
      isIndexedById:
        !tenant.hasRules('devices') &&
        !filters.region &&
        (filters.status === 'all' || namesReference(filters) || !seesAll),
      omitted,
      // An index finds the devices with three digits, usually few, once for page and count.
      isCountedSeparately: digits.length < TRIGRAM,
      ...(isCountable && !tenant.isRuled && { prepares: 'every filter' as const }),
      ...(isCountable && { count: () => tenant.counters.count(countedBy(filters)) }),
    },
    conditions: [...conditionsOf(filters), ...conditions],
  }
}

/** A page of a list, and the number of matching devices. */
export async function listDevices(
  { tenant, source, conditions }: ReturnType<typeof deviceList>,
  paging: RecordPaging,
  view: View,
) {
  const { rows, ...counted } = await listPage(tenant, source, conditions, paging)
  const devices = await conceal(
    tenant,
    view.resource,
    rows.map(row => toDevice(row, view)),
  )
  const data = devices.map((device, index) =>
    withPictureNames(device, rows[index]!.pictures),
  ) satisfies Device[]
  return { ...counted, data }
}

/** The devices in scope that a list with these filters shows over all its pages. */
export const matchingDevices = (
  tenant: Tenant,
  filters: DeviceFilters,
  conditions: readonly RawBuilder<boolean>[],
) => tenant.from(deviceRows(tenant)).where(allOf([...conditionsOf(filters), ...conditions]))

/** A device in scope, or `undefined`. */
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
  if (!row) return undefined
  const [device] = await conceal(tenant, view.resource, [toDevice(row, view)])
  return withPictureNames(device!, row.pictures)
}

const namesReference = ({ model, batch, client, vendor }: DeviceFilters): boolean =>
  Boolean(model || batch || client || vendor !== undefined)

const countedBy = ({ status, model, batch, vendor, client, region }: DeviceFilters): CountedBy => ({
  online: status === 'all' ? undefined : status === 'linked',
  model: model || undefined,
  batch: batch || undefined,
  vendor,
  client: client || undefined,
  region,
})

/** The first devices whose phone number contains the digits, online ones first, and the number of matching ones. */
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

const DEVICES_PER_QUERY = 1_000

/** Streams the devices of a batch in scope by IMEI, with their clients' e-mail addresses. */
export async function* devicesOfBatch(
  tenant: Tenant,
  batch: number,
  view: View,
): AsyncGenerator<Device & { client_email: string }> {
  for (let lastImei = ''; ; ) {
    const rows = await tenant
      .from(deviceRows(tenant))
      .where('row.batch_id', '=', batch)
      .where('row.id', '>', lastImei)
      .selectAll()
      .orderBy('row.id')
      .limit(DEVICES_PER_QUERY)
      .execute()
    const devices = rows.map(row => ({ ...toDevice(row, view), client_email: row.client_email ?? '' }))
    yield* await conceal(tenant, view.resource, devices)
    if (rows.length < DEVICES_PER_QUERY) return
    lastImei = rows.at(-1)!.id
  }
}

/** The API form (§3) with added fields; fields that the caller may not read are blanked. */
export const toDevice = (row: DeviceRow, view: View): Device =>
  addVisibleExtra(deviceToWire(row), row.extra, view)

function conditionsOf(filters: DeviceFilters): RawBuilder<boolean>[] {
  const { status, ids, region, alike, vendor } = filters
  const references = (['model', 'batch', 'client'] as const).filter(name => filters[name])
  const digits = digitsOf(alike)
  return [
    ...(status === 'all' ? [] : [sql<boolean>`"row".online = ${status === 'linked'}`]),
    ...references.map(name => sql<boolean>`${sql.ref(`row.${name}_id`)} = ${filters[name]}`),
    ...(vendor === undefined ? [] : [sql<boolean>`"row".vendor_id = ${vendor}`]),
    ...(ids ? [inIds(sql`"row".id`, ids)] : []),
    ...(region ? [inRegion(sql`"row".sido`, region)] : []),
    ...(digits ? [alikeCondition(filters, digits)] : []),
  ]
}

/** Searches number, IMEI or serial, or all of them, but no hidden field. */
function alikeCondition({ topic, serialWidth, hidden }: DeviceFilters, digits: string): RawBuilder<boolean> {
  const pattern = containing(digits)
  const conditions = {
    number: { field: 'isdn', holds: sql`${indexedText(sql`"row".isdn`)} like ${pattern}` },
    imei: { field: 'id', holds: sql`${indexedText(sql`"row".id`)} like ${pattern}` },
    serial: {
      field: 'serial',
      // The padded form must contain the digits (second condition). The first condition is true for all of these
      // serials, and lets the index be used.
      holds: sql`(${indexedText(sql`"row".serial`)} like ${containing(digits.replace(/^0+/, ''))}
        and lpad("row".serial, greatest(length("row".serial), ${serialWidth}::integer), '0') like ${pattern})`,
    },
  }
  const searchedConditions = topic === 'all' ? Object.values(conditions) : [conditions[topic]]
  return anyOf(searchedConditions.filter(({ field }) => !hidden.has(field)).map(({ holds }) => holds))
}
