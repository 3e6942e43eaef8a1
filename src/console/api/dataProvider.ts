/** What react-admin asks for, said in the calls of §7; and beside it the verbs that are not about records. */
import type { GetListParams, GetListResult, RaRecord } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import type { CompiledConfig, CompiledFilter } from '../../engine/compiled'
import { type Body, type Query, RECORDS } from './calls'
import type { Client } from './client'
import { pageOf } from './pages'
import { createVerbs, type FleetProvider } from './verbs'

type Lister = (params: GetListParams) => Promise<GetListResult<RaRecord>>

export function createDataProvider(client: Client, config: CompiledConfig): FleetProvider {
  const records = simpleRestProvider(RECORDS, client.http)
  let draws = 0

  /** A stored or typed page size beats the list's own, so that it is held here (notes, Lists). */
  const pageOfParams = (params: GetListParams, perPage: number) => ({
    page_index: Math.max(1, Math.trunc(params.pagination?.page ?? 1)),
    page_limit: Math.min(Math.max(1, params.pagination?.perPage ?? perPage), config.app.limits.pageLimit),
  })

  /** The lists of §7, each by the call that gives it. */
  const lists: Record<string, Lister> = {
    devices: async params => {
      draws += 1
      const list = config.resources.devices?.list
      const query = {
        ...filterQuery(list?.filters ?? [], params.filter ?? {}),
        ...(params.sort?.field
          ? { order_by: params.sort.field, ascending: params.sort.order === 'ASC' ? 1 : 0 }
          : {}),
        ...pageOfParams(params, list?.perPage ?? 20),
        draw: draws,
      }
      const page = await client.call('devices.list', {
        query: query as Query<'devices.list'>,
        signal: params.signal,
      })
      return { data: page.data, total: page.count }
    },

    orders: async params => {
      const { status, q, search } = params.filter ?? {}
      const body = {
        ...pageOfParams(params, config.app.limits.orders.perPage),
        ...(status && status !== 'all' ? { status } : {}),
        ...(search || q ? { search: String(search || q) } : {}),
      }
      const page = await client.call('orders.list', {
        body: body as Body<'orders.list'>,
        signal: params.signal,
      })
      return { data: page.data, total: page.count }
    },

    models: async params => pageOf(await client.payload('batches.models', { signal: params.signal }), params),

    batches: async params => {
      const { model, ...filter } = params.filter ?? {}
      const query = model ? { model: Number(model) } : {}
      return pageOf(await client.payload('batches.list', { query, signal: params.signal }), {
        ...params,
        filter,
      })
    },

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

  /** All records of a list that comes whole, for what asks by id. */
  const whole = async (resource: string, ids: readonly unknown[], signal?: AbortSignal) => {
    const wanted = ids.map(String)
    const { data } = await lists[resource]!({ signal })
    return data.filter(record => wanted.includes(String(record.id)))
  }

  const isListed = (resource: string) => resource in lists && resource !== 'devices' && resource !== 'orders'

  const provider = {
    ...records,
    supportAbortSignal: true,

    getList: (resource: string, params: GetListParams) => {
      const lister = lists[resource]
      return lister ? lister(params) : records.getList(resource, params as never)
    },

    getOne: async (resource: string, params: { id: unknown; signal?: AbortSignal }) => {
      if (resource === 'devices') return { data: await deviceById(String(params.id), params.signal) }
      if (!isListed(resource)) return records.getOne(resource, params as never)
      const [record] = await whole(resource, [params.id], params.signal)
      if (!record) throw new Error('ra.page.not_found')
      return { data: record }
    },

    getMany: async (resource: string, params: { ids: unknown[]; signal?: AbortSignal }) => {
      if (resource === 'devices') {
        return { data: await Promise.all(params.ids.map(id => deviceById(String(id), params.signal))) }
      }
      if (!isListed(resource)) return records.getMany(resource, params as never)
      return { data: await whole(resource, params.ids, params.signal) }
    },
  }

  /** §7 has no call for one device: it is searched by its IMEI. */
  async function deviceById(id: string, signal?: AbortSignal): Promise<RaRecord> {
    const query = { 'search[topic]': 'imei', 'search[alike]': id, page_index: 1, page_limit: 1 }
    const page = await client.call('devices.list', { query: query as Query<'devices.list'>, signal })
    const device = page.data.find(found => found.id === id)
    if (!device) throw new Error('ra.page.not_found')
    return device
  }

  return { ...provider, ...createVerbs(client) } as unknown as FleetProvider
}

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

/** What a search may hold: other characters are left out (`010-1234` → `0101234`). */
export function acceptable(text: string, accept: string | undefined): string {
  return accept ? text.replace(new RegExp(`[^${accept}]`, 'g'), '') : text
}
