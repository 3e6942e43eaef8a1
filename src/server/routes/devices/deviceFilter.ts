/** Translates a query of devices into SQL: the filters of §7, the filters that config adds, and the order. */
import type { RawBuilder } from 'kysely'
import type { DeviceQuery } from '../../../contract/devices'
import { endpoints } from '../../../contract/endpoints'
import type { CompiledConfig } from '../../../engine/compiled'
import { boundOf } from '../../../engine/filterBounds'
import { isReferring } from '../../../engine/kinds/choices'
import type { Caller } from '../../caller'
import { regionFilterOf } from '../../store/devices/dashboard'
import { type DeviceFilters, deviceList } from '../../store/devices/devices'
import { wrongQuery } from '../../store/records/filter'
import type { RecordOrder } from '../../store/records/list'
import { viewOf } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import { keysBeyond, type ListSql, listSqlOf } from '../records/lists'

interface ListRequest<Query = DeviceQuery> {
  tenant: Tenant
  caller: Caller
  config: CompiledConfig
  query: Query
  /** For relative bounds, such as `now-24h`. */
  now: Date
}

/**
 * The list of devices for a query.
 *
 * @throws Refusal 400 for a key, value or order that is unknown or not allowed for the caller
 */
export function deviceListOf(request: ListRequest) {
  const { tenant, query, config } = request
  const { filters, conditions, listSql, view } = deviceConditions(request)
  return {
    list: deviceList(tenant, filters, conditions, listSql.omitted),
    order: orderOf(query, config, listSql),
    view,
  }
}

/**
 * The conditions of a query: a list shows a page of the matching devices, a bulk change affects all.
 *
 * @throws Refusal as `deviceListOf`, except for the order
 */
export function deviceConditions({
  tenant,
  caller,
  config,
  query,
  now,
}: ListRequest<Omit<DeviceQuery, 'order_by'>>) {
  const resource = config.resources.devices!
  const listSql = listSqlOf({ tenant, caller, config, resource, now })
  const view = viewOf({ config, resource }, caller.level)
  const references = Object.values(resource.fields).flatMap(({ name, type }) =>
    isReferring(type) ? [name] : [],
  )
  return {
    filters: filtersOf(query, config, view.hidden),
    conditions: addedConditions(query, listSql, references),
    listSql,
    view,
  }
}

/** A filter as in a query string: ids of records are numbers, all other values are texts. */
export const deviceQueryOf = (filter: Readonly<Record<string, unknown>>): Omit<DeviceQuery, 'order_by'> =>
  Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [key, ID_FILTERS.includes(key) ? value : String(value)]),
  )

const ID_FILTERS: readonly string[] = ['model', 'batch', 'vendor', 'client']

/**
 * Conditions for the keys that are not in the contract: filters of config, and reference fields, by which lists of
 * related records filter.
 *
 * @throws Refusal 400 for a key that is neither in the contract nor in config
 */
function addedConditions(
  query: Omit<DeviceQuery, 'order_by'>,
  { filters, mayUse, conditions }: ListSql,
  references: readonly string[],
): RawBuilder<boolean>[] {
  return Object.entries(keysBeyond(query, endpoints.devices.list.query)).flatMap(([key, value]) => {
    // The console filters by field name, a URL may use the name of the filter.
    const filter = filters.find(({ name }) => name === key) ?? filters.find(({ field }) => field === key)
    if (!filter && references.includes(key) && typeof value === 'string' && mayUse(key))
      return conditions({ [key]: value })
    // Bounds of a number or time: `closed_gte`.
    const bounded = boundOf(key)?.field
    if (!filter && bounded && mayUse(bounded)) return conditions({ [key]: value })
    if (!filter || typeof value !== 'string' || !mayUse(filter.field ?? filter.name)) throw wrongQuery(key)
    return conditions({ [filter.name]: value })
  })
}

/** @throws Refusal 400 for a filter by a hidden field: the result would reveal its values */
function filtersOf(
  query: Omit<DeviceQuery, 'order_by'>,
  config: CompiledConfig,
  hidden: ReadonlySet<string>,
): DeviceFilters {
  const { sido, vendor, client, ids } = query
  // The vendor and the client are shown by name, so filtering by them needs the right to see the names.
  const filterValues = { id: ids, sido, vendor_name: vendor, client_name: client }
  for (const [field, value] of Object.entries(filterValues))
    if (value !== undefined && hidden.has(field)) throw wrongQuery(field)
  return {
    topic: query['search[topic]'] ?? 'all',
    alike: query['search[alike]'] ?? '',
    status: query.status ?? 'all',
    model: query.model,
    batch: query.batch,
    vendor,
    client,
    ...(sido ? { region: regionFilterOf(sido, config) } : {}),
    ...(ids ? { ids: ids.split(',') } : {}),
    serialWidth: config.app.limits.serialWidth,
    hidden,
  }
}

/** @throws Refusal 400 for an order by an unknown field or one that the caller may not see */
function orderOf(query: DeviceQuery, config: CompiledConfig, listSql: ListSql): RecordOrder {
  const list = config.resources.devices?.list
  // `ascending=0` reverses: the order of the field if one is sent, else that of the list in config.
  const isReversed = query.ascending === 0
  const isDefaultDescending = !query.order_by && list?.sort?.order === 'DESC'
  const isAscending = isReversed === isDefaultDescending
  return listSql.order(query.order_by || list?.sort?.field || 'id', isAscending, 'order_by')
}
