/**
 * The OpenAPI document of an installation: the calls of the contract with the fields and rules that config adds, and
 * the calls of described resources. It reveals nothing that `/config.json` does not contain.
 */
import type { TSchema } from 'typebox'
import { Batch, BatchInput } from '../../contract/batches'
import { bulk } from '../../contract/bulk'
import { Client, ClientInput } from '../../contract/clients'
import { Device, DeviceInput } from '../../contract/devices'
import { allEndpoints } from '../../contract/endpoints'
import { type OpenApiInfo, openApi } from '../../contract/openapi'
import { Order, OrderDetail, OrderSheet } from '../../contract/orders'
import { Vendor, VendorInput } from '../../contract/vendors'
import { ownValue } from '../../domain/own'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import type { RecordAction } from '../registry'
import { boundSchema, fieldSchema, isRequired, type Json, readSchema } from './fieldSchema'

/** The shapes of the contract that config extends. */
const RECORDS: readonly { name: string; resource: string; shape: TSchema; writes?: true }[] = [
  { name: 'Client', resource: 'clients', shape: Client },
  { name: 'ClientInput', resource: 'clients', shape: ClientInput, writes: true },
  { name: 'Vendor', resource: 'vendors', shape: Vendor },
  { name: 'VendorInput', resource: 'vendors', shape: VendorInput, writes: true },
  { name: 'Batch', resource: 'batches', shape: Batch },
  { name: 'BatchInput', resource: 'batches', shape: BatchInput, writes: true },
  { name: 'Device', resource: 'devices', shape: Device },
  { name: 'DeviceInput', resource: 'devices', shape: DeviceInput, writes: true },
  { name: 'Order', resource: 'orders', shape: Order },
  { name: 'OrderDetail', resource: 'orders', shape: OrderDetail },
  { name: 'OrderSheet', resource: 'orders', shape: OrderSheet, writes: true },
]

interface Schema extends Json {
  properties: Record<string, Json>
}

/** The document in force; plain JSON. */
export function describeApi(config: CompiledConfig, info: Omit<OpenApiInfo, 'title' | 'version'> = {}): Json {
  const base = openApi(allEndpoints(), { ...info, title: config.app.service.en, version: config.hash })
  const schemas: Record<string, Json> = {}
  const names = new Map<string, string>()
  for (const { name, resource, shape, writes } of RECORDS) {
    const plain = JSON.parse(JSON.stringify(shape)) as Schema
    names.set(JSON.stringify(plain), name)
    const compiled = config.resources[resource]
    schemas[name] = compiled ? extended(plain, compiled, writes === true) : plain
  }
  const plainBulk = JSON.parse(JSON.stringify(bulk.change.body)) as Schema
  names.set(JSON.stringify(plainBulk), 'BulkSheet')
  schemas.BulkSheet = withAddedValues(plainBulk, config.resources.devices)
  const document = referring(base, names) as Json & { paths: Json; components: Json & { schemas: Json } }
  Object.assign(document.components.schemas, schemas)
  for (const resource of Object.values(config.resources))
    if (resource.dialect === 'simple-rest') addResource(document, resource, config.resources)
  return document
}

/**
 * A change of many devices, with the fields that config adds to them; passwords and pictures are changed one by one.
 */
function withAddedValues(sheet: Schema, devices: CompiledResource | undefined): Json {
  const added = Object.values(devices?.fields ?? {}).filter(
    ({ storage, write, type }) =>
      storage === 'extra' && write !== 'never' && !['password', 'image', 'children'].includes(type),
  )
  const properties = Object.fromEntries(added.map(field => [field.name, fieldSchema(field)]))
  return { ...sheet, properties: { ...sheet.properties, values: { ...sheet.properties.values, properties } } }
}

/** A shape of the contract with the fields of config. Dotted fields are in objects that the contract describes. */
function extended(shape: Schema, resource: CompiledResource, writes: boolean): Json {
  const { fields } = resource
  const properties: Record<string, Json> = { ...shape.properties }
  for (const field of Object.values(fields)) {
    const there = properties[field.name]
    if (field.name.includes('.')) continue
    if (there)
      properties[field.name] = writes ? boundSchema(field, there) : { ...there, ...readSchema(field) }
    else if (!writes) properties[field.name] = readSchema(field)
    else if (field.storage === 'extra') properties[field.name] = fieldSchema(field)
  }
  return { ...shape, properties, ...(writes && aboutInput(resource)) }
}

const SENT_BACK =
  'A key that is not declared, and a field that the caller may not change, is refused with its name (422); a field of the record that is sent back as it is, is taken.'

/** The description of a request body, with the rules over several fields. */
const aboutInput = ({ checks = [] }: CompiledResource): Json => ({
  description: [
    SENT_BACK,
    ...checks.map(({ name, message }) => `${name}: ${message.ko} / ${message.en}`),
  ].join('\n\n'),
  ...(checks.length > 0 && {
    'x-rules': checks.map(({ name, written, at }) => ({
      rule: name,
      check: written,
      ...(at !== undefined && { at }),
    })),
  }),
})

/** The same JSON with references to named shapes. */
function referring(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(one => referring(one, names))
  if (typeof value !== 'object' || value === null) return value
  const name = 'properties' in value ? names.get(JSON.stringify(value)) : undefined
  if (name) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, referring(one, names)]))
}

const ALL = '/api/resources/{resource}'
const ONE = '/api/resources/{resource}/{id}'

/** The calls of a described resource. */
const CALLS: readonly { path: string; method: string; action: RecordAction; body?: 'create' | 'edit' }[] = [
  { path: ALL, method: 'get', action: 'list' },
  { path: ALL, method: 'post', action: 'create', body: 'create' },
  { path: ONE, method: 'get', action: 'show' },
  { path: ONE, method: 'put', action: 'edit', body: 'edit' },
  { path: ONE, method: 'delete', action: 'delete' },
]

interface Operation extends Json {
  operationId: string
  parameters: { name: string }[]
}

function addResource(
  document: { paths: Json; components: { schemas: Json } },
  resource: CompiledResource,
  resources: Resources,
): void {
  const { name, label, access } = resource
  const ref = (schema: string) => ({ $ref: `#/components/schemas/resource.${schema}` })
  Object.assign(document.components.schemas, {
    [`resource.${name}`]: recordSchema(resource, resources),
    [`resource.${name}.create`]: inputSchema(resource, 'create', resources),
    [`resource.${name}.edit`]: inputSchema(resource, 'edit', resources),
  })
  for (const { path, method, action, body } of CALLS) {
    const operations = document.paths[path] as Record<string, Operation>
    const { operationId, parameters, ...operation } = structuredClone(operations[method]!)
    const record = action === 'list' ? { type: 'array', items: ref(name) } : ref(name)
    const responses = operation.responses as Record<string, Json>
    const at = path.replace('{resource}', name)
    document.paths[at] ??= {}
    Object.assign(document.paths[at] as Json, {
      [method]: {
        operationId: `${operationId}.${name}`,
        ...operation,
        tags: [`${label.ko} / ${label.en}`],
        description: `From level ${access[action]} up.`,
        parameters: parameters.filter(parameter => parameter.name !== 'resource'),
        ...(body && { requestBody: { required: true, content: json(ref(`${name}.${body}`)) } }),
        responses: { ...responses, 200: { description: 'Done', content: json(record) } },
      },
    })
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

const TIME = { type: 'string', format: 'date-time' }
/** The fields that every record has. */
const OF_ALL = { id: { type: 'integer' }, created: TIME, updated: TIME }

function recordSchema({ fields }: CompiledResource, resources: Resources): Json {
  const seen = Object.values(fields).filter(({ type }) => type !== 'password')
  return {
    type: 'object',
    properties: {
      ...OF_ALL,
      ...Object.fromEntries(
        seen.map(field => [field.name, { ...readSchema(field), ...rowsOf(field, resources, readSchema) }]),
      ),
    },
    required: Object.keys(OF_ALL),
  }
}

type Resources = CompiledConfig['resources']

/** The schema of one row of a field `children`. */
function rowsOf(
  { children }: CompiledField,
  resources: Resources,
  schema: (field: CompiledField) => Json,
): Json {
  const child = ownValue(resources, children?.resource ?? '')
  if (!children || !child) return {}
  const { id, updated } = OF_ALL
  const cells = children.fields.flatMap(name => ownValue(child.fields, name) ?? [])
  const properties = { id, updated, ...Object.fromEntries(cells.map(cell => [cell.name, schema(cell)])) }
  return { type: 'array', items: { type: 'object', properties, additionalProperties: false } }
}

/** The body of a create or edit. An edit checks only the sent fields. */
function inputSchema(resource: CompiledResource, action: 'create' | 'edit', resources: Resources): Json {
  const { fields } = resource
  const all = Object.values(fields)
  const required = all.filter(isRequired).map(({ name }) => name)
  return {
    type: 'object',
    ...aboutInput(resource),
    properties: {
      ...OF_ALL,
      ...Object.fromEntries(
        all.map(field => [field.name, { ...fieldSchema(field), ...rowsOf(field, resources, fieldSchema) }]),
      ),
    },
    additionalProperties: false,
    ...(action === 'create' && required.length > 0 && { required }),
  }
}
