/** The device list and the phone-number search (§2, §7, decision 19). */
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CONNECTIVITY_FILTERS, DEVICE_TOPICS, Device, DeviceHit } from '../../../contract/devices'
import { digitsOf } from '../../../domain/phone'
import { atPlace, type CountedBy, type Place } from '../counters'
import { containing } from '../like'
import { type Marked, markPictures, namesOfPictures, type Unread, withoutPictures } from '../records/pictures'
import type { Extra, Tables } from '../schema'
import type { Tenant } from '../tenancy'
import type { DeviceOrder, DeviceView } from './deviceFields'
import { type DeviceRecord, toDevice } from './deviceWire'

export interface DeviceFilters {
  topic: (typeof DEVICE_TOPICS)[number]
  /** What was typed; only its digits count. */
  alike: string
  status: (typeof CONNECTIVITY_FILTERS)[number]
  /** Ids; 0 for all. */
  model: number
  batch: number
  vendor: number
  client: number
  place?: Place
  /** These alone. */
  ids?: readonly string[]
  /** Conditions of the filters that config adds. */
  further: readonly RawBuilder<boolean>[]
  /** The width to which serial numbers are padded on the screen. */
  serialWidth: number
  /** Fields that the caller may not see, and so not search either. */
  hidden: ReadonlySet<string>
}

export interface DevicePaging {
  order: DeviceOrder
  ascending: boolean
  /** From 1. */
  index: number
  limit: number
}

/** One page of the devices in reach, and how many there are on all pages. */
export async function listDevices(
  tenant: Tenant,
  filters: DeviceFilters,
  paging: DevicePaging,
  view: DeviceView,
  unread: Unread,
) {
  const count = await countDevices(tenant, filters)
  const offset = (paging.index - 1) * paging.limit
  const rows = offset < count ? await readPage(tenant, filters, paging, offset, unread) : []
  const data = rows.map(row => markPictures(toDevice(row, view), row.pictures)) satisfies Device[]
  return { count, data }
}

/** The exact number of devices in reach that match: added up, unless a search, ids or a filter of config ask each of them. */
async function countDevices(tenant: Tenant, filters: DeviceFilters): Promise<number> {
  if (filters.further.length === 0 && !filters.ids && !digitsOf(filters.alike))
    return tenant.counters.count(countedBy(filters))
  const { count } = await namedDevices(tenant)
    .where(matching(filters))
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function countedBy({ status, model, batch, vendor, client, place }: DeviceFilters): CountedBy {
  return {
    ...(status === 'all' ? {} : { online: status === 'linked' }),
    ...(model ? { model } : {}),
    ...(batch ? { batch } : {}),
    ...(vendor ? { vendor } : {}),
    ...(client ? { client } : {}),
    ...(place ? { place } : {}),
  }
}

/** Names and all columns are read for the rows of the page only, however deep it lies. */
function readPage(
  tenant: Tenant,
  filters: DeviceFilters,
  paging: DevicePaging,
  offset: number,
  unread: Unread,
): Promise<(DeviceRecord & Marked)[]> {
  const order = orderBy(paging)
  const page = namedDevices(tenant)
    .where(matching(filters))
    .select('devices.id')
    .orderBy(order)
    .limit(paging.limit)
    .offset(offset)
  return namedDevices(tenant)
    .where('devices.id', 'in', page)
    .select(COLUMNS)
    .select([withoutPictures(EXTRA, unread).as('extra'), namesOfPictures(EXTRA, unread).as('pictures')])
    .select(NAMES)
    .orderBy(order)
    .execute()
}

/** What is absent counts as earliest and lowest. Said only where it can be: an index that cannot have it would not be used. */
function orderBy({ order: { by, maybeAbsent, unique }, ascending }: DevicePaging): RawBuilder<unknown> {
  const [way, absent] = ascending ? [sql`asc`, sql`nulls first`] : [sql`desc`, sql`nulls last`]
  const first = maybeAbsent ? sql`${by} ${way} ${absent}` : sql`${by} ${way}`
  return unique ? first : sql`${first}, devices.id ${way}`
}

/** How many devices of a batch are read at once. */
const STEP = 1_000

/** All devices of a batch in reach, those with the lowest IMEI first, and the address of the client that each belongs to. */
export async function* devicesOfBatch(
  tenant: Tenant,
  batch: number,
  view: DeviceView,
): AsyncGenerator<Device & { client_email: string }> {
  for (let last = ''; ; ) {
    const rows = await namedDevices(tenant)
      .where('devices.batch_id', '=', batch)
      .where('devices.id', '>', last)
      .selectAll('devices')
      .select(NAMES)
      .select('clients.email as client_email')
      .orderBy('devices.id')
      .limit(STEP)
      .execute()
    for (const row of rows) yield { ...toDevice(row, view), client_email: row.client_email ?? '' }
    if (rows.length < STEP) return
    last = rows.at(-1)!.id
  }
}

const EXTRA = sql<Extra>`devices.extra`

/** All but `extra`. */
const COLUMNS = [
  ...(['devices.id', 'devices.isdn', 'devices.serial', 'devices.vendor_id', 'devices.client_id'] as const),
  ...(['devices.model_id', 'devices.batch_id', 'devices.bunch_id', 'devices.version'] as const),
  ...(['devices.release', 'devices.edition', 'devices.online', 'devices.linked', 'devices.closed'] as const),
  ...(['devices.vpn', 'devices.modem_apn', 'devices.modem_band', 'devices.modem_rsrp'] as const),
  ...(['devices.sido', 'devices.created'] as const),
] as const

const NAMES = [
  'models.name as model_name',
  'batches.name as batch_name',
  'bunches.name as bunch_name',
  'vendors.name as vendor_name',
  'clients.name as client_name',
] as const

/** With the tables that have its names; PostgreSQL leaves out those that a query does not mention. */
function namedDevices(tenant: Tenant) {
  return tenant
    .devices()
    .leftJoin('models', 'models.id', 'devices.model_id')
    .leftJoin('vendors', 'vendors.id', 'devices.vendor_id')
    .leftJoin('batches', 'batches.id', 'devices.batch_id')
    .leftJoin('bunches', 'bunches.id', 'devices.bunch_id')
    .leftJoin('clients', 'clients.id', 'devices.client_id')
}

/** The first devices whose phone number holds the digits, online ones first, and how many match. */
export async function searchDevices(
  tenant: Tenant,
  search: Pick<DeviceFilters, 'alike' | 'status' | 'hidden'> & { max: number },
): Promise<{ payload: DeviceHit[]; length: number }> {
  const filters: DeviceFilters = {
    ...search,
    topic: 'number',
    model: 0,
    batch: 0,
    vendor: 0,
    client: 0,
    further: [],
    serialWidth: 0,
  }
  const length = await countDevices(tenant, filters)
  const payload = await tenant
    .devices()
    .where(matching(filters))
    .select(['devices.isdn as number', 'devices.id as device', 'devices.online'])
    .orderBy('devices.online', 'desc')
    .orderBy('devices.isdn')
    .limit(search.max)
    .execute()
  return { payload, length }
}

function matching(filters: DeviceFilters) {
  return (eb: ExpressionBuilder<Tables, 'devices'>): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [...filters.further]
    if (filters.status !== 'all') conditions.push(eb('devices.online', '=', filters.status === 'linked'))
    if (filters.model) conditions.push(eb('devices.model_id', '=', filters.model))
    if (filters.batch) conditions.push(eb('devices.batch_id', '=', filters.batch))
    if (filters.vendor) conditions.push(eb('devices.vendor_id', '=', filters.vendor))
    if (filters.client) conditions.push(eb('devices.client_id', '=', filters.client))
    if (filters.ids) conditions.push(eb('devices.id', 'in', filters.ids))
    if (filters.place) conditions.push(atPlace(sql`devices.sido`, filters.place))
    const digits = digitsOf(filters.alike)
    if (digits) conditions.push(alike(eb, filters, digits))
    return eb.and(conditions)
  }
}

function alike(
  eb: ExpressionBuilder<Tables, 'devices'>,
  { topic, serialWidth, hidden }: DeviceFilters,
  digits: string,
): Expression<SqlBool> {
  const pattern = containing(digits)
  const conditions = {
    number: { field: 'isdn', holds: eb('devices.isdn', 'like', pattern) },
    imei: { field: 'id', holds: eb('devices.id', 'like', pattern) },
    serial: {
      field: 'serial',
      // Searched as it is shown, with zeros in front; the first condition is the one that the index answers.
      holds: eb.and([
        eb('devices.serial', 'like', containing(digits.replace(/^0+/, ''))),
        sql<SqlBool>`lpad(devices.serial, greatest(length(devices.serial), ${serialWidth}::integer), '0') like ${pattern}`,
      ]),
    },
  }
  const asked = topic === 'all' ? Object.values(conditions) : [conditions[topic]]
  return eb.or(asked.filter(({ field }) => !hidden.has(field)).map(({ holds }) => holds))
}
