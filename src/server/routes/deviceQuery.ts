/** What a query of devices asks for: filters of §7, those that config adds, and the order. */
import type { RawBuilder } from 'kysely'
import type { DeviceQuery } from '../../contract/devices'
import { endpoints } from '../../contract/endpoints'
import type { CompiledConfig } from '../../engine/compiled'
import type { Caller } from '../caller'
import { regionFilterOf } from '../store/devices/dashboard'
import { type DeviceFilters, deviceList } from '../store/devices/devices'
import { wrongQuery } from '../store/records/filter'
import type { RecordOrder } from '../store/records/list'
import { viewOf } from '../store/records/visible'
import type { Tenant } from '../store/tenancy'
import { furtherKeys, type ListSql, listSqlOf } from './lists'

interface Asked {
  tenant: Tenant
  caller: Caller
  config: CompiledConfig
  query: DeviceQuery
}

/**
 * The list that a caller asks for.
 *
 * @throws Refusal 400 for a key, a value or an order that means nothing here, or is not for this caller
 */
export function deviceListOf({ tenant, caller, config, query }: Asked) {
  const resource = config.resources.devices!
  const listSql = listSqlOf({ tenant, caller, config, resource })
  const view = viewOf({ config, resource }, caller.level)
  const filters = filtersOf(query, config, view.hidden)
  return {
    list: deviceList(tenant, filters, furtherConditions(query, listSql), listSql.omitted),
    order: orderOf(query, config, listSql),
    view,
  }
}

/** The filters that config adds. @throws Refusal 400 for a key that neither the contract nor the config knows */
export function furtherConditions(
  query: DeviceQuery,
  { filters, has, conditions }: ListSql,
): RawBuilder<boolean>[] {
  return Object.entries(furtherKeys(query, endpoints.devices.list.query)).flatMap(([key, value]) => {
    // The console asks by the field, an address may say the filter's own name.
    const filter = filters.find(({ name }) => name === key) ?? filters.find(({ field }) => field === key)
    if (!filter || typeof value !== 'string' || !has(filter.field ?? filter.name)) throw wrongQuery(key)
    return conditions({ [filter.name]: value })
  })
}

/** @throws Refusal 400 for a filter by what the caller may not see: no answer tells what is hidden */
export function filtersOf(
  query: DeviceQuery,
  config: CompiledConfig,
  hidden: ReadonlySet<string>,
): DeviceFilters {
  const { sido, vendor, client, ids } = query
  // Who sees the name of an owner may ask by it, though the id is a reference for others.
  const asked = { id: ids, sido, vendor_name: vendor, client_name: client }
  for (const [field, value] of Object.entries(asked)) if (value && hidden.has(field)) throw wrongQuery(field)
  return {
    topic: query['search[topic]'] ?? 'all',
    alike: query['search[alike]'] ?? '',
    status: query.status ?? 'all',
    ...{ model: query.model, batch: query.batch, vendor, client },
    ...(sido ? { region: regionFilterOf(sido, config) } : {}),
    ...(ids ? { ids: ids.split(',') } : {}),
    serialWidth: config.app.limits.serialWidth,
    hidden,
  }
}

/** @throws Refusal 400 for an order by something that is no field, or none that the caller may see */
function orderOf(query: DeviceQuery, config: CompiledConfig, listSql: ListSql): RecordOrder {
  const list = config.resources.devices?.list
  return listSql.order(
    query.order_by || list?.sort?.field || 'id',
    // Without a field it is the list's own order, which 0 turns round.
    (query.ascending !== 0) === (!!query.order_by || list?.sort?.order !== 'DESC'),
    'order_by',
  )
}
