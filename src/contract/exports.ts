/**
 * Lists as spreadsheets: all rows that a list's filters leave, in its order, in the columns that are asked for. All of
 * it is ours.
 */
import Type, { type Static } from 'typebox'
import { ZONES } from '../domain/dates'
import { EXPORT_FORMATS } from '../domain/fileName'
import { DeviceQuery } from './devices'
import { get, post } from './endpoint'
import { Envelope } from './envelope'
import { OrderQuery } from './orders'

/** In brackets, so that no filter of config has the same name. */
const EXPORT_KEYS = {
  'export[format]': Type.Enum([...EXPORT_FORMATS]),
  'export[columns]': Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: 'Names of columns of the list, between commas; those that it shows at first if absent',
    }),
  ),
  'export[zone]': Type.Optional(
    Type.Enum([...ZONES], { description: 'Of the times that a list shows in either zone; UTC if absent' }),
  ),
  'export[expected]': Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'How many rows the user saw chosen: another number is refused as `bulk.changed`, with `found`',
    }),
  ),
}

/** As the list takes them, and its pages mean nothing here. */
const DeviceExport = Type.Object(
  { ...EXPORT_KEYS, ...DeviceQuery.properties },
  { additionalProperties: true },
)
export type DeviceExport = Static<typeof DeviceExport>

/** As the list takes them in its body; what is text in an address stays text. */
const OrderExport = Type.Object(
  {
    ...EXPORT_KEYS,
    status: OrderQuery.properties.status,
    search: OrderQuery.properties.search,
    archived: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Those that the caller put away, in place of all others' }),
    ),
    'export[without]': Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}(,[0-9]{1,15})*$',
        maxLength: 10_000,
        description: 'Ids between commas: what the user has taken out of the list that is on the screen',
      }),
    ),
  },
  { additionalProperties: true, description: 'Further keys are the filters of config' },
)

const ChosenDevices = Type.Object({
  ids: Type.Array(Type.String({ pattern: '^[0-9]{15}$' }), { minItems: 1, maxItems: 100_000 }),
})

/** As a list in the dialect of ra-data-simple-rest takes them (`contract/records.ts`), for whatever resource. */
const RecordExport = Type.Object({
  ...EXPORT_KEYS,
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  filter: Type.Optional(Type.String({ maxLength: 20_000 })),
})
export type ExportKeys = Pick<Static<typeof RecordExport>, keyof typeof EXPORT_KEYS>

export const exports = {
  offer: get('/api/exports', 'guest', {
    summary: 'The names of the resources whose lists the caller may export',
    answer: Envelope(Type.Array(Type.String())),
    ours: true,
  }),
  devices: get('/api/exports/devices', 'guest', {
    summary: 'The devices that a query finds, as a spreadsheet',
    query: DeviceExport,
    gives: 'file',
    ours: true,
  }),
  chosen: post('/api/exports/devices', 'guest', {
    summary: 'The devices of these ids, as a spreadsheet: more of them than an address holds',
    query: DeviceExport,
    body: ChosenDevices,
    gives: 'file',
    ours: true,
    reads: true,
  }),
  orders: get('/api/exports/orders', 'guest', {
    summary: 'The orders that a query finds, newest first, as a spreadsheet',
    query: OrderExport,
    gives: 'file',
    ours: true,
  }),
  records: get('/api/exports/{resource}', 'guest', {
    summary: 'The records that a query finds, as a spreadsheet',
    params: Type.Object({ resource: Type.String({ maxLength: 64 }) }),
    query: RecordExport,
    gives: 'file',
    ours: true,
  }),
}
