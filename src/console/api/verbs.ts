/** What the console does that is not reading or writing records: reached through `useFleet()`. */
import { type DataProvider, useDataProvider } from 'ra-core'
import type { OrderStatus } from '../../domain/orders'
import type { Body, Query } from './calls'
import { type Client, optional } from './client'
import { createComposeCalls } from './composeCalls'
import { RECORD_NAMES } from './contractProvider'
import { createDashboardCalls } from './dashboardCalls'
import type { OrdersProvider } from './ordersProvider'
import type { Watch } from './upload'

export type OrderCountName = OrderStatus | 'overall'

/** Every method is a promise, as react-admin expects of a data provider, and throws HttpError. */
export function createVerbs(client: Client, orders: OrdersProvider) {
  return {
    ...createDashboardCalls(client),
    ...createComposeCalls(client),

    /** One's own record with the figures of the profile. */
    profile: (email: string, signal?: AbortSignal) =>
      client.payload('clients.byEmail', { params: { email }, signal }),

    /** Sends the whole record with what changes in it (§7). */
    saveProfile: (record: Body<'clients.saveOwn'>) => client.payload('clients.saveOwn', { body: record }),

    signUp: (credentials: Body<'auth.signup'>) => client.payload('auth.signup', { body: credentials }),

    /** Registers an order. A repeat with the same key is harmless. Answers also when `result` is false: look at it. */
    registerOrder: (sheet: Body<'orders.register'>, key: string) =>
      client.call('orders.register', { body: sheet, headers: { 'Idempotency-Key': key } }),

    /** How many orders stand where; `undefined` where the server does not count. */
    orderCounts: async (signal?: AbortSignal) => {
      const counts = await optional(client.payload('orders.counts', { signal }))
      const here = counts?.archived ?? orders.archivedHere()
      return counts && here !== undefined ? { ...counts, archived: here } : counts
    },

    /** Deleted orders back into the list (their deletion is this page's own, §2). */
    restoreOrders: async (ids: readonly number[]) => orders.restore(ids),

    /** What became of an order's targets, as a spreadsheet. */
    downloadOrderResults: (id: number, query: Query<'orders.results'>, signal?: AbortSignal) =>
      client.download('orders.results', { params: { id }, query, signal }),

    /** Fails the targets that still wait, and answers how many; `undefined` where the server cannot. */
    cancelOrder: (id: number) => optional(client.payload('orders.cancel', { params: { id } })),

    /** A file at an address of this server's, such as an attachment's. */
    downloadFile: client.file,

    /** The first devices whose phone number holds the digits, and how many there are. */
    searchDevices: ({ alike, max }: { alike: string; max: number }, signal?: AbortSignal) =>
      client.call('devices.search', { body: { topic: 'number', alike, status: 'all', max }, signal }),

    downloadRosterSample: (signal?: AbortSignal) => client.download('devices.rosterSample', { signal }),

    uploadRoster: (file: File, { name, ...watch }: Watch = {}) =>
      client.upload('devices.rosterUpload', file, { headers: uploadHeaders(name), ...watch }),

    /** Pictures by record id; `undefined` where the server has none for this resource (decision 8). */
    images: async (resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined> => {
      const name = RECORD_NAMES.find(one => one === resource)
      const images = name && (await optional(client.payload(`${name}.images`, { signal })))
      return images && new Map(images.map(({ id, img }) => [String(id), img]))
    },

    /** One picture; `undefined` where there is none, or what came is none. */
    picture: async (resource: string, id: string, field: string, signal?: AbortSignal) => {
      const params = { resource, id, field }
      const found = await optional(client.download('pictures.get', { params, signal }))
      return found && /^image\/(png|jpeg|gif|webp)$/.test(found.blob.type) ? found.blob : undefined
    },

    /** What a number or a name means; `undefined` where the server has no such search (decision 22). */
    search: (q: string, signal?: AbortSignal) =>
      optional(client.payload('search.find', { query: { q }, signal })),

    /** Why the config files of the server are refused; `undefined` where the server does not say. */
    configProblems: (signal?: AbortSignal) => optional(client.payload('config.problems', { signal })),

    downloadBatchDevices: (id: number, signal?: AbortSignal) =>
      client.download('batches.download', { params: { id }, signal }),

    /**
     * Makes the devices of the file those of the batch. Where another number of devices than `leaving` would leave it, our server
     * refuses (409 `batchDevices.leaving`, with the numbers).
     */
    uploadBatchDevices: (id: number, file: File, options: Watch & { leaving?: number } = {}) => {
      const { name, leaving, ...watch } = options
      const agreed: Record<string, string> =
        leaving === undefined ? {} : { 'Leaving-Devices': String(leaving) }
      return client.upload('batches.upload', file, {
        params: { id },
        headers: { ...uploadHeaders(name), ...agreed },
        ...watch,
      })
    },

    /** Stops an upload that the server has whole. The upload itself says whether it was in time. Fails where there is none (any more). */
    cancelUpload: async (name: string): Promise<void> => {
      await client.call('uploads.cancel', { params: { upload: name } })
    },
  }
}

export type FleetProvider = DataProvider & ReturnType<typeof createVerbs>

const uploadHeaders = (name: string | undefined): Record<string, string> =>
  name ? { 'Upload-Name': name } : {}

/** The data provider with the verbs above. */
export const useFleet = () => useDataProvider<FleetProvider>()
