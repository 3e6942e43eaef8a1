/** Our additions to react-admin's data provider: calls that neither read nor write records. See `useFleet()`. */
import { type DataProvider, useDataProvider } from 'ra-core'
import type { ProvinceFigures } from '../../contract/dashboard'
import type { SortedNumbers } from '../../contract/devices'
import type { OrderStatus } from '../../domain/orders'
import type { CompiledResource } from '../../engine/compiled'
import type { Body, CallName, Query } from './calls'
import { type ApiClient, type CallInput, undefinedIfMissing } from './client'
import { CONTRACT_NAMES } from './contractProvider'
import { type ExportedFile, type ExportedRows, exportList } from './exports'
import { deviceQuery, type Fields, restFilter } from './filters'
import { importCalls } from './importCalls'
import { logFailure } from './logFailure'
import type { OrdersProvider } from './ordersProvider'
import { type ExpectedMoves, expectedHeaders, type UploadOptions } from './upload'
import { uploadCalls } from './uploadCalls'

export type OrderCountName = OrderStatus | 'overall'

/** Records that the user selected: either by id, or all that the filter of the list finds. */
export type RecordChoice = { ids: string[]; filter?: undefined } | { ids?: undefined; filter: Fields }

export type RecordsChange = Omit<Body<'bulk.change'>, 'ids' | 'filter'> & { choice: RecordChoice }
type CountedChoice = Pick<RecordsChange, 'choice' | 'expected'>

type RosterChange = Query<'devices.rosterUpdate'> & { changing: number }

/** The API accepts at most this many numbers in one call. */
const NUMBERS_PER_CALL = 5_000

/** All methods return promises, as react-admin expects of a data provider, and reject with HttpError. */
export function createFleet(client: ApiClient, orders: OrdersProvider, devices?: CompiledResource) {
  /** A call that only our server has: `undefined` on others (decision 22). */
  const extraCall = <N extends CallName>(name: N, input: CallInput<N>) =>
    undefinedIfMissing(client.payload(name, input))

  const filterOf = ({ name, list }: CompiledResource, filter: Fields) =>
    name === 'devices' ? deviceQuery(devices, filter) : restFilter(list?.filters, filter)

  const choiceBody = (resource: CompiledResource, { ids, filter }: RecordChoice) =>
    ids ? { ids } : { filter: filterOf(resource, filter) }

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

    /**
     * Problems that need attention, such as lost devices and failed orders; null if the server does not have the call.
     */
    attention: async (signal?: AbortSignal) => (await extraCall('dashboard.attention', { signal })) ?? null,

    /** Online devices over time; null if the server does not record them. */
    onlineHistory: async (signal?: AbortSignal) => (await extraCall('dashboard.history', { signal })) ?? null,

    /** The outlines of the regions, as GeoJSON, from the address that config names. */
    countryMap: async (url: string, signal?: AbortSignal): Promise<unknown> =>
      (await client.http(url, { signal })).json,

    /** How many devices an order would be sent to. */
    previewOrder: (body: Body<'orders.preview'>, signal?: AbortSignal) =>
      extraCall('orders.preview', { body, signal }),

    /** The devices of an order, so that it can be sent to them again. */
    orderRecipients: (id: number, query: Query<'orders.recipients'>, signal?: AbortSignal) =>
      extraCall('orders.recipients', { params: { id }, query, signal }),

    /**
     * Finds devices by phone number. A number is `found`, `duplicate` (of a device that was found before), `unknown` or
     * `invalid`. `undefined` if the server does not have the call.
     */
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

    /** The user's own record, with the figures of the profile page. */
    profile: (email: string, signal?: AbortSignal) =>
      client.payload('clients.byEmail', { params: { email }, signal }),

    /** @param record the whole record, with the changes (§7) */
    saveProfile: (record: Body<'clients.saveOwn'>) => client.payload('clients.saveOwn', { body: record }),
    signUp: (credentials: Body<'auth.signup'>) => client.payload('auth.signup', { body: credentials }),

    /** The account of a sign-in provider that the user has not linked yet to an account here; `undefined` if none. */
    pendingLink: (signal?: AbortSignal) => extraCall('auth.pendingLink', { signal }),

    /** The user's ways to sign in: password and providers. `undefined` on a server that has passwords only. */
    logins: (signal?: AbortSignal) => extraCall('auth.logins', { signal }),

    /** Starts linking a provider's account. @returns the address to which the browser must go */
    addLogin: (provider: string, password: string) =>
      client.payload('auth.addLogin', { params: { provider }, body: password ? { password } : {} }),

    removeLogin: (provider: string) => client.call('auth.removeLogin', { params: { provider } }),

    /** Registers an order, once per `identity`. The caller must check `result` of the response. */
    registerOrder: (order: Body<'orders.register'>, identity: readonly string[]) =>
      client.call('orders.register', { body: order, identity }),

    /** The number of orders by status; `undefined` if the server does not count them. */
    orderCounts: async (signal?: AbortSignal) => {
      const counts = await extraCall('orders.counts', { signal })
      const archived = counts?.archived ?? orders.archivedInBrowser()
      return counts && archived !== undefined ? { ...counts, archived } : counts
    },

    /**
     * Whether the server stores fields that config adds to orders. Only our server does. It is recognised by its count
     * of archived orders, which it sends even for an empty mailbox.
     */
    keepsOrderFields: async (signal?: AbortSignal) =>
      (await extraCall('orders.counts', { signal }))?.archived !== undefined,

    /** Shows deleted orders in the list again. Orders are deleted in this page only (§2). */
    restoreOrders: async (ids: readonly number[]) => orders.restore(ids),

    /** The results of an order's targets, as a spreadsheet. */
    downloadOrderResults: (id: number, query: Query<'orders.results'>, signal?: AbortSignal) =>
      client.download('orders.results', { params: { id }, query, signal }),

    /** Makes waiting targets fail. @returns how many; `undefined` if the server does not have the call */
    cancelOrder: (id: number) => extraCall('orders.cancel', { params: { id } }),

    /** A file at an address of this server, such as an attachment. */
    downloadFile: client.file,

    /** The first devices whose phone number contains the digits `alike`, and the total. */
    searchDevices: ({ alike, max }: { alike: string; max: number }, signal?: AbortSignal) =>
      client.call('devices.search', { body: { topic: 'number', alike, status: 'all', max }, signal }),

    deviceSignals: (id: string, query: Query<'devicePage.signals'>, signal?: AbortSignal) =>
      client.payload('devicePage.signals', { params: { id }, query, signal }),

    /** A page of a device's history. `next` in the response is the cursor of the following page. */
    deviceTimeline: (id: string, query: Query<'devicePage.timeline'>, signal?: AbortSignal) =>
      client.call('devicePage.timeline', { params: { id }, query, signal }),

    downloadRosterSample: (signal?: AbortSignal) => client.download('devices.rosterSample', { signal }),

    /** The server's problems with rows of a spreadsheet; `undefined` if it does not have the call. */
    checkRoster: (rows: Body<'devices.rosterCheck'>['rows'], signal?: AbortSignal) =>
      extraCall('devices.rosterCheck', { body: { rows }, signal }),

    uploadRoster: (file: File, watch?: UploadOptions) => client.upload('devices.rosterUpload', file, watch),

    /** The changes that a spreadsheet would make to registered devices. */
    compareRoster: async (file: File, watch?: UploadOptions) =>
      (await client.upload('devices.rosterCompare', file, watch)).payload,

    /** @param change `changing`: how many devices the user expects to change */
    updateByRoster: (file: File, { changing, former_secrets, ...watch }: UploadOptions & RosterChange) =>
      client.upload('devices.rosterUpdate', file, {
        query: { former_secrets },
        headers: { 'Changing-Devices': String(changing) },
        ...watch,
      }),

    /** Pictures as data URLs, by record id; `undefined` if the server has none for this resource (decision 8). */
    images: async (resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined> => {
      const name = CONTRACT_NAMES.find(candidate => candidate === resource)
      const images = name && (await extraCall(`${name}.images`, { signal }))
      return images && new Map(images.map(({ id, img }) => [String(id), img]))
    },

    /** One picture; `undefined` if there is none, or the response is not a picture. */
    picture: async (resource: string, id: string, field: string, signal?: AbortSignal) => {
      const params = { resource, id, field }
      const picture = await undefinedIfMissing(client.download('pictures.get', { params, signal }))
      return picture && /^image\/(png|jpeg|gif|webp)$/.test(picture.blob.type) ? picture.blob : undefined
    },

    /**
     * The effects of a deletion on other records; `undefined` if the server does not have the call, or the record was
     * deleted already.
     */
    removalEffects: (resource: string, id: string, signal?: AbortSignal) =>
      extraCall('records.removal', { params: { resource, id }, signal }),

    /** How many records each filter finds, null if it cannot be used; `undefined` if the server lacks the call. */
    counts: (resource: CompiledResource, filters: readonly Fields[], signal?: AbortSignal) =>
      extraCall('records.counts', {
        params: { resource: resource.name },
        body: { filters: filters.map(filter => filterOf(resource, filter)) },
        signal,
      }),

    /** Records that match a number or a name; `undefined` if the server does not have the call (decision 22). */
    search: (q: string, signal?: AbortSignal) => extraCall('search.find', { query: { q }, signal }),

    /** The problems of the server's config files; `undefined` if the server does not have the call. */
    configProblems: (signal?: AbortSignal) => extraCall('config.problems', { signal }),

    /** Whether a device has a secret; `undefined` if the server issues none, or the device was deleted. */
    deviceSecret: (id: string, signal?: AbortSignal) =>
      extraCall('deviceSecrets.get', { params: { id }, signal }),

    issueDeviceSecret: (id: string) => client.payload('deviceSecrets.issue', { params: { id } }),
    revokeDeviceSecrets: (id: string) => client.call('deviceSecrets.revoke', { params: { id } }),

    /** How many devices of a batch would get a secret; `undefined` as for `deviceSecret`. */
    batchSecrets: (id: number, signal?: AbortSignal) =>
      extraCall('deviceSecrets.ofBatch', { params: { id }, signal }),

    /** New secrets for all devices of a batch, as a spreadsheet; 409 if the number of devices has changed. */
    issueBatchSecrets: (id: number, devices: number) =>
      client.download('deviceSecrets.issueBatch', { params: { id }, body: { devices } }),

    /** The names of the resources whose lists can be exported; `undefined` if the server exports none. */
    exportableLists: (signal?: AbortSignal) => extraCall('exports.offer', { signal }),

    exportList: (resource: CompiledResource, rows: ExportedRows, file: ExportedFile) =>
      exportList(client, resource, { ...rows, without: orders.hidden() }, file),

    downloadBatchDevices: (id: number, signal?: AbortSignal) =>
      client.download('batches.download', { params: { id }, signal }),

    /**
     * Replaces the devices of a batch by the devices in a file. Our server refuses if the number of devices that leave,
     * join or change their bunch differs from `agreedMoves` (409 `batchDevices.leaving`, with the numbers).
     */
    uploadBatchDevices: (
      id: number,
      file: File,
      { agreedMoves, ...watch }: UploadOptions & { agreedMoves?: ExpectedMoves | undefined } = {},
    ) => {
      const headers = agreedMoves ? expectedHeaders(agreedMoves) : {}
      return client.upload('batches.upload', file, { params: { id }, headers, ...watch })
    },

    /** Changes or removes the selected records, once per `name`. */
    changeRecords: (resource: CompiledResource, { choice, ...change }: RecordsChange) =>
      client.payload('bulk.change', {
        params: { resource: resource.name },
        body: { ...change, ...choiceBody(resource, choice) },
      }),

    /** The progress of a change; `undefined` before it has started. */
    changeProgress: (resource: string, name: string, signal?: AbortSignal) =>
      extraCall('bulk.progress', { params: { resource, name }, signal }),

    /** Cancels a change. The response of `changeRecords` tells whether that was in time. */
    cancelChange: (resource: string, name: string) =>
      undefinedIfMissing(client.call('bulk.cancel', { params: { resource, name } })),

    undoChange: (resource: string, name: string) =>
      client.payload('bulk.undo', { params: { resource, name } }),

    /** Undoes a change of one record. @param id of its entry in the history */
    undoEntry: (id: number) => client.payload('history.undo', { params: { id } }),

    /** The selected devices as targets of an order. */
    chosenTargets: (resource: CompiledResource, { choice, expected }: CountedChoice, signal?: AbortSignal) =>
      client.payload('bulk.targets', { body: { expected, ...choiceBody(resource, choice) }, signal }),

    /** The values that all selected records share, or most have; `undefined` if the server does not have the call. */
    chosenValues: (resource: CompiledResource, { choice, expected }: CountedChoice, signal?: AbortSignal) =>
      extraCall('bulk.values', {
        params: { resource: resource.name },
        body: { expected, ...choiceBody(resource, choice) },
        signal,
      }),

    ...importCalls(client),
    ...uploadCalls(client),
  }
}

export type Fleet = DataProvider & ReturnType<typeof createFleet>

export const useFleet = () => useDataProvider<Fleet>()
