/** What the console does that is not reading or writing records: reached through `useFleet()`. */
import { type DataProvider, useDataProvider } from 'ra-core'
import type { OrderStatus } from '../../domain/orders'
import { type AccountCalls, createAccountCalls } from './accountCalls'
import type { Answer, Body, Payload, Query } from './calls'
import { type Client, optional } from './client'
import { type ComposeCalls, createComposeCalls } from './composeCalls'
import { createDashboardCalls, type DashboardCalls } from './dashboardCalls'
import type { Download } from './downloads'
import type { OrderCalls } from './orderCalls'
import type { RecordCalls } from './recordCalls'
import type { Watch } from './upload'

export type OrderCountName = OrderStatus | 'overall'

export interface Verbs extends AccountCalls, DashboardCalls, ComposeCalls {
  /** Registers an order. A repeat with the same key is harmless. Answers also when `result` is false: look at it. */
  registerOrder(sheet: Body<'orders.register'>, key: string): Promise<Answer<'orders.register'>>
  /** How many orders stand where; `undefined` where the server does not count. */
  orderCounts(signal?: AbortSignal): Promise<Payload<'orders.counts'> | undefined>
  /** Deleted orders back into the list (their deletion is this page's own, §2). */
  restoreOrders(ids: readonly number[]): Promise<void>
  /** What became of an order's targets, as a spreadsheet. */
  downloadOrderResults(id: number, query: Query<'orders.results'>, signal?: AbortSignal): Promise<Download>
  /** Fails the targets that still wait, and answers how many; `undefined` where the server cannot. */
  cancelOrder(id: number): Promise<Payload<'orders.cancel'> | undefined>
  /** A file at an address of this server's, such as an attachment's. */
  downloadFile(address: string, signal?: AbortSignal): Promise<Download>
  /** The first devices whose phone number holds the digits, and how many there are. */
  searchDevices(
    search: { alike: string; max: number },
    signal?: AbortSignal,
  ): Promise<Answer<'devices.search'>>
  downloadRosterSample(signal?: AbortSignal): Promise<Download>
  uploadRoster(file: File, watch?: Watch): Promise<Answer<'devices.rosterUpload'>>
  /** Pictures by record id; `undefined` where the server has none for this resource (decision 8). */
  images(resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined>
  /** One picture; `undefined` where there is none, or what came is none. */
  picture(resource: string, id: string, field: string, signal?: AbortSignal): Promise<Blob | undefined>
  /** What a number or a name means; `undefined` where the server has no such search (decision 22). */
  search(text: string, signal?: AbortSignal): Promise<Payload<'search.find'> | undefined>
  /** Why the config files of the server are refused; `undefined` where the server does not say. */
  configProblems(signal?: AbortSignal): Promise<Payload<'config.problems'> | undefined>
  downloadBatchDevices(id: number, signal?: AbortSignal): Promise<Download>
  /**
   * Makes the devices of the file those of the batch. Where another number of devices than `leaving` would leave it, our server
   * refuses (409 `batchDevices.leaving`, with the numbers).
   */
  uploadBatchDevices(
    id: number,
    file: File,
    watch?: Watch & { leaving?: number },
  ): Promise<Answer<'batches.upload'>>
  /** Stops an upload that the server has whole. The upload itself says whether it was in time. @throws where there is none (any more) */
  cancelUpload(name: string): Promise<void>
}

export type FleetProvider = DataProvider & Verbs

export function createVerbs(client: Client, records: Record<string, RecordCalls>, orders: OrderCalls): Verbs {
  return {
    ...createAccountCalls(client),
    ...createDashboardCalls(client),
    registerOrder: (sheet, key) =>
      client.call('orders.register', { body: sheet, headers: { 'Idempotency-Key': key } }),
    orderCounts: async signal => {
      const counts = await optional(client.payload('orders.counts', { signal }))
      const here = counts?.archived ?? orders.archivedHere()
      return counts && here !== undefined ? { ...counts, archived: here } : counts
    },
    // A promise, as react-admin expects of every method of a provider.
    restoreOrders: async ids => orders.restore(ids),
    downloadOrderResults: (id, query, signal) =>
      client.download('orders.results', { params: { id }, query, signal }),
    ...createComposeCalls(client),
    cancelOrder: id => optional(client.payload('orders.cancel', { params: { id } })),
    downloadFile: client.file,
    searchDevices: ({ alike, max }, signal) =>
      client.call('devices.search', { body: { topic: 'number', alike, status: 'all', max }, signal }),
    downloadRosterSample: signal => client.download('devices.rosterSample', { signal }),
    uploadRoster: (file, { name, ...watch } = {}) =>
      client.upload('devices.rosterUpload', file, { headers: named(name), ...watch }),
    images: async (resource, signal) => {
      const calls = records[resource]
      const images = calls && (await optional(calls.images(signal)))
      return images && new Map(images.map(({ id, img }) => [String(id), img]))
    },
    picture: async (resource, id, field, signal) => {
      const params = { resource, id, field }
      const found = await optional(client.download('pictures.get', { params, signal }))
      return found && /^image\/(png|jpeg|gif|webp)$/.test(found.blob.type) ? found.blob : undefined
    },
    search: (q, signal) => optional(client.payload('search.find', { query: { q }, signal })),
    configProblems: signal => optional(client.payload('config.problems', { signal })),
    downloadBatchDevices: (id, signal) => client.download('batches.download', { params: { id }, signal }),
    uploadBatchDevices: (id, file, { name, leaving, ...watch } = {}) =>
      client.upload('batches.upload', file, {
        params: { id },
        headers: {
          ...named(name),
          ...(leaving === undefined ? {} : { 'Leaving-Devices': String(leaving) }),
        },
        ...watch,
      }),
    cancelUpload: async name => {
      await client.call('uploads.cancel', { params: { upload: name } })
    },
  }
}

const named = (name: string | undefined): Record<string, string> => (name ? { 'Upload-Name': name } : {})

/** The data provider with the verbs above. */
export const useFleet = () => useDataProvider<FleetProvider>()
