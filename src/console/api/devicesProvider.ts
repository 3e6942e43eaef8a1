/** Devices by the calls of §7: pages of their list, and by their IMEIs. */
import { type GetListParams, HttpError, type RaRecord } from 'ra-core'
import type { DeviceDetail } from '../../contract/devicePage'
import type { CompiledConfig } from '../../engine/compiled'
import type { Query } from './calls'
import { type Client, optional } from './client'
import { deviceQuery, type Fields } from './filters'
import { type ManyParams, type OneParams, orderQuery, pageQuery } from './pages'

/** What a caller sees of the page of a device where the server has none. */
const NOTHING: DeviceDetail['sees'] = { signals: false, timeline: [] }

export function createDevicesProvider(client: Client, config: CompiledConfig, level: () => number) {
  const { pageLimit } = config.app.limits
  const list = config.resources.devices?.list
  let draws = 0

  /** §7 lists what this call sends; all of it is always sent, and what is not asked for as what asks for nothing. */
  function devicePage(wanted: Record<string, string | number>, signal?: AbortSignal) {
    draws += 1
    const query = {
      ...orderQuery(list?.sort ?? { field: 'id', order: 'ASC' }),
      'search[topic]': 'all',
      'search[alike]': '',
      status: 'all',
      model: 0,
      batch: 0,
      ...wanted,
      level: level(),
      draw: draws,
    }
    return client.call('devices.list', { query: query as Query<'devices.list'>, signal })
  }

  /** §7 has no call for one device: it is searched by its IMEI. */
  async function one(id: string, signal?: AbortSignal): Promise<RaRecord> {
    const search = { 'search[topic]': 'imei', 'search[alike]': id, page_index: 1, page_limit: 1 }
    const page = await devicePage(search, signal)
    const device = page.data.find(found => found.id === id)
    if (!device) throw new HttpError('ra.page.not_found', 404)
    return device
  }

  /** One that is gone, or out of reach, does not take the others with it. */
  async function each(ids: readonly string[], signal?: AbortSignal): Promise<RaRecord[]> {
    const found = await Promise.allSettled(ids.map(id => one(id, signal)))
    return found.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  }

  /** All at once; one by one where the server does not know `ids`, and so answers with other devices. */
  async function named(ids: readonly string[], signal?: AbortSignal): Promise<RaRecord[]> {
    if (ids.length < 2) return each(ids, signal)
    const found: RaRecord[] = []
    for (let at = 0; at < ids.length; at += pageLimit) {
      const part = ids.slice(at, at + pageLimit)
      const wanted = part.filter(id => /^\d{1,15}$/.test(id))
      const query = { ids: wanted.join(','), page_index: 1, page_limit: part.length }
      const page = await devicePage(query, signal)
      const knowsIds = page.count <= part.length && page.data.every(({ id }) => part.includes(id))
      found.push(...(knowsIds ? page.data : await each(part, signal)))
    }
    return found
  }

  return {
    getList: async (_: string, params: GetListParams) => {
      const { data, count } = await devicePage(
        {
          ...deviceQuery(list?.filters, params.filter),
          ...orderQuery(params.sort),
          ...pageQuery(params, pageLimit, list?.perPage),
        },
        params.signal,
      )
      return { data, total: count }
    },
    /** With what only its page shows, where the server has such a page (decision 22). */
    getOne: async (_: string, { id: given, signal }: OneParams) => {
      const id = String(given)
      const device = await optional(client.payload('devicePage.get', { params: { id }, signal }))
      return { data: device?.id === id ? device : { ...(await one(id, signal)), sees: NOTHING } }
    },
    getMany: async (_: string, { ids, signal }: ManyParams) => ({
      data: await named(ids.map(String), signal),
    }),
    update: async (_: string, { id, data }: { id: unknown; data: Fields }) => {
      // What the page adds is no part of the record.
      const { sees: _sees, ...body } = data
      const device = await client.payload('devices.update', { params: { id: String(id) }, body })
      return { data: { ...data, ...device } }
    },
    delete: async (_: string, { id, previousData }: { id: unknown; previousData?: RaRecord }) => {
      await client.call('devices.remove', { params: { id: String(id) } })
      return { data: previousData ?? { id: String(id) } }
    },
  }
}
