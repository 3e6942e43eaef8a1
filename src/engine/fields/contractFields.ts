/**
 * Describes the built-in resources for the config check: their fields, the queries of their lists, and minimum levels.
 */
import type { TSchema } from 'typebox'
import { Batch, BatchInput } from '../../contract/batches'
import { ClientInput, ProfileClient } from '../../contract/clients'
import { Device, DeviceInput, DeviceQuery } from '../../contract/devices'
import { Named } from '../../contract/envelope'
import { HistoryRow } from '../../contract/history'
import { Method } from '../../contract/methods'
import { Order, OrderDetail, OrderQuery, OrderSheet } from '../../contract/orders'
import { DescribedRecord } from '../../contract/records'
import { Vendor, VendorInput } from '../../contract/vendors'
import type { LevelName } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import type { WireType } from '../kinds/kind'

export interface ContractResource {
  /** `console`: specific calls; `simple-rest`: `/api/resources/{name}`. */
  dialect: 'console' | 'simple-rest'
  /**
   * True if every server returns the list page by page. Otherwise a server with only the calls of §7 returns the whole
   * list, and the console sorts and filters it.
   */
  paged: boolean
  /** The schemas of its records, in responses and requests. */
  schemas: readonly TSchema[]
  /** API names; dots reach into objects: `modem.rsrp`. */
  fields: readonly string[]
  /** The query of a list that is always returned page by page. */
  query?: TSchema
  /** Names of filters that are not fields, such as `search`. */
  filters: readonly string[]
  /** The fields by which `dependsOn` can filter the choices of a reference to this resource; none if absent. */
  choiceFilters?: readonly string[]
  /** Fields that the server computes or never stores; it ignores their values in requests, which may be outdated. */
  derived?: readonly string[]
  /** Other keys of its requests and responses: names that added fields cannot have. */
  reserved?: readonly string[]
  /** True if the list can be sorted by its columns. */
  sortable: boolean
  /** True if users only read its records, and config cannot add fields. */
  readOnly?: true
  /** The lowest levels that its calls accept; config can only raise them. */
  minLevels: { list: LevelName; create?: LevelName; secrets?: LevelName }
}

/** Built-in resources that are served like resources of config, in the dialect of ra-data-simple-rest. */
const SIMPLE_REST = {
  dialect: 'simple-rest',
  paged: true,
  filters: [],
  sortable: true,
  minLevels: { list: 'guest', create: 'master' },
} as const satisfies Partial<ContractResource>

/** The built-in resources, by name. */
export const CONTRACT_RESOURCES: Readonly<Record<string, ContractResource>> = {
  devices: {
    dialect: 'console',
    paged: true,
    ...fieldsOf([Device, DeviceInput]),
    // Values that devices report, and names that belong to ids.
    derived: [
      ...['online', 'linked', 'closed', 'modem', 'vpn', 'model', 'batch', 'bunch'],
      ...['vendor_name', 'client_name'],
    ],
    query: DeviceQuery,
    filters: ['search', ...queryKeys(DeviceQuery)],
    choiceFilters: ['model', 'batch'],
    sortable: true,
    minLevels: { list: 'guest', create: 'client', secrets: 'vendor' },
  },
  orders: {
    dialect: 'console',
    paged: true,
    ...fieldsOf([Order]),
    query: OrderQuery,
    filters: queryKeys(OrderQuery),
    // The names in the last line belong to the history, to the user's marks, and to editable records.
    reserved: [
      ...[OrderSheet, OrderDetail, OrderQuery].flatMap(queryKeys),
      ...['batch_id', 'bunch_id', 'archived', 'updated'],
    ],
    sortable: false,
    minLevels: { list: 'guest', create: 'client' },
  },
  batches: {
    dialect: 'console',
    paged: false,
    ...fieldsOf([Batch, BatchInput]),
    derived: ['model_name', 'devices', 'maker', 'client_name'],
    filters: ['search', 'model'],
    choiceFilters: ['model', 'vendor'],
    sortable: true,
    minLevels: { list: 'guest', create: 'client', secrets: 'vendor' },
  },
  models: { ...SIMPLE_REST, ...fieldsOf([Named], 'vendor', 'created') },
  bunches: { ...SIMPLE_REST, ...fieldsOf([Named], 'batch', 'created') },
  methods: { ...SIMPLE_REST, ...fieldsOf([Method], 'id', 'position', 'created') },
  clients: {
    dialect: 'console',
    paged: false,
    ...fieldsOf([ProfileClient, ClientInput]),
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
    choiceFilters: ['vendor'],
    sortable: true,
    minLevels: { list: 'vendor', create: 'vendor' },
  },
  vendors: {
    dialect: 'console',
    paged: false,
    ...fieldsOf([Vendor, VendorInput]),
    filters: ['search'],
    sortable: true,
    minLevels: { list: 'vendor', create: 'master' },
  },
  history: {
    dialect: 'console',
    paged: true,
    ...fieldsOf([HistoryRow]),
    filters: ['search'],
    sortable: true,
    readOnly: true,
    minLevels: { list: 'vendor' },
  },
}

/** The fields that the server sets in every record of a resource of config: `id`, `created`, `updated`. */
export const SYSTEM_FIELDS: readonly string[] = Object.keys(DescribedRecord.properties)

/** The part of JSON Schema that the schemas of the contract use. */
interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
}

/** @param undeclared names of fields that no schema declares */
function fieldsOf(schemas: readonly TSchema[], ...undeclared: string[]) {
  return {
    schemas,
    fields: [...new Set([...schemas.flatMap(schema => fieldNames(schema as Schema)), ...undeclared])],
  }
}

/** The names of an object's properties; nested ones as `modem.rsrp`. */
function fieldNames({ properties, allOf = [] }: Schema): string[] {
  const direct = Object.entries(properties ?? {}).flatMap(([name, inside]) => [
    name,
    ...fieldNames(inside).map(inner => `${name}.${inner}`),
  ])
  return [...direct, ...allOf.flatMap(fieldNames)]
}

/** The keys of a query, without those in brackets such as `search[topic]`. */
function queryKeys(schema: TSchema): string[] {
  return Object.keys((schema as Schema).properties ?? {}).filter(key => /^\w+$/.test(key))
}

/** The type of a built-in field on the wire; `undefined` if the contract leaves it open. */
export function wireTypeOf({ schemas }: ContractResource, field: string): WireType | undefined {
  // Clients send `updated` back unchanged: its type is not part of the contract.
  if (field === 'updated') return undefined
  const steps = field.split('.')
  const declaration = schemas.map(schema => schemaAt(schema as Schema, steps)).find(schema => schema)
  return declaration && wireType(declaration)
}

function schemaAt(schema: Schema, [step, ...rest]: string[]): Schema | undefined {
  if (step === undefined) return schema
  const part = (schema.allOf ?? [schema]).find(({ properties }) => ownValue(properties, step))
  return part && schemaAt(part.properties![step]!, rest)
}

function wireType({ type, format, anyOf, enum: names }: Schema): WireType | undefined {
  if (format === 'date-time') return 'time'
  // A union occurs only in the serial number of devices, which is digits as text or as a number.
  if (anyOf?.some(alternative => alternative.type === 'string') || names || type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'object' || type === 'array') return 'object'
  return type === 'boolean' ? 'boolean' : undefined
}
