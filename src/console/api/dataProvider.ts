/** What react-admin asks for, said in the calls of §7; and beside it the verbs that are not about records. */
import { type GetListParams, type GetListResult, HttpError, type RaRecord } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import { acceptable } from '../../engine/acceptable'
import type { CompiledConfig, CompiledFilter } from '../../engine/compiled'
import { type Query, RECORDS } from './calls'
import type { Client } from './client'
import { createOrderCalls, marksOf } from './orderCalls'
import { pageOf } from './pages'
import { createRecordCalls, type Fields, numericId, recordOf } from './recordCalls'
import { createVerbs, type FleetProvider } from './verbs'

type Lister = (params: GetListParams) => Promise<GetListResult<RaRecord>>

/**
 * Models, bunches and order methods are read by §7's own calls where they are choices, and where they are looked after
 * (`meta`, see `forms/record/administered.ts`) as records like those that config alone describes (decision 28).
 */
const isAdministered = (params: { meta?: { administered?: boolean } }) => params.meta?.administered === true

/**
 * @param level of the user, whom conditions of config may ask for
 * @param user whose marks are kept in the browser where the server does not keep them
 */
export function createDataProvider(
  client: Client,
  config: CompiledConfig,
  level: () => number = () => 0,
  user: () => string | undefined = () => undefined,
): FleetProvider {
  const records = simpleRestProvider(RECORDS, client.http)
  const odd = createRecordCalls(client)
  const orders = createOrderCalls(client, config, user)
  const rulesOf = (resource: string) => ({
    resource: config.resources[resource],
    about: { level: level(), levels: config.levels.numbers },
  })
  let draws = 0

  /** A stored or typed page size beats the list's own, so that it is held here (notes, Lists). */
  const pageOfParams = (params: GetListParams, perPage: number) => ({
    page_index: Math.max(1, Math.trunc(params.pagination?.page ?? 1)),
    page_limit: Math.min(Math.max(1, params.pagination?.perPage ?? perPage), config.app.limits.pageLimit),
  })

  /** The lists of §7, each by the call that gives it. */
  const lists: Record<string, Lister> = {
    devices: async params => {
      const list = config.resources.devices?.list
      const page = await devicePage(
        {
          ...filterQuery(list?.filters ?? [], params.filter ?? {}),
          ...(params.sort?.field ? orderOf(params.sort) : {}),
          ...pageOfParams(params, list?.perPage ?? 20),
        },
        params.signal,
      )
      return { data: page.data, total: page.count }
    },

    orders: params => orders.list(params),

    models: async params => pageOf(await client.payload('batches.models', { signal: params.signal }), params),

    bunches: async params => {
      const { batch, ...filter } = params.filter ?? {}
      if (!batch) return { data: [], total: 0 }
      const bunches = await client.payload('batches.bunches', {
        query: { batch: Number(batch) },
        signal: params.signal,
      })
      return pageOf(bunches, { ...params, filter })
    },

    methods: async params => {
      const methods = await client.payload('orders.methods', {
        query: { subject: 'order' },
        signal: params.signal,
      })
      return pageOf(
        methods.map(method => ({ ...method, id: method.code })),
        params,
      )
    },
  }

  /** A list that comes whole, in the page, order and filters that are asked for. */
  const wholeList = async (resource: string, params: GetListParams) => {
    const calls = odd[resource]!
    const filter: Fields = { ...params.filter }
    const data = await calls.list(filter, params.signal)
    for (const key of calls.narrows) delete filter[key]
    return pageOf(data, { ...params, filter }, rulesOf(resource))
  }

  /** All records of a list that comes whole, for what asks by id. */
  const whole = async (resource: string, ids: readonly unknown[], signal?: AbortSignal) => {
    const wanted = ids.map(String)
    const { data } = await (odd[resource] ? wholeList(resource, { signal }) : lists[resource]!({ signal }))
    return data.filter(record => wanted.includes(String(record.id)))
  }

  /** Whether §7 has a list for what is asked. */
  const isListed = (resource: string, params: { meta?: object }) =>
    resource in lists && !isAdministered(params)

  const provider = {
    ...records,
    supportAbortSignal: true,

    getList: (resource: string, params: GetListParams) => {
      if (odd[resource]) return wholeList(resource, params)
      if (isListed(resource, params)) return lists[resource]!(params)
      const filter = restFilter(config.resources[resource]?.list?.filters ?? [], params.filter ?? {})
      return records.getList(resource, { ...params, filter } as never)
    },

    getOne: async (resource: string, params: { id: unknown; meta?: object; signal?: AbortSignal }) => {
      const { id, signal } = params
      if (resource === 'devices') return { data: await deviceById(String(id), signal) }
      if (resource === 'orders') return { data: await orders.one(numericId(id), signal) }
      if (odd[resource]) return { data: await odd[resource].one(numericId(id), signal) }
      if (!isListed(resource, params) || resource === 'bunches') {
        return records.getOne(resource, params as never)
      }
      const [record] = await whole(resource, [id], signal)
      if (!record) throw notFound()
      return { data: record }
    },

    getMany: async (resource: string, params: { ids: unknown[]; meta?: object; signal?: AbortSignal }) => {
      const { ids, signal } = params
      if (resource === 'devices') {
        // One that is gone, or out of reach, shall not take the others with it.
        const found = await Promise.allSettled(ids.map(id => deviceById(String(id), signal)))
        return { data: found.flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])) }
      }
      if (odd[resource]) return { data: await whole(resource, ids, signal) }
      if (!isListed(resource, params) || resource === 'bunches') {
        return records.getMany(resource, params as never)
      }
      return { data: await whole(resource, ids, signal) }
    },

    create: async (resource: string, params: { data: Fields }) => {
      const calls = odd[resource]
      if (!calls) return records.create(resource, params as never)
      return { data: recordOf(await calls.create(params.data), params.data, 0) }
    },

    update: async (resource: string, params: { id: unknown; data: Fields }) => {
      const calls = odd[resource]
      if (!calls) return records.update(resource, params as never)
      const id = numericId(params.id)
      return { data: recordOf(await calls.update(id, params.data), params.data, id) }
    },

    delete: async (resource: string, params: { id: unknown; previousData?: RaRecord }) => {
      const calls = odd[resource]
      if (calls) {
        await calls.remove(numericId(params.id))
      } else {
        await records.delete(resource, params as never)
      }
      return { data: params.previousData ?? { id: params.id as number } }
    },

    deleteMany: async (resource: string, params: { ids: unknown[] }) => {
      if (resource === 'orders') {
        orders.remove(params.ids.map(numericId))
        return { data: params.ids }
      }
      const calls = odd[resource]
      if (!calls) return records.deleteMany(resource, params as never)
      for (const id of params.ids) await calls.remove(numericId(id))
      return { data: params.ids }
    },

    updateMany: async (resource: string, params: { ids: unknown[]; data: Fields }) => {
      if (resource === 'orders') {
        await orders.mark(params.ids.map(numericId), marksOf(params.data))
        return { data: params.ids }
      }
      const calls = odd[resource]
      if (!calls) return records.updateMany(resource, params as never)
      for (const id of params.ids) await calls.update(numericId(id), params.data)
      return { data: params.ids }
    },

    getManyReference: (
      resource: string,
      params: GetListParams & { target: string; id: unknown },
    ): Promise<GetListResult<RaRecord>> => {
      if (resource === 'targets') return orders.targets(numericId(params.id), params)
      if (!odd[resource] && !(resource in lists)) return records.getManyReference(resource, params as never)
      const filter = { ...params.filter, [params.target]: params.id }
      return provider.getList(resource, { ...params, filter }) as Promise<GetListResult<RaRecord>>
    },
  }

  /** §7 lists what this call sends; all of it is always sent, and what is not asked for as what asks for nothing. */
  function devicePage(asked: Record<string, string | number>, signal?: AbortSignal) {
    draws += 1
    const query = {
      ...orderOf(config.resources.devices?.list?.sort ?? { field: 'id', order: 'ASC' }),
      'search[topic]': 'all',
      'search[alike]': '',
      status: 'all',
      model: 0,
      batch: 0,
      ...asked,
      level: level(),
      draw: draws,
    }
    return client.call('devices.list', { query: query as Query<'devices.list'>, signal })
  }

  const notFound = () => new HttpError('ra.page.not_found', 404)

  /** §7 has no call for one device: it is searched by its IMEI. */
  async function deviceById(id: string, signal?: AbortSignal): Promise<RaRecord> {
    const asked = { 'search[topic]': 'imei', 'search[alike]': id, page_index: 1, page_limit: 1 }
    const page = await devicePage(asked, signal)
    const device = page.data.find(found => found.id === id)
    if (!device) throw notFound()
    return device
  }

  return { ...provider, ...createVerbs(client, odd, orders) } as unknown as FleetProvider
}

const orderOf = ({ field, order }: { field: string; order: string }) => ({
  order_by: field,
  ascending: order === 'ASC' ? 1 : 0,
})

/** The filters of a list as the query of `GET /api/devices` (decision 19). Empty ones, and those that stand for all, stay away. */
export function filterQuery(
  filters: CompiledFilter[],
  values: Record<string, unknown>,
): Record<string, string | number> {
  const query: Record<string, string | number> = {}
  for (const filter of filters) {
    const value = values[filter.name]
    if (value === undefined || value === null || value === '') continue
    if (filter.type === 'search') {
      const text = acceptable(String(value), filter.accept)
      if (text) {
        query['search[topic]'] = filter.field ?? 'all'
        query['search[alike]'] = text
      }
    } else {
      query[filter.field ?? filter.name] = typeof value === 'number' ? value : String(value)
    }
  }
  return query
}

/** The filters of a list in the dialect of our generic store: a search is its `q`, the others are named by their fields. */
export function restFilter(filters: CompiledFilter[], values: Fields): Fields {
  const query: Fields = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    const filter = filters.find(one => one.name === name)
    if (filter?.all && filter.all.value === value) continue
    const key = filter?.type === 'search' ? 'q' : (filter?.field ?? name)
    query[key] = filter?.type === 'search' ? acceptable(String(value), filter.accept) : value
  }
  return query
}
