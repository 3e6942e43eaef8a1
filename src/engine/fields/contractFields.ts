/**
 * What the contract says about the resources of the product itself: their fields, and by which keys their lists are
 * queried.
 */
import type { TSchema } from 'typebox'
import { Batch, BatchInput } from '../../contract/batches'
import { ClientInput, ProfileClient } from '../../contract/clients'
import { Device, DeviceInput, DeviceQuery } from '../../contract/devices'
import { Named } from '../../contract/envelope'
import { Method } from '../../contract/methods'
import { Order, OrderDetail, OrderQuery, OrderSheet } from '../../contract/orders'
import { Vendor, VendorInput } from '../../contract/vendors'
import type { LevelName } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import type { WireType } from '../kinds/kind'

export interface ContractResource {
  /** How it is served. */
  dialect: 'console' | 'simple-rest'
  /**
   * Whether every server gives the list page by page. Else a basic server gives it whole, and the console orders and
   * filters it.
   */
  paged: boolean
  /** The shapes of its records, read and sent. */
  schemas: readonly TSchema[]
  /** Names on the wire; dots reach into objects: `modem.rsrp`. */
  fields: readonly string[]
  /** The query of a list that the server always gives page by page. */
  query?: TSchema
  /** Keys of the list's query that are not fields, such as `search`. */
  filters: readonly string[]
  /**
   * By which of its ids the choices of a reference can be narrowed (`dependsOn`), where the server keeps it in columns.
   */
  narrows?: readonly string[]
  /** Fields that the server computes at each read or never stores; a client may send back outdated values. */
  derived?: readonly string[]
  /** Keys of its calls that are not fields: added fields cannot have these names. */
  reserved?: readonly string[]
  /** Whether the list can be ordered by its columns. */
  sortable: boolean
  /** The lowest levels that its calls accept; config cannot lower them. */
  floor: { list: LevelName; create?: LevelName; secrets?: LevelName }
}

/**
 * Resources that our server serves in the dialect of ra-data-simple-rest, as it does those that config alone describes.
 */
const SIMPLE_REST = {
  dialect: 'simple-rest',
  paged: true,
  filters: [],
  sortable: true,
  floor: { list: 'guest', create: 'master' },
} as const satisfies Partial<ContractResource>

/** The resources of the product, by name. */
export const CONTRACT_RESOURCES: Readonly<Record<string, ContractResource>> = {
  devices: {
    dialect: 'console',
    paged: true,
    ...shaped([Device, DeviceInput]),
    // Values that the device reports, and names beside the ids.
    derived: [
      ...['online', 'linked', 'closed', 'modem', 'vpn', 'model', 'batch', 'bunch'],
      ...['vendor_name', 'client_name'],
    ],
    query: DeviceQuery,
    filters: ['search', ...keys(DeviceQuery)],
    narrows: ['model', 'batch'],
    sortable: true,
    floor: { list: 'guest', create: 'client', secrets: 'vendor' },
  },
  orders: {
    dialect: 'console',
    paged: true,
    ...shaped([Order]),
    query: OrderQuery,
    filters: keys(OrderQuery),
    // The last are those of its history, of the user's own marks, and of a record that can be changed.
    reserved: [
      ...[OrderSheet, OrderDetail, OrderQuery].flatMap(keys),
      ...['batch_id', 'bunch_id', 'archived', 'updated'],
    ],
    sortable: false,
    floor: { list: 'guest', create: 'client' },
  },
  batches: {
    dialect: 'console',
    paged: false,
    ...shaped([Batch, BatchInput]),
    derived: ['model_name', 'devices', 'maker'],
    filters: ['search', 'model'],
    narrows: ['model', 'vendor'],
    sortable: true,
    floor: { list: 'guest', create: 'vendor', secrets: 'vendor' },
  },
  models: { ...SIMPLE_REST, ...shaped([Named], 'vendor', 'created') },
  bunches: { ...SIMPLE_REST, ...shaped([Named], 'batch', 'created') },
  methods: { ...SIMPLE_REST, ...shaped([Method], 'id', 'position', 'created') },
  clients: {
    dialect: 'console',
    paged: false,
    ...shaped([ProfileClient, ClientInput]),
    derived: [
      'level_name',
      'vendor_name',
      'vendor_paid',
      'vendor_expired',
      'vendor_addr',
      'vendor_devices',
      'vendor_linked',
      'client_devices',
      'client_linked',
      'current_password',
    ],
    filters: ['search', 'waiting'],
    narrows: ['vendor'],
    sortable: true,
    floor: { list: 'vendor', create: 'vendor' },
  },
  vendors: {
    dialect: 'console',
    paged: false,
    ...shaped([Vendor, VendorInput]),
    filters: ['search'],
    sortable: true,
    floor: { list: 'vendor', create: 'master' },
  },
}

/** The part of JSON Schema that the contract uses. */
interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
}

/** @param further fields that the records have and no schema names */
function shaped(schemas: readonly TSchema[], ...further: string[]) {
  return {
    schemas,
    fields: [...new Set([...schemas.flatMap(schema => fieldNames(schema as Schema)), ...further])],
  }
}

/** The names of an object's properties, those of objects inside with a dot. */
function fieldNames({ properties, allOf = [] }: Schema): string[] {
  const direct = Object.entries(properties ?? {}).flatMap(([name, inside]) => [
    name,
    ...fieldNames(inside).map(inner => `${name}.${inner}`),
  ])
  return [...direct, ...allOf.flatMap(fieldNames)]
}

function keys(schema: TSchema): string[] {
  return Object.keys((schema as Schema).properties ?? {}).filter(key => /^\w+$/.test(key))
}

/** The type of a built-in field on the wire; `undefined` if the contract leaves it open. */
export function wireTypeOf({ schemas }: ContractResource, field: string): WireType | undefined {
  const found = schemas.map(schema => inside(schema as Schema, field.split('.'))).find(one => one)
  // `updated` is an opaque text that is only sent back.
  return found && field !== 'updated' ? wireType(found) : undefined
}

function inside(schema: Schema, [step, ...rest]: string[]): Schema | undefined {
  if (step === undefined) return schema
  const part = (schema.allOf ?? [schema]).find(({ properties }) => ownValue(properties, step))
  return part && inside(part.properties![step]!, rest)
}

function wireType({ type, format, anyOf, enum: names }: Schema): WireType | undefined {
  if (format === 'date-time') return 'time'
  // The serial number: digits, as text or as a number.
  if (anyOf?.some(one => one.type === 'string') || names || type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'object' || type === 'array') return 'object'
  return type === 'boolean' ? 'boolean' : undefined
}
