/** The data provider of devices, by the calls of §7. A device's id is its IMEI. */
import { type GetListParams, HttpError, type RaRecord } from 'ra-core'
import type { DeviceDetail } from '../../contract/devicePage'
import type { CompiledConfig } from '../../engine/compiled'
import type { Query } from './calls'
import { type ApiClient, undefinedIfMissing } from './client'
import { deviceQuery, type Fields } from './filters'
import { type DeleteParams, type ManyParams, type OneParams, orderQuery, pageQuery } from './pages'

/** `sees` (what the user may see of a device) for a server without the device page. */
const SEES_NOTHING: DeviceDetail['sees'] = { signals: false, timeline: [] }

/** The rows of a search are shown before more devices than this are counted. */
const MAX_COUNT = 10_000

export function createDevicesProvider(client: ApiClient, config: CompiledConfig, level: () => number) {
  const { pageLimit } = config.app.limits
  const list = config.resources.devices?.list
  /** The number of the request, which §7 asks for. */
  let draw = 0

  /** Fetches a page. §7 requires all of these parameters, with fixed values for those that do not filter. */
  function fetchPage(parameters: Record<string, string | number>, signal?: AbortSignal) {
    draw += 1
    const query = {
      ...orderQuery(list?.sort ?? { field: 'id', order: 'ASC' }),
      'search[topic]': 'all',
      'search[alike]': '',
      status: 'all',
      model: 0,
      batch: 0,
      ...parameters,
      level: level(),
      draw,
    }
    return client.call('devices.list', { query: query as Query<'devices.list'>, signal })
  }

  /** Searches a device by its IMEI, since §7 has no call for a single device. @throws HttpError 404 */
  async function findOne(id: string, signal?: AbortSignal): Promise<RaRecord> {
    const search = { 'search[topic]': 'imei', 'search[alike]': id, page_index: 1, page_limit: 1 }
    const page = await fetchPage(search, signal)
    const device = page.data.find(candidate => candidate.id === id)
    if (!device) throw new HttpError('ra.page.not_found', 404)
    return device
  }

  /**
   * Fetches devices by one request each. Devices that do not exist, or that the user may not see, are left out. Any
   * other failure fails the whole call, so that it is retried.
   */
  async function findEach(ids: readonly string[], signal?: AbortSignal): Promise<RaRecord[]> {
    const ignoreNotFound = (error: unknown) => {
      if (error instanceof HttpError && error.status === 404) return []
      throw error
    }
    return (await Promise.all(ids.map(id => findOne(id, signal).catch(ignoreNotFound)))).flat()
  }

  /** Fetches devices by pages of ids, or one by one if the server ignores `ids` and sends other devices. */
  async function findMany(ids: readonly string[], signal?: AbortSignal): Promise<RaRecord[]> {
    if (ids.length < 2) return findEach(ids, signal)
    const devices: RaRecord[] = []
    for (let start = 0; start < ids.length; start += pageLimit) {
      const pageIds = ids.slice(start, start + pageLimit)
      const validIds = pageIds.filter(id => /^\d{1,15}$/.test(id))
      const query = { ids: validIds.join(','), page_index: 1, page_limit: pageIds.length }
      const page = await fetchPage(query, signal)
      const supportsIds = page.count <= pageIds.length && page.data.every(({ id }) => pageIds.includes(id))
      devices.push(...(supportsIds ? page.data : await findEach(pageIds, signal)))
    }
    return devices
  }

  return {
    /**
     * `meta.atLeast` of the page: more devices match the search than `total`; `meta.exact` of the request counts all.
     */
    getList: async (_: string, params: GetListParams) => {
      const filter = deviceQuery(config.resources.devices, params.filter)
      const { data, count, atLeast } = await fetchPage(
        {
          ...filter,
          ...(filter['search[alike]'] && !params.meta?.exact && { max_count: MAX_COUNT }),
          ...orderQuery(params.sort),
          ...pageQuery(params, pageLimit, list?.perPage),
        },
        params.signal,
      )
      return { data, total: count, ...(atLeast && { meta: { atLeast } }) }
    },
    /** With the fields of the device page, if the server has that call (decision 22). */
    getOne: async (_: string, { id: rawId, signal }: OneParams) => {
      const id = String(rawId)
      const device = await undefinedIfMissing(client.payload('devicePage.get', { params: { id }, signal }))
      return { data: device?.id === id ? device : { ...(await findOne(id, signal)), sees: SEES_NOTHING } }
    },
    getMany: async (_: string, { ids, signal }: ManyParams) => ({
      data: await findMany(ids.map(String), signal),
    }),
    /** @param meta the user's answer about a move to another vendor, sent as the query of the save */
    update: async (
      _: string,
      { id, data, meta }: { id: unknown; data: Fields; meta?: Query<'devices.update'> },
    ) => {
      // Fields of the device page, which are not part of the record.
      const { sees: _sees, misunderstood: _misunderstood, ...body } = data
      const device = await client.payload('devices.update', {
        params: { id: String(id) },
        query: meta ?? {},
        body,
      })
      return { data: { ...data, ...device } }
    },
    delete: async (_: string, { id, previousData, meta }: DeleteParams) => {
      await client.call('devices.remove', { params: { id: String(id) }, query: meta?.agreed ?? {} })
      return { data: previousData ?? { id: String(id) } }
    },
  }
}
