/** The device list, the phone-number search, and the roster (§7, decision 19). */
import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Device, DeviceQuery } from '../../contract/devices'
import { endpoints } from '../../contract/endpoints'
import { digitsOf } from '../../domain/phone'
import type { CompiledConfig } from '../../engine/compiled'
import { registerRoster } from '../commands/rosters/registerRoster'
import type { Deps } from '../deps'
import { fieldRefusal, Refusal } from '../refusal'
import { sendSheet } from '../sheets/download'
import { rosterSample } from '../sheets/rosterSample'
import { regionFilterOf } from '../store/devices/dashboard'
import { type DeviceFilters, listDevices, searchDevices } from '../store/devices/devices'
import { sortNumbers } from '../store/devices/sortNumbers'
import { wrongQuery } from '../store/records/filter'
import type { RecordPaging } from '../store/records/list'
import { hiddenFields, viewOf } from '../store/records/visible'
import { answer, wordsOf } from './answers'
import { authorize } from './authorize'
import { furtherKeys, type ListSql, listSqlOf } from './lists'
import { pagingOf } from './paging'
import { answerRemoved, answerSaved } from './recordCalls'
import { repeatOf } from './repeat'
import { route } from './route'
import { withSheet } from './uploads'

export function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const { list, search, numbers, rosterSample: sample, rosterUpload, update, remove } = endpoints.devices
  const hiddenFrom = ({ level }: { level: number }) => hiddenFields(config.current().shared, level, 'devices')

  route(app, list, async ({ caller, query }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const { shared } = config.current()
    const resource = shared.resources.devices!
    const listSql = listSqlOf({ tenant, caller, config: shared, resource })
    const view = viewOf({ config: shared, resource }, caller.level)
    const page = await listDevices(
      tenant,
      filtersOf(query, shared, view.hidden),
      furtherConditions(query, listSql),
      orderedPage(query, shared, listSql),
      { view, omitted: listSql.omitted },
    )
    return { ...page, draw: query.draw ?? 0 }
  })

  route(app, search, async ({ caller, body }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    const { min, max } = config.current().shared.app.limits.deviceSearch
    if (digitsOf(body.alike).length < min) throw fieldRefusal('alike', 'search.tooShort', { min })
    const found = await searchDevices(tenant, {
      alike: body.alike,
      status: body.status ?? 'all',
      max: Math.min(body.max ?? max, max),
      hidden: hiddenFrom(caller),
    })
    return { result: true, message: '', ...found }
  })

  route(app, numbers, async ({ caller, body }) => {
    const tenant = authorize(deps, caller, 'devices', 'list')
    // Who may not see numbers learns nothing about them here.
    if (hiddenFrom(caller).has('isdn')) throw new Refusal(403, 'forbidden')
    return answer(await sortNumbers(tenant, body.numbers))
  })

  route(app, sample, async ({ caller, request, reply }) => {
    const tenant = authorize({ ...deps, db: deps.bulkDb }, caller, 'devices', 'list')
    const words = wordsOf(deps, request)
    return sendSheet(reply, await rosterSample(tenant, caller, config.current().shared, words))
  })

  route(app, rosterUpload, async call => {
    const { caller, request } = call
    authorize(deps, caller, 'devices', 'create')
    const payload = await withSheet(deps, call, 'rosterRows', (file, settings) =>
      registerRoster(deps.bulkDb, caller, file, settings, digest =>
        repeatOf(deps, caller, request, { roster: digest }),
      ),
    )
    const { locale, say } = wordsOf(deps, request)
    return answer(payload, say(locale, 'roster.dialog.done'))
  })

  route(app, update, call =>
    answerSaved<Device>(deps, call, 'devices', { id: call.params.id, input: call.body }),
  )

  route(app, remove, call => answerRemoved(deps, call, 'devices', call.params.id))
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
  const asked = { id: ids, sido, vendor, vendor_name: vendor, client, client_name: client }
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
function orderedPage(query: DeviceQuery, config: CompiledConfig, listSql: ListSql): RecordPaging {
  const list = config.resources.devices?.list
  return {
    order: listSql.order(
      query.order_by || list?.sort?.field || 'id',
      // Without a field it is the list's own order, which 0 turns round.
      (query.ascending !== 0) === (!!query.order_by || list?.sort?.order !== 'DESC'),
      'order_by',
    ),
    ...pagingOf(query, config, list?.perPage),
  }
}
