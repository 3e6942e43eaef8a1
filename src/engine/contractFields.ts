/** What the contract says about the resources of the product itself: their fields, and which keys their lists are asked with. */
import type { TSchema } from 'typebox'
import { Batch, BatchInput } from '../contract/batches'
import { ClientInput, ProfileClient } from '../contract/clients'
import { Device, DeviceQuery } from '../contract/devices'
import { Named } from '../contract/envelope'
import { Method } from '../contract/methods'
import { Order, OrderQuery } from '../contract/orders'
import { Vendor, VendorInput } from '../contract/vendors'
import type { LevelName } from '../domain/authority'

export interface ContractResource {
  /** How it is served. */
  dialect: 'console' | 'simple-rest'
  /** Whether the server gives the list page by page; else it comes whole, and the console orders and filters it. */
  paged: boolean
  /** Names on the wire; dots reach into objects: `modem.rsrp`. */
  fields: readonly string[]
  /** Keys of the list's query that are not fields, such as `search`. */
  filters: readonly string[]
  /** By which of its ids the choices of a reference can be narrowed (`dependsOn`), where the server keeps it in columns. */
  narrows?: readonly string[]
  /** What the server works out at each reading, and what is never kept: sent back, it may be of yesterday. */
  derived?: readonly string[]
  /** Whether the list can be ordered by its columns. */
  sortable: boolean
  /** Config cannot open what the server's route keeps closed: the levels below which its calls refuse. */
  floor: { list: LevelName; create?: LevelName }
}

/** The resources of the product, by name. */
export const CONTRACT_RESOURCES: Readonly<Record<string, ContractResource>> = {
  devices: {
    dialect: 'console',
    paged: true,
    fields: fieldNames(Device),
    filters: ['search', ...keys(DeviceQuery)],
    narrows: ['model', 'batch'],
    sortable: true,
    floor: { list: 'guest', create: 'client' },
  },
  orders: {
    dialect: 'console',
    paged: true,
    fields: fieldNames(Order),
    filters: keys(OrderQuery),
    sortable: false,
    floor: { list: 'guest', create: 'client' },
  },
  batches: {
    dialect: 'console',
    paged: false,
    fields: fieldNames(Batch, BatchInput),
    derived: ['model_name', 'devices', 'maker'],
    filters: ['search', 'model'],
    narrows: ['model', 'vendor'],
    sortable: true,
    floor: { list: 'guest', create: 'vendor' },
  },
  models: {
    dialect: 'simple-rest',
    paged: true,
    fields: [...fieldNames(Named), 'vendor', 'created'],
    filters: [],
    sortable: true,
    floor: { list: 'guest', create: 'master' },
  },
  bunches: {
    dialect: 'simple-rest',
    paged: true,
    fields: [...fieldNames(Named), 'batch', 'created'],
    filters: [],
    sortable: true,
    floor: { list: 'guest', create: 'master' },
  },
  methods: {
    dialect: 'simple-rest',
    paged: true,
    fields: ['id', ...fieldNames(Method), 'position', 'created'],
    filters: [],
    sortable: true,
    floor: { list: 'guest', create: 'master' },
  },
  clients: {
    dialect: 'console',
    paged: false,
    fields: fieldNames(ProfileClient, ClientInput),
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
    fields: fieldNames(Vendor, VendorInput),
    filters: ['search'],
    sortable: true,
    floor: { list: 'vendor', create: 'master' },
  },
}

interface ObjectSchema {
  properties?: Record<string, ObjectSchema>
  allOf?: ObjectSchema[]
}

/** The names of an object's properties, those of objects inside with a dot. */
function fieldNames(...schemas: TSchema[]): string[] {
  const names = schemas.flatMap(schema => {
    const { properties, allOf } = schema as ObjectSchema
    if (allOf) return fieldNames(...(allOf as TSchema[]))
    return Object.entries(properties ?? {}).flatMap(([name, inside]) =>
      inside.properties ? [name, ...fieldNames(inside as TSchema).map(inner => `${name}.${inner}`)] : [name],
    )
  })
  return [...new Set(names)]
}

function keys(schema: TSchema): string[] {
  return Object.keys((schema as ObjectSchema).properties ?? {}).filter(key => /^\w+$/.test(key))
}
