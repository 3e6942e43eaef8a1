/**
 * The data provider's own methods, beside react-admin's: calls that neither read nor write records, reached through
 * `useFleet()`.
 */
import { type DataProvider, useDataProvider } from 'ra-core'
import type { ProvinceFigures } from '../../contract/dashboard'
import type { SortedNumbers } from '../../contract/devices'
import type { OrderStatus } from '../../domain/orders'
import type { CompiledFilter, CompiledResource } from '../../engine/compiled'
import type { Body, CallName, Query } from './calls'
import { type ApiClient, type CallInput, undefinedIfMissing } from './client'
import { CONTRACT_NAMES } from './contractProvider'
import { type ExportedFile, type ExportedRows, exportList } from './exports'
import { deviceQuery, type Fields } from './filters'
import { logFailure } from './logFailure'
import type { OrdersProvider } from './ordersProvider'
import { type ExpectedMoves, expectedHeaders, type UploadOptions } from './upload'
import { uploadCalls } from './uploadCalls'

export type OrderCountName = OrderStatus | 'overall'

/** Devices that the user chose: these, or all that the filter of their list finds. */
export type DeviceChoice = { ids: string[]; filter?: undefined } | { ids?: undefined; filter: Fields }

export type DeviceChange = Omit<Body<'bulk.change'>, 'ids' | 'filter'> & { choice: DeviceChoice }

/** The most numbers in one call. */
const NUMBERS_PER_CALL = 5_000

/** Every method is a promise, as react-admin expects of a data provider, and throws HttpError. */
export function createFleet(
  client: ApiClient,
  orders: OrdersProvider,
  /** The filters of the list of devices. */
  filters?: readonly CompiledFilter[],
) {
  /** A call that is ours: `undefined` on a server that does not have it (decision 22). */
  const extraCall = <N extends CallName>(name: N, input: CallInput<N>) =>
    undefinedIfMissing(client.payload(name, input))

  const choiceBody = ({ ids, filter }: DeviceChoice) =>
    ids ? { ids } : { filter: deviceQuery(filters, filter) }

  return {
    dashboardStats: (signal?: AbortSignal) => client.payload('dashboard.stats', { signal }),

    /** The device count of every province. */
    provinces: async (signal?: AbortSignal) => {
      const provinces = await logFailure(client.payload('dashboard.place', { signal }))
      return Array.isArray(provinces) ? provinces : []
    },

    /** The device counts of one province. */
    province: async (sido: string, signal?: AbortSignal) =>
      (await logFailure(client.payload('dashboard.place', { query: { sido }, signal }))) as ProvinceFigures,

    /** The outlines of the regions, as GeoJSON, from the address that config names. */
    countryMap: async (url: string, signal?: AbortSignal): Promise<unknown> =>
      (await client.http(url, { signal })).json,

    /** How many devices an order would be sent to. */
    previewOrder: (aim: Body<'orders.preview'>, signal?: AbortSignal) =>
      extraCall('orders.preview', { body: aim, signal }),

    /** The devices of an order, to be ordered again. */
    orderRecipients: (id: number, query: Query<'orders.recipients'>, signal?: AbortSignal) =>
      extraCall('orders.recipients', { params: { id }, query, signal }),

    /** The devices of many numbers, sorted; each device once. */
    async findNumbers(numbers: readonly string[], signal?: AbortSignal): Promise<SortedNumbers | undefined> {
      const sorted: SortedNumbers = { found: [], duplicate: [], unknown: [], invalid: [] }
      const devices = new Set<string>()
      for (let start = 0; start < numbers.length; start += NUMBERS_PER_CALL) {
        const body = { numbers: numbers.slice(start, start + NUMBERS_PER_CALL) }
        const response = await extraCall('devices.numbers', { body, signal })
        if (!response) return undefined
        for (const hit of response.found) {
          if (devices.has(hit.device)) sorted.duplicate.push(hit.number)
          else sorted.found.push(hit)
          devices.add(hit.device)
        }
        sorted.duplicate.push(...response.duplicate)
        sorted.unknown.push(...response.unknown)
        sorted.invalid.push(...response.invalid)
      }
      return sorted
    },

    /** The user's own record with the figures of the profile. */
    profile: (email: string, signal?: AbortSignal) =>
      client.payload('clients.byEmail', { params: { email }, signal }),

    /** Sends the whole record with what changes in it (§7). */
    saveProfile: (record: Body<'clients.saveOwn'>) => client.payload('clients.saveOwn', { body: record }),
    signUp: (credentials: Body<'auth.signup'>) => client.payload('auth.signup', { body: credentials }),

    /** The account of a provider that waits to be linked here; `undefined` without one. */
    pendingLink: (signal?: AbortSignal) => extraCall('auth.pendingLink', { signal }),

    /** How the user signs in; `undefined` on a server where that is by password alone. */
    logins: (signal?: AbortSignal) => extraCall('auth.logins', { signal }),

    /** Begins to link an account of a provider. @returns where the browser goes next */
    addLogin: (provider: string, password: string) =>
      client.payload('auth.addLogin', { params: { provider }, body: password ? { password } : {} }),

    removeLogin: (provider: string) => client.call('auth.removeLogin', { params: { provider } }),

    /** Registers an order; the same identity is the same order. The answer may have `result: false`: check it. */
    registerOrder: (sheet: Body<'orders.register'>, identity: readonly string[]) =>
      client.call('orders.register', { body: sheet, identity }),

    /** The counts of orders by status; `undefined` where the server does not count. */
    orderCounts: async (signal?: AbortSignal) => {
      const counts = await extraCall('orders.counts', { signal })
      const archived = counts?.archived ?? orders.archivedInBrowser()
      return counts && archived !== undefined ? { ...counts, archived: archived } : counts
    },

    /**
     * Whether the server keeps fields that config adds to orders: only ours counts the archive. Works for an empty
     * mailbox too.
     */
    keepsOrderFields: async (signal?: AbortSignal) =>
      (await extraCall('orders.counts', { signal }))?.archived !== undefined,

    /** Deleted orders back into the list (their deletion is this page's own, §2). */
    restoreOrders: async (ids: readonly number[]) => orders.restore(ids),

    /** What became of an order's targets, as a spreadsheet. */
    downloadOrderResults: (id: number, query: Query<'orders.results'>, signal?: AbortSignal) =>
      client.download('orders.results', { params: { id }, query, signal }),

    /** Fails the targets that still wait, and answers how many; `undefined` where the server cannot. */
    cancelOrder: (id: number) => extraCall('orders.cancel', { params: { id } }),

    /** A file at an address of this server's, such as an attachment's. */
    downloadFile: client.file,

    /** The first devices whose phone number holds the digits, and how many there are. */
    searchDevices: ({ alike, max }: { alike: string; max: number }, signal?: AbortSignal) =>
      client.call('devices.search', { body: { topic: 'number', alike, status: 'all', max }, signal }),

    deviceSignals: (id: string, query: Query<'devicePage.signals'>, signal?: AbortSignal) =>
      client.payload('devicePage.signals', { params: { id }, query, signal }),

    /** A page of what a device lived through; `next` leads to the following one. */
    deviceTimeline: (id: string, query: Query<'devicePage.timeline'>, signal?: AbortSignal) =>
      client.call('devicePage.timeline', { params: { id }, query, signal }),

    downloadRosterSample: (signal?: AbortSignal) => client.download('devices.rosterSample', { signal }),

    /** The server's problems with the rows of a spreadsheet; `undefined` where it has no such call. */
    checkRoster: (rows: Body<'devices.rosterCheck'>['rows'], signal?: AbortSignal) =>
      extraCall('devices.rosterCheck', { body: { rows }, signal }),

    uploadRoster: (file: File, watch?: UploadOptions) => client.upload('devices.rosterUpload', file, watch),

    /** What a sheet would change in registered devices. */
    compareRoster: async (file: File, watch?: UploadOptions) =>
      (await client.upload('devices.rosterCompare', file, watch)).payload,

    /** @param changing how many devices the user expects to change */
    updateByRoster: (file: File, { changing, ...watch }: UploadOptions & { changing: number }) =>
      client.upload('devices.rosterUpdate', file, {
        headers: { 'Changing-Devices': String(changing) },
        ...watch,
      }),

    /** Pictures by record id; `undefined` where the server has none for this resource (decision 8). */
    images: async (resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined> => {
      const name = CONTRACT_NAMES.find(candidate => candidate === resource)
      const images = name && (await extraCall(`${name}.images`, { signal }))
      return images && new Map(images.map(({ id, img }) => [String(id), img]))
    },

    /** One picture; `undefined` where there is none, or what came is none. */
    picture: async (resource: string, id: string, field: string, signal?: AbortSignal) => {
      const params = { resource, id, field }
      const found = await undefinedIfMissing(client.download('pictures.get', { params, signal }))
      return found && /^image\/(png|jpeg|gif|webp)$/.test(found.blob.type) ? found.blob : undefined
    },

    /**
     * What a deletion does to other records; `undefined` where the server does not have the call, or the record is
     * deleted.
     */
    removalEffects: (resource: string, id: string, signal?: AbortSignal) =>
      extraCall('records.removal', { params: { resource, id }, signal }),

    /** The records that a number or a name may mean; `undefined` where the server has no such search (decision 22). */
    search: (q: string, signal?: AbortSignal) => extraCall('search.find', { query: { q }, signal }),

    /** Why the config files of the server are refused; `undefined` where the server does not say. */
    configProblems: (signal?: AbortSignal) => extraCall('config.problems', { signal }),

    /** Whether a device has a secret; `undefined` where the server issues none, or the device is deleted. */
    deviceSecret: (id: string, signal?: AbortSignal) =>
      extraCall('deviceSecrets.get', { params: { id }, signal }),

    issueDeviceSecret: (id: string) => client.payload('deviceSecrets.issue', { params: { id } }),
    revokeDeviceSecrets: (id: string) => client.call('deviceSecrets.revoke', { params: { id } }),

    /** How many devices of a batch would get a secret; `undefined` as above. */
    batchSecrets: (id: number, signal?: AbortSignal) =>
      extraCall('deviceSecrets.ofBatch', { params: { id }, signal }),

    /**
     * New secrets for the devices of a batch, as a spreadsheet; 409 if the batch no longer has this number of devices.
     */
    issueBatchSecrets: (id: number, devices: number) =>
      client.download('deviceSecrets.issueBatch', { params: { id }, body: { devices } }),

    /** The names of the resources whose lists the server gives as spreadsheets; `undefined` where it gives none. */
    exportableLists: (signal?: AbortSignal) => extraCall('exports.offer', { signal }),

    exportList: (resource: CompiledResource, rows: ExportedRows, file: ExportedFile) =>
      exportList(client, resource, { ...rows, without: orders.hidden() }, file),

    downloadBatchDevices: (id: number, signal?: AbortSignal) =>
      client.download('batches.download', { params: { id }, signal }),

    /**
     * Makes the devices of the file those of the batch. Where other numbers of devices than were agreed to would leave
     * it, join it or change their bunch in it, our server refuses (409 `batchDevices.leaving`, with the numbers).
     */
    uploadBatchDevices: (
      id: number,
      file: File,
      { agreed, ...watch }: UploadOptions & { agreed?: ExpectedMoves | undefined } = {},
    ) => {
      const headers = agreed ? expectedHeaders(agreed) : {}
      return client.upload('batches.upload', file, { params: { id }, headers, ...watch })
    },

    /** Changes or removes the chosen devices; the same name is the same change. */
    changeDevices: ({ choice, ...sheet }: DeviceChange) =>
      client.payload('bulk.change', { body: { ...sheet, ...choiceBody(choice) } }),

    /** How far a change is; `undefined` before it has begun. */
    changeProgress: (name: string, signal?: AbortSignal) =>
      extraCall('bulk.progress', { params: { name }, signal }),

    /** Cancels a change. Whether it was in time, the answer of the change says. */
    stopChange: (name: string) => undefinedIfMissing(client.call('bulk.cancel', { params: { name } })),

    undoChange: (name: string) => client.payload('bulk.undo', { params: { name } }),

    /** The chosen devices, as targets of an order. */
    chosenTargets: ({ choice, expected }: Pick<DeviceChange, 'choice' | 'expected'>, signal?: AbortSignal) =>
      client.payload('bulk.targets', { body: { expected, ...choiceBody(choice) }, signal }),

    ...uploadCalls(client),
  }
}

export type Fleet = DataProvider & ReturnType<typeof createFleet>

/** The data provider with the methods above. */
export const useFleet = () => useDataProvider<Fleet>()
