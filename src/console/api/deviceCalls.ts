/** Devices by the calls of §7: pages of their list, and by their IMEIs. */
import { type GetListParams, type GetListResult, HttpError, type RaRecord } from 'ra-core'
import { acceptable } from '../../engine/acceptable'
import type { CompiledConfig, CompiledFilter } from '../../engine/compiled'
import type { Query } from './calls'
import type { Client } from './client'

interface DeviceCallsOptions {
  client: Client
  config: CompiledConfig
  level: () => number
  /** Page and size as the server takes them. */
  pageOfParams: (params: GetListParams, perPage: number) => { page_index: number; page_limit: number }
}

export function createDeviceCalls({ client, config, level, pageOfParams }: DeviceCallsOptions) {
  const { pageLimit } = config.app.limits
  let draws = 0

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

  /** §7 has no call for one device: it is searched by its IMEI. */
  async function one(id: string, signal?: AbortSignal): Promise<RaRecord> {
    const asked = { 'search[topic]': 'imei', 'search[alike]': id, page_index: 1, page_limit: 1 }
    const page = await devicePage(asked, signal)
    const device = page.data.find(found => found.id === id)
    if (!device) throw new HttpError('ra.page.not_found', 404)
    return device
  }

  /** One that is gone, or out of reach, does not take the others with it. */
  async function each(ids: readonly string[], signal?: AbortSignal): Promise<RaRecord[]> {
    const found = await Promise.allSettled(ids.map(id => one(id, signal)))
    return found.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  }

  return {
    one,

    async list(params: GetListParams): Promise<GetListResult<RaRecord>> {
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

    /** All at once; one by one where the server does not know `ids`, and so answers with other devices. */
    async named(ids: readonly string[], signal?: AbortSignal): Promise<RaRecord[]> {
      if (ids.length < 2) return each(ids, signal)
      const found: RaRecord[] = []
      for (let at = 0; at < ids.length; at += pageLimit) {
        const part = ids.slice(at, at + pageLimit)
        const wanted = part.filter(id => /^\d{1,15}$/.test(id))
        const asked = { ids: wanted.join(','), page_index: 1, page_limit: part.length }
        const page = await devicePage(asked, signal)
        const knowsIds = page.count <= part.length && page.data.every(({ id }) => part.includes(id))
        found.push(...(knowsIds ? page.data : await each(part, signal)))
      }
      return found
    },
  }
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
