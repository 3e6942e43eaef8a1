/**
 * Lists as spreadsheets: all rows that match the list's filters, in its order, with the requested columns. Our own
 * calls, beyond §7.
 */
import Type, { type Static } from 'typebox'
import { ZONES } from '../domain/dates'
import { EXPORT_FORMATS } from '../domain/fileName'
import { DeviceQuery } from './devices'
import { get, post } from './endpoint'
import { Envelope } from './envelope'
import { OrderQuery } from './orders'

/** The brackets avoid clashes with names of filters. */
const EXPORT_KEYS = {
  'export[format]': Type.Enum([...EXPORT_FORMATS]),
  'export[columns]': Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: 'Column names, separated by commas; the list’s default columns if absent',
    }),
  ),
  'export[zone]': Type.Optional(
    Type.Enum([...ZONES], {
      description:
        'Time zone of all times; if absent, UTC for times of devices and orders, and Korean time for others',
    }),
  ),
  'export[expected]': Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The expected number of rows; any other is refused with `bulk.changed` and `found`',
    }),
  ),
}

/** The query of the device list; its page keys are ignored. */
const DeviceExport = Type.Object(
  { ...EXPORT_KEYS, ...DeviceQuery.properties },
  { additionalProperties: true },
)
export type DeviceExport = Static<typeof DeviceExport>

/** The body of the order list as a query string, hence the boolean as text. */
const OrderExport = Type.Object(
  {
    ...EXPORT_KEYS,
    status: OrderQuery.properties.status,
    search: OrderQuery.properties.search,
    archived: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'True for the orders that the caller has archived' }),
    ),
    'export[without]': Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}(,[0-9]{1,15})*$',
        maxLength: 10_000,
        description: 'Ids to leave out, separated by commas: orders that the user has removed from the list',
      }),
    ),
  },
  { additionalProperties: true, description: 'Further keys are the filters of config' },
)

const Chosen = (pattern: string) =>
  Type.Object({ ids: Type.Array(Type.String({ pattern }), { minItems: 1, maxItems: 100_000 }) })

/** The query of any resource in the dialect of ra-data-simple-rest (`contract/records.ts`). */
const RecordExport = Type.Object(
  {
    ...EXPORT_KEYS,
    sort: Type.Optional(Type.String({ maxLength: 200 })),
    filter: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  { additionalProperties: false },
)
export type RecordExport = Static<typeof RecordExport>
export type ExportKeys = Pick<RecordExport, keyof typeof EXPORT_KEYS>

const params = Type.Object({ resource: Type.String({ maxLength: 64 }) })

export const exports = {
  offer: get('/api/exports', 'guest', {
    summary: 'The names of the resources whose lists the caller may export',
    answer: Envelope(Type.Array(Type.String())),
    ours: true,
  }),
  devices: get('/api/exports/devices', 'guest', {
    summary: 'The devices that match a query, as a spreadsheet',
    query: DeviceExport,
    gives: 'file',
    ours: true,
  }),
  chosen: post('/api/exports/devices', 'guest', {
    summary: 'The devices with these ids, as a spreadsheet; for more ids than fit into a URL',
    query: DeviceExport,
    body: Chosen('^[0-9]{15}$'),
    gives: 'file',
    ours: true,
    reads: true,
  }),
  orders: get('/api/exports/orders', 'guest', {
    summary: 'The orders that match a query, newest first, as a spreadsheet',
    query: OrderExport,
    gives: 'file',
    ours: true,
  }),
  records: get('/api/exports/{resource}', 'guest', {
    summary: 'The records that match a query, as a spreadsheet',
    params,
    query: RecordExport,
    gives: 'file',
    ours: true,
  }),
  chosenRecords: post('/api/exports/{resource}', 'guest', {
    summary: 'The records with these ids, as a spreadsheet; not for orders',
    params,
    query: RecordExport,
    body: Chosen('^[0-9]{1,15}$'),
    gives: 'file',
    ours: true,
    reads: true,
  }),
}
