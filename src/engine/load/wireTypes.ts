/** What the contract says that a field of the product is: a field of config that says otherwise could be neither shown nor saved. */
import type { TSchema } from 'typebox'
import { Batch, BatchInput } from '../../contract/batches'
import { ClientInput, ProfileClient } from '../../contract/clients'
import { Device } from '../../contract/devices'
import { Named } from '../../contract/envelope'
import { Method } from '../../contract/methods'
import { Order } from '../../contract/orders'
import { Vendor, VendorInput } from '../../contract/vendors'
import type { FieldType } from '../shapes/resource'

const SCHEMAS: Readonly<Record<string, readonly TSchema[]>> = {
  devices: [Device],
  orders: [Order],
  batches: [Batch, BatchInput],
  models: [Named],
  bunches: [Named],
  methods: [Method],
  clients: [ProfileClient, ClientInput],
  vendors: [Vendor, VendorInput],
}

interface Schema {
  type?: string
  format?: string
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  properties?: Record<string, Schema>
}

const TEXTS: readonly FieldType[] = ['text', 'multiline', 'select', 'email', 'phone', 'url', 'color', 'image']

const KINDS_OF: Readonly<Record<string, readonly FieldType[]>> = {
  text: [...TEXTS, 'password', 'reference'],
  time: ['datetime', 'date'],
  number: ['number', 'select', 'reference'],
  boolean: ['boolean'],
  object: ['json'],
}

/** The kinds that a field of the product may have; `undefined` where the contract leaves it open. */
export function kindsOfWire(resource: string, field: string): readonly FieldType[] | undefined {
  const schemas = Object.hasOwn(SCHEMAS, resource) ? SCHEMAS[resource]! : []
  const found = schemas.map(schema => inside(schema as Schema, field.split('.'))).find(one => one)
  // A time that the contract leaves unread: it is only sent back.
  const type = found && field !== 'updated' ? wireType(found) : undefined
  return type ? KINDS_OF[type] : undefined
}

function inside(schema: Schema, [step, ...rest]: string[]): Schema | undefined {
  if (step === undefined) return schema
  for (const part of schema.allOf ?? [schema]) {
    const next = part.properties && Object.hasOwn(part.properties, step) ? part.properties[step] : undefined
    if (next) return inside(next, rest)
  }
  return undefined
}

function wireType({ type, format, anyOf, enum: names }: Schema): string | undefined {
  if (format === 'date-time') return 'time'
  // The serial number: digits, as text or as a number.
  if (anyOf?.some(one => one.type === 'string') || names || type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'object' || type === 'array') return 'object'
  return type === 'boolean' ? 'boolean' : undefined
}
