/** Devices and the roster that registers them (§3, §7, decision 29). */
import Type, { type Static } from 'typebox'
import { MoveQuery } from './deviceSecrets'
import { get, post, put, remove } from './endpoint'
import {
  Acknowledgement,
  Envelope,
  FilterId,
  Id,
  Input,
  MAX_ID,
  Open,
  RowError,
  Time,
  Updated,
  UploadBody,
} from './envelope'
import { Ascending, Ids, pageKeys } from './pages'
import { ExpectedRemoval } from './records'

const Modem = Type.Object({
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
  // Ours, beyond §3: ids for the names above, the owner, and the region.
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
 * The body of a save: our own call. Model, batch and bunch are given by id; their names are ignored.
 */
export const DeviceInput = Input({
  isdn: Type.String(),
  serial: Type.Union([Type.String(), Type.Integer()]),
  model_id: Id,
  batch_id: Id,
  bunch_id: Id,
  vendor: Type.Integer({ minimum: 0, maximum: MAX_ID, description: 'For masters' }),
  client: Id,
  version: Type.String(),
  release: Type.String(),
  edition: Type.String(),
  // Forms send null for no region.
  sido: Type.Union([Type.String(), Type.Null()]),
  updated: Updated,
})

const DeviceParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{15}$', description: 'IMEI' }) })

/** The fields in which a search looks. */
export const DEVICE_TOPICS = ['number', 'imei', 'serial', 'all'] as const
export const CONNECTIVITY_FILTERS = ['all', 'linked', 'closed'] as const

/** Further keys are filters that config adds; the server refuses all others. */
export const DeviceQuery = Open({
  // A field of §3, or one that config adds.
  order_by: Type.Optional(Type.String({ maxLength: 64 })),
  ascending: Ascending,
  'search[topic]': Type.Optional(Type.Enum([...DEVICE_TOPICS], { default: 'all' })),
  'search[alike]': Type.Optional(Type.String({ maxLength: 32, pattern: '^[0-9.]*$' })),
  status: Type.Optional(Type.Enum([...CONNECTIVITY_FILTERS], { default: 'all' })),
  model: Type.Optional(FilterId),
  batch: Type.Optional(FilterId),
  // Ours, for the links of the dashboard. Ids outside the caller's scope match nothing.
  sido: Type.Optional(
    Type.String({ maxLength: 8, description: 'Region id; `none` for devices whose region is unknown' }),
  ),
  vendor: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_ID, description: '0 for the devices of the provider itself' }),
  ),
  client: Type.Optional(FilterId),
  ids: Ids('Ours: only these devices, by IMEI'),
  ...pageKeys(20),
  max_count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Ours: a search counts no more devices than this',
    }),
  ),
  level: Type.Optional(Type.Any({ description: 'Ignored: the level comes from the token' })),
  draw: Type.Optional(Type.Integer({ default: 0 })),
})
export type DeviceQuery = Static<typeof DeviceQuery>

export const DevicePage = Type.Object({
  data: Type.Array(Device),
  count: Type.Integer({ description: 'How many devices match, on all pages' }),
  atLeast: Type.Optional(
    Type.Literal(true, { description: 'Ours: more devices match, but `max_count` has ended the count' }),
  ),
  draw: Type.Integer({ description: 'As it was sent' }),
})
export type DevicePage = Static<typeof DevicePage>

/** The device search of the compose page, by digits of a phone number (§7). */
const DeviceSearch = Type.Object({
  topic: Type.Literal('number'),
  alike: Type.String({ minLength: 4, maxLength: 32, pattern: '^[0-9.]*$' }),
  status: Type.Optional(Type.Enum([...CONNECTIVITY_FILTERS], { default: 'all' })),
  max: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
})

export const DeviceHit = Type.Object({
  number: Type.String({ description: 'Phone number, 11 digits' }),
  device: Type.String({ description: 'Device id' }),
  online: Type.Boolean(),
})
export type DeviceHit = Static<typeof DeviceHit>

const DeviceHits = Type.Object({
  ...Envelope(Type.Array(DeviceHit)).properties,
  length: Type.Integer({ description: 'How many devices match, including those beyond `max`' }),
})

/** Phone numbers as users paste them, in any format. */
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

/**
 * Rows of a roster sheet, parsed by `engine/roster` in the browser, to be checked against the database before upload.
 */
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

/** A cell that contradicts stored records; its message is in i18n under `roster.rows.{code}`. */
export const RosterConflict = Type.Object({ row: Type.Integer(), field: Type.String(), code: Type.String() })
export type RosterConflict = Static<typeof RosterConflict>

/** The columns of a sheet by its headers: a field, or null for a column that is not read. */
export const ColumnMapping = Type.Record(
  Type.String(),
  Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]),
  { maxProperties: 101 },
)
export type ColumnMapping = Readonly<Static<typeof ColumnMapping>>

export const columnsQuery = {
  columns: Type.Optional(
    Type.String({
      maxLength: 12_000,
      description:
        'The columns of headers that config does not know, as JSON: {"Ends on": "ends", "Note": null}. A header that occurs twice is `Name (2)`; `"*": null` leaves out all other unknown ones',
    }),
  ),
}
const SheetQuery = Type.Object(columnsQuery)

/** How the server read a sheet, where the sender may expect something else. */
export const SheetReading = Type.Object({
  sheet: Type.Optional(Type.String({ description: 'The sheet that was read, of a file with several' })),
  hiddenRows: Type.Optional(
    Type.Integer({ description: 'Rows that the spreadsheet hides; they are read like the others' }),
  ),
})
export type SheetReading = Static<typeof SheetReading>

/** The changes that a sheet would make to stored records. */
export const RosterDifferences = Type.Object({
  devices: Type.Integer({ description: 'Rows that name a device' }),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  unknown: Type.Integer({ description: 'Devices that are not registered or outside the caller’s scope' }),
  columns: Type.Array(
    Type.Object({
      column: Type.String({ description: 'Its header in the sheet' }),
      devices: Type.Integer({ description: 'How many it changes' }),
      examples: Type.Array(Type.Object({ id: Type.String(), before: Type.String(), after: Type.String() })),
    }),
  ),
  ignored: Type.Array(Type.String(), {
    description: 'Headers of columns that a sheet cannot change',
  }),
  rows: Type.Array(RowError, { description: 'The first cells that the server would refuse' }),
  rowsTotal: Type.Integer(),
  former_secrets: Type.Optional(
    Type.Object(
      {
        devices: Type.Integer({ description: 'How many devices with a secret leave a vendor' }),
        after_days: Type.Integer({ description: 'As `after_move_days` of a device’s secret' }),
      },
      { description: 'For callers who may see secrets, if such devices leave their vendor' },
    ),
  ),
})
export type RosterDifferences = Static<typeof RosterDifferences>

export const RosterUpdated = Type.Object({ changed: Type.Integer(), unchanged: Type.Integer() })
export type RosterUpdated = Static<typeof RosterUpdated>

export const devices = {
  list: get('/api/devices', 'guest', {
    summary: 'A page of the devices in the caller’s scope',
    query: DeviceQuery,
    answer: DevicePage,
  }),
  search: post('/api/devices', 'guest', {
    summary: 'The first devices whose phone number contains the digits',
    reads: true,
    body: DeviceSearch,
    answer: DeviceHits,
  }),
  rosterSample: get('/api/devices/roster/sf', 'guest', {
    summary: 'A sample roster spreadsheet',
    gives: 'file',
  }),
  rosterUpload: post('/api/devices/roster/ul', 'client', {
    summary: 'Register the devices of a spreadsheet, all or none',
    takes: 'upload',
    query: SheetQuery,
    body: UploadBody,
    answer: Envelope(
      Type.Intersect([
        Type.Object({
          added: Type.Integer(),
          created: Type.Optional(
            Type.String({ description: 'Ours: the value of `created` in all new devices' }),
          ),
        }),
        SheetReading,
      ]),
    ),
  }),
  rosterCheck: post('/api/devices/roster/check', 'client', {
    summary: 'Which cells contradict stored records, for rows that are not uploaded yet',
    reads: true,
    ours: true,
    body: RosterRows,
    answer: Envelope(Type.Array(RosterConflict)),
  }),
  rosterCompare: post('/api/devices/roster/compare', 'client', {
    summary: 'The changes that a spreadsheet would make to registered devices; empty cells change nothing',
    takes: 'upload',
    reads: true,
    ours: true,
    query: SheetQuery,
    body: UploadBody,
    answer: Envelope(RosterDifferences),
  }),
  rosterUpdate: post('/api/devices/roster/update', 'client', {
    summary:
      'Change registered devices by a spreadsheet, all or none. The header Changing-Devices is the expected number of changed devices; any other is 409 `rosterUpdate.changed` with `found`',
    takes: 'upload',
    ours: true,
    query: Type.Object({ ...MoveQuery.properties, ...columnsQuery }),
    body: UploadBody,
    answer: Envelope(RosterUpdated),
  }),
  numbers: post('/api/devices/numbers', 'client', {
    summary: 'The devices of many phone numbers, in any format and in the given order',
    reads: true,
    ours: true,
    body: DeviceNumbers,
    answer: Envelope(SortedNumbers),
  }),
  update: put('/api/devices/{id}', 'client', {
    summary: 'Change the fields of a device that are sent',
    ours: true,
    params: DeviceParams,
    query: MoveQuery,
    body: DeviceInput,
    answer: Envelope(Device),
  }),
  remove: remove('/api/devices/{id}', 'client', {
    summary: 'Delete a device; its orders stay',
    ours: true,
    params: DeviceParams,
    query: ExpectedRemoval,
    answer: Acknowledgement,
  }),
}
