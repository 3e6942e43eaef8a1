/** The device list, the phone-number search, and the roster (§7, decision 19). */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { DeviceQuery } from '../../contract/devices'
import { endpoints } from '../../contract/endpoints'
import { digitsOf } from '../../domain/phone'
import type { CompiledConfig } from '../../engine/compiled'
import { withinLimits } from '../commands/pgliteLimits'
import { registerRoster } from '../commands/rosters/registerRoster'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { rosterSample } from '../sheets/rosterSample'
import { placeOf } from '../store/devices/dashboard'
import { type DeviceView, deviceView } from '../store/devices/deviceFields'
import { type DeviceFilters, type DevicePaging, listDevices, searchDevices } from '../store/devices/devices'
import { sortNumbers } from '../store/devices/sortNumbers'
import { unreadPictures } from '../store/records/pictures'
import { localeOf, reach } from './reach'
import { repeatOf } from './repeat'
import { route } from './route'
import { withUpload } from './upload'

export function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps

  route(app, endpoints.devices.list, async ({ caller, query }) => {
    const tenant = reach(deps, caller, 'devices', 'list')
    const { console } = config.current()
    const view = deviceView(console, caller.level)
    const page = await listDevices(
      tenant,
      filtersOf(query, console, view),
      pagingOf(query, console, view),
      view,
      unreadPictures(console, caller.level, 'devices'),
    )
    return { ...page, draw: query.draw ?? 0 }
  })

  route(app, endpoints.devices.search, async ({ caller, body }) => {
    const tenant = reach(deps, caller, 'devices', 'list')
    const { console } = config.current()
    const { min, max } = console.app.limits.deviceSearch
    if (digitsOf(body.alike).length < min) throw tooShort(min)
    const found = await searchDevices(tenant, {
      alike: body.alike,
      status: body.status ?? 'all',
      max: Math.min(body.max ?? max, max),
      hidden: deviceView(console, caller.level).hidden,
    })
    return { result: true, message: '', ...found }
  })

  route(app, endpoints.devices.numbers, async ({ caller, body }) => {
    const tenant = reach(deps, caller, 'devices', 'list')
    // Who may not see numbers learns nothing about them here.
    const { hidden } = deviceView(config.current().console, caller.level)
    if (hidden.has('isdn')) throw new Refusal(403, 'forbidden')
    return { result: true, message: '', payload: await sortNumbers(tenant, body.numbers) }
  })

  route(app, endpoints.devices.rosterSample, async ({ caller, request, reply }) => {
    reach(deps, caller, 'devices', 'list')
    const sample = await rosterSample(deps.long, caller, {
      config: config.current().console,
      locale: localeOf(deps, request),
      say: config.translate,
    })
    reply.headers(sample.headers)
    return Readable.from(sample.body, { objectMode: false })
  })

  route(app, endpoints.devices.rosterUpload, async ({ caller, request, reply }) => {
    reach(deps, caller, 'devices', 'create')
    const locale = localeOf(deps, request)
    const { bytes } = config.current().console.app.limits.upload
    const payload = await withUpload(request, reply, bytes, (file, underWay) =>
      withinLimits(deps.db, config.current(), 'rosterRows', limited =>
        registerRoster(
          deps.long,
          caller,
          file,
          { ...limited, locale, say: config.translate, now: deps.now(), ...underWay },
          digest => repeatOf(deps, caller, request, { roster: digest }),
        ),
      ),
    )
    return { result: true, message: config.translate(locale, 'roster.dialog.done'), payload }
  })
}

function tooShort(min: number): Refusal {
  return new Refusal(422, 'search.tooShort', { min }, { errors: { alike: 'search.tooShort' } })
}

const KNOWN: ReadonlySet<string> = new Set(Object.keys(endpoints.devices.list.query.properties))

/** @throws Refusal 400 for a key that neither the contract nor the config knows */
function filtersOf(query: DeviceQuery, config: CompiledConfig, view: DeviceView): DeviceFilters {
  const further = Object.entries(query)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, value]) => {
      const condition = typeof value === 'string' ? view.filterOf(name, value) : undefined
      if (!condition) throw new Refusal(400, 'invalidQuery', { field: name.slice(0, 40) })
      return condition
    })
  return {
    topic: query['search[topic]'] ?? 'all',
    alike: query['search[alike]'] ?? '',
    status: query.status ?? 'all',
    model: query.model ?? 0,
    batch: query.batch ?? 0,
    ...ownFilters(query, config, view),
    further,
    serialWidth: config.app.limits.serialWidth,
    hidden: view.hidden,
  }
}

/** @throws Refusal 400 for a filter by what the caller may not see: no answer tells what is hidden */
function ownFilters(
  { sido, vendor, client, ids }: DeviceQuery,
  config: CompiledConfig,
  { hidden }: DeviceView,
): Pick<DeviceFilters, 'vendor' | 'client' | 'place' | 'ids'> {
  const asked = { id: ids, sido, vendor, vendor_name: vendor, client, client_name: client }
  for (const [field, value] of Object.entries(asked))
    if (value && hidden.has(field)) throw new Refusal(400, 'invalidQuery', { field })
  return {
    vendor: vendor ?? 0,
    client: client ?? 0,
    ...(sido ? { place: placeOf(sido, config) } : {}),
    ...(ids ? { ids: ids.split(',') } : {}),
  }
}

/** @throws Refusal 400 for an order by something that is no field, or none that the caller may see */
function pagingOf(query: DeviceQuery, config: CompiledConfig, view: DeviceView): DevicePaging {
  const list = config.resources.devices?.list
  const sort = query.order_by || list?.sort?.field || 'id'
  const order = view.orderOf(sort)
  if (!order) throw new Refusal(400, 'invalidQuery', { field: 'order_by' })
  const limit = query.page_limit ?? list?.perPage ?? 20
  return {
    order,
    // Without a field it is the list's own order, which 0 turns round.
    ascending: (query.ascending !== 0) === (!!query.order_by || list?.sort?.order !== 'DESC'),
    index: query.page_index ?? 1,
    limit: Math.min(limit, config.app.limits.pageLimit),
  }
}
