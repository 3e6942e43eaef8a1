/** What react-admin asks for, said in the calls of §7; and beside it the verbs that are not about records. */
import { type GetListParams, type GetListResult, HttpError, type RaRecord } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import { acceptable } from '../../engine/acceptable'
import type { CompiledConfig, CompiledFilter } from '../../engine/compiled'
import { RECORDS } from './calls'
import type { Client } from './client'
import { createDeviceCalls } from './deviceCalls'
import { createOrderCalls, marksOf } from './orderCalls'
import { createPagedLists, isPagedList } from './pagedLists'
import { pageOf } from './pages'
import { createRecordCalls, type Fields, numericId, recordOf } from './recordCalls'
import { createVerbs, type FleetProvider } from './verbs'

/** @property meta `within`: what a list of §7 cannot be asked without, such as the batch of bunches */
interface Named {
  ids: unknown[]
  meta?: { administered?: boolean; within?: Fields }
  signal?: AbortSignal
}

type Lister = (params: GetListParams) => Promise<GetListResult<RaRecord>>

/**
 * Models, bunches and order methods are read by §7's own calls where they are choices, and where they are looked after
 * (`meta`, see `forms/recordMeta.ts`) as records like those that config alone describes (decision 28).
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
  /** A stored or typed page size beats the list's own, so that it is held here (notes, Lists). */
  const pageOfParams = (params: GetListParams, perPage: number) => ({
    page_index: Math.max(1, Math.trunc(params.pagination?.page ?? 1)),
    page_limit: Math.min(Math.max(1, params.pagination?.perPage ?? perPage), config.app.limits.pageLimit),
  })

  const devices = createDeviceCalls({ client, config, level, pageOfParams })

  /** The lists of §7, each by the call that gives it. */
  const lists: Record<string, Lister> = {
    devices: params => devices.list(params),

    orders: params => orders.list(params),

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

  const paged = createPagedLists({
    client,
    limit: config.app.limits.pageLimit,
    rulesOf,
    pageOfParams: params => pageOfParams(params, 20),
  })

  /** Whether it is asked by a paged list; of bunches §7 has those of one batch. */
  const isPaged = (
    resource: string,
    params: { meta?: { administered?: boolean } },
    within: Fields | undefined,
  ): resource is Parameters<typeof paged.list>[0] =>
    isPagedList(resource) &&
    (odd[resource] !== undefined || !isAdministered(params)) &&
    (resource !== 'bunches' || Boolean(within?.batch))

  const provider = {
    ...records,
    supportAbortSignal: true,

    getList: (resource: string, params: GetListParams) => {
      if (isPaged(resource, params, params.filter)) return paged.list(resource, params)
      if (!isAdministered(params)) {
        if (resource === 'bunches') return Promise.resolve({ data: [], total: 0 })
        if (lists[resource]) return lists[resource](params)
      }
      const filter = restFilter(config.resources[resource]?.list?.filters ?? [], params.filter ?? {})
      return records.getList(resource, { ...params, filter } as never)
    },

    getOne: async (resource: string, params: { id: unknown; meta?: object; signal?: AbortSignal }) => {
      const { id, signal } = params
      if (resource === 'devices') return { data: await devices.one(String(id), signal) }
      if (resource === 'orders') return { data: await orders.one(numericId(id), signal) }
      if (odd[resource]) return { data: await odd[resource].one(numericId(id), signal) }
      const found = await choicesNamed(resource, { ...params, ids: [id] })
      if (!found) return records.getOne(resource, params as never)
      if (!found[0]) throw notFound()
      return { data: found[0] }
    },

    getMany: async (resource: string, params: Named) => {
      const { ids, signal } = params
      if (resource === 'devices') return { data: await devices.named(ids.map(String), signal) }
      const data = await choicesNamed(resource, params)
      return data ? { data } : records.getMany(resource, params as never)
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
      if (!isPagedList(resource) && !lists[resource])
        return records.getManyReference(resource, params as never)
      const filter = { ...params.filter, [params.target]: params.id }
      return provider.getList(resource, { ...params, filter }) as Promise<GetListResult<RaRecord>>
    },
  }

  const notFound = () => new HttpError('ra.page.not_found', 404)

  /** The records of these ids by the calls of §7; `undefined` where §7 has none that would tell. */
  async function choicesNamed(resource: string, params: Named): Promise<RaRecord[] | undefined> {
    const { ids, meta, signal } = params
    if (isPaged(resource, params, meta?.within)) return paged.named(resource, ids, meta?.within, signal)
    if (resource !== 'methods' || isAdministered(params)) return undefined
    const { data } = await lists.methods!({ signal })
    return data.filter(({ id }) => ids.map(String).includes(String(id)))
  }

  return { ...provider, ...createVerbs(client, odd, orders) } as unknown as FleetProvider
}

/** The filters of a list in the dialect of our generic store: a search by its name, which says where it looks; the others by their fields. */
export function restFilter(filters: CompiledFilter[], values: Fields): Fields {
  const query: Fields = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    const filter = filters.find(one => one.name === name)
    if (filter?.all && filter.all.value === value) continue
    const key = filter?.type === 'search' ? name : (filter?.field ?? name)
    query[key] = filter?.type === 'search' ? acceptable(String(value), filter.accept) : value
  }
  return query
}
