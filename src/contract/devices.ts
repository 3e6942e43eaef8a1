/** Devices and the roster that registers them (§3, §7, decision 29). */
import Type, { type Static } from 'typebox'
import { get, post, put, remove } from './endpoint'
import {
  Acknowledgement,
  Envelope,
  FilterId,
  Id,
  Input,
  MOST_ID,
  Open,
  RowError,
  Time,
  Updated,
  UploadBody,
} from './envelope'
import { Ascending, Ids, pageKeys } from './pages'
import { AgreedRemoval } from './records'

const Modem = Open({
  apn: Type.String(),
  band: Type.Integer(),
  rsrp: Type.Integer({ description: 'dBm; 0 when there is no signal' }),
})

export const Device = Open({
  id: Type.String({ description: 'IMEI' }),
  isdn: Type.String({ description: 'Phone number, digits only' }),
  serial: Type.Union([Type.String(), Type.Integer()]),
  model: Type.String({ description: 'Name of the model' }),
  batch: Type.String({ description: 'Name of the batch, empty for none' }),
  version: Type.String(),
  release: Type.String(),
  edition: Type.String(),
  linked: Time,
  closed: Time,
  created: Time,
  vpn: Type.Record(Type.String(), Type.Unknown(), { description: 'Empty means no VPN' }),
  modem: Modem,
  // Ours, beyond §3: ids beside the names, who it belongs to, and where it is.
  online: Type.Optional(Type.Boolean()),
  sido: Type.Optional(Type.String({ description: 'Region id such as KR-11, empty when unknown' })),
  model_id: Type.Optional(Type.Integer()),
  batch_id: Type.Optional(Type.Integer({ description: '0 for none' })),
  bunch: Type.Optional(Type.String()),
  bunch_id: Type.Optional(Type.Integer({ description: '0 for none' })),
  vendor: Type.Optional(Type.Integer({ description: '0 for the provider itself' })),
  vendor_name: Type.Optional(Type.String()),
  client: Type.Optional(Type.Integer({ description: '0 for none' })),
  client_name: Type.Optional(Type.String()),
  updated: Updated,
})
export type Device = Static<typeof Device>

/**
 * What is entered of a device: ours. Its model, batch and bunch by their ids; of the names beside them nothing is
 * taken.
 */
export const DeviceInput = Input({
  isdn: Type.String(),
  serial: Type.Union([Type.String(), Type.Integer()]),
  model_id: Id,
  batch_id: Id,
  bunch_id: Id,
  vendor: Type.Integer({ minimum: 0, maximum: MOST_ID, description: 'For masters' }),
  client: Id,
  version: Type.String(),
  release: Type.String(),
  edition: Type.String(),
  // A form sends null where none is chosen.
  sido: Type.Union([Type.String(), Type.Null()]),
  updated: Updated,
})

const DeviceParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{15}$', description: 'IMEI' }) })

/** What a search looks at. */
export const DEVICE_TOPICS = ['number', 'imei', 'serial', 'all'] as const
export const CONNECTIVITY_FILTERS = ['all', 'linked', 'closed'] as const

/** Config-added filters travel as further keys; the server takes those that config names and refuses the rest. */
export const DeviceQuery = Open({
  // A field of §3, or one that config adds.
  order_by: Type.Optional(Type.String({ maxLength: 64 })),
  ascending: Ascending,
  'search[topic]': Type.Optional(Type.Enum([...DEVICE_TOPICS], { default: 'all' })),
  'search[alike]': Type.Optional(Type.String({ maxLength: 32, pattern: '^[0-9.]*$' })),
  status: Type.Optional(Type.Enum([...CONNECTIVITY_FILTERS], { default: 'all' })),
  model: Type.Optional(FilterId),
  batch: Type.Optional(FilterId),
  // Ours, for the links of the dashboard; ids out of reach find nothing.
  sido: Type.Optional(
    Type.String({ maxLength: 8, description: 'Region id; `none` for devices without a known place' }),
  ),
  vendor: Type.Optional(FilterId),
  client: Type.Optional(FilterId),
  ids: Ids('Ours: these devices alone, by their IMEI'),
  ...pageKeys(20),
  level: Type.Optional(Type.Any({ description: 'Ignored: the token says who is asking' })),
  draw: Type.Optional(Type.Integer({ default: 0 })),
})
export type DeviceQuery = Static<typeof DeviceQuery>

export const DevicePage = Type.Object({
  data: Type.Array(Device),
  count: Type.Integer({ description: 'How many devices match, on all pages' }),
  draw: Type.Integer({ description: 'As it was sent' }),
})
export type DevicePage = Static<typeof DevicePage>

/** The search of compose: digits of a phone number, and the first hits (§7). */
const DeviceSearch = Type.Object({
  topic: Type.Literal('number'),
  alike: Type.String({ minLength: 4, maxLength: 32, pattern: '^[0-9.]*$' }),
  status: Type.Optional(Type.Enum([...CONNECTIVITY_FILTERS], { default: 'all' })),
  max: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
})

export const DeviceHit = Open({
  number: Type.String({ description: 'Phone number, 11 digits' }),
  device: Type.String({ description: 'Device id' }),
  online: Type.Boolean(),
})
export type DeviceHit = Static<typeof DeviceHit>

const DeviceHits = Type.Object({
  ...Envelope(Type.Array(DeviceHit)).properties,
  length: Type.Integer({ description: 'How many devices match, also those beyond `max`' }),
})

/** Phone numbers as people paste them, sorted into what can be ordered and what cannot. */
const DeviceNumbers = Type.Object({
  numbers: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 5000 }),
})

export const SortedNumbers = Type.Object({
  found: Type.Array(DeviceHit),
  duplicate: Type.Array(Type.String()),
  unknown: Type.Array(Type.String()),
  invalid: Type.Array(Type.String()),
})
export type SortedNumbers = Static<typeof SortedNumbers>

/** Rows of a sheet before it is sent, as `engine/roster` has read them; what the database knows about them is asked. */
export const RosterRows = Type.Object({
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
      values: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 10_000 })),
      extra: Type.Record(Type.String(), Type.Unknown()),
    }),
    { maxItems: 1_000 },
  ),
})
export type RosterRows = Static<typeof RosterRows>

/** A cell that the records do not allow; its sentence is in i18n under `roster.rows.{code}`. */
export const RosterConflict = Type.Object({ row: Type.Integer(), field: Type.String(), code: Type.String() })
export type RosterConflict = Static<typeof RosterConflict>

/** What a sheet would change in registered devices. */
export const RosterDifferences = Type.Object({
  devices: Type.Integer({ description: 'Rows that name a device' }),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  unknown: Type.Integer({ description: 'Devices that are not registered, or out of reach' }),
  columns: Type.Array(
    Type.Object({
      column: Type.String({ description: 'Its header in the sheet' }),
      devices: Type.Integer({ description: 'How many it changes' }),
      examples: Type.Array(Type.Object({ id: Type.String(), before: Type.String(), after: Type.String() })),
    }),
  ),
  ignored: Type.Array(Type.String(), {
    description: 'Headers of columns of the list of devices that no sheet changes',
  }),
  rows: Type.Array(RowError, { description: 'The first cells for which the sheet would be refused' }),
  rowsTotal: Type.Integer(),
})
export type RosterDifferences = Static<typeof RosterDifferences>

export const RosterUpdated = Type.Object({ changed: Type.Integer(), unchanged: Type.Integer() })
export type RosterUpdated = Static<typeof RosterUpdated>

export const devices = {
  list: get('/api/devices', 'guest', {
    summary: 'A page of the devices in reach',
    query: DeviceQuery,
    answer: DevicePage,
  }),
  search: post('/api/devices', 'guest', {
    summary: 'The first devices whose phone number holds the digits',
    reads: true,
    body: DeviceSearch,
    answer: DeviceHits,
  }),
  rosterSample: get('/api/devices/roster/sf', 'guest', {
    summary: 'The sample of a roster spreadsheet',
    gives: 'file',
  }),
  rosterUpload: post('/api/devices/roster/ul', 'client', {
    summary: 'Register the devices of a spreadsheet, all or none',
    takes: 'upload',
    body: UploadBody,
    answer: Envelope(Type.Object({ added: Type.Integer() })),
  }),
  rosterCheck: post('/api/devices/roster/check', 'client', {
    summary: 'Which cells of rows that have not been sent yet the records would not allow',
    reads: true,
    ours: true,
    body: RosterRows,
    answer: Envelope(Type.Array(RosterConflict)),
  }),
  rosterCompare: post('/api/devices/roster/compare', 'client', {
    summary: 'What a spreadsheet of registered devices would change in them; an empty cell changes nothing',
    takes: 'upload',
    reads: true,
    ours: true,
    body: UploadBody,
    answer: Envelope(RosterDifferences),
  }),
  rosterUpdate: post('/api/devices/roster/update', 'client', {
    summary:
      'Change registered devices by a spreadsheet, all or none; with the header Changing-Devices only if it changes so many (else 409 `rosterUpdate.changed` with `found`)',
    takes: 'upload',
    ours: true,
    body: UploadBody,
    answer: Envelope(RosterUpdated),
  }),
  numbers: post('/api/devices/numbers', 'client', {
    summary: 'The devices of many phone numbers in any format, in the order given',
    reads: true,
    ours: true,
    body: DeviceNumbers,
    answer: Envelope(SortedNumbers),
  }),
  update: put('/api/devices/{id}', 'client', {
    summary: 'Change the fields of a device that are sent',
    ours: true,
    params: DeviceParams,
    body: DeviceInput,
    answer: Envelope(Device),
  }),
  remove: remove('/api/devices/{id}', 'client', {
    summary: 'Take a device out; what it was ordered stays in the orders',
    ours: true,
    params: DeviceParams,
    query: AgreedRemoval,
    answer: Acknowledgement,
  }),
}
