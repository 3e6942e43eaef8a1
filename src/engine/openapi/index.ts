/**
 * Builds the OpenAPI document of an installation: the contract with the fields and rules of config, and the calls of
 * resources that only config defines. Reveals nothing that `/config.json` does not contain.
 */
import type { TSchema } from 'typebox'
import { Batch, BatchInput } from '../../contract/batches'
import { bulk } from '../../contract/bulk'
import { Client, ClientInput } from '../../contract/clients'
import { Device, DeviceInput } from '../../contract/devices'
import { allEndpoints } from '../../contract/endpoints'
import { type OpenApiInfo, openApi } from '../../contract/openapi'
import { Order, OrderDetail, OrderSheet } from '../../contract/orders'
import { DescribedRecord } from '../../contract/records'
import { Vendor, VendorInput } from '../../contract/vendors'
import { ownValue } from '../../domain/own'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import type { RecordAction } from '../registry'
import { contractRequestSchema, isRequired, type Json, requestSchema, responseSchema } from './fieldSchema'

/** Schemas of the contract to which config adds fields. */
const RECORD_SHAPES: readonly { name: string; resource: string; shape: TSchema; isInput?: true }[] = [
  { name: 'Client', resource: 'clients', shape: Client },
  { name: 'ClientInput', resource: 'clients', shape: ClientInput, isInput: true },
  { name: 'Vendor', resource: 'vendors', shape: Vendor },
  { name: 'VendorInput', resource: 'vendors', shape: VendorInput, isInput: true },
  { name: 'Batch', resource: 'batches', shape: Batch },
  { name: 'BatchInput', resource: 'batches', shape: BatchInput, isInput: true },
  { name: 'Device', resource: 'devices', shape: Device },
  { name: 'DeviceInput', resource: 'devices', shape: DeviceInput, isInput: true },
  { name: 'Order', resource: 'orders', shape: Order },
  { name: 'OrderDetail', resource: 'orders', shape: OrderDetail },
  { name: 'OrderSheet', resource: 'orders', shape: OrderSheet, isInput: true },
]

interface Schema extends Json {
  properties: Record<string, Json>
}

/** The document as plain JSON. */
export function describeApi(config: CompiledConfig, info: Omit<OpenApiInfo, 'title' | 'version'> = {}): Json {
  const base = openApi(allEndpoints(), { ...info, title: config.app.service.en, version: config.hash })
  const schemas: Record<string, Json> = {}
  const names = new Map<string, string>()
  for (const { name, resource, shape, isInput } of RECORD_SHAPES) {
    const plain = JSON.parse(JSON.stringify(shape)) as Schema
    names.set(JSON.stringify(plain), name)
    const compiled = config.resources[resource]
    schemas[name] = compiled ? extendShape(plain, compiled, isInput === true) : plain
  }
  const plainBulk = JSON.parse(JSON.stringify(bulk.change.body)) as Schema
  names.set(JSON.stringify(plainBulk), 'BulkSheet')
  schemas.BulkSheet = withAddedFields(plainBulk, config.resources.devices)
  const document = withReferences(base, names) as Json & { paths: Json; components: Json & { schemas: Json } }
  Object.assign(document.components.schemas, schemas)
  for (const resource of Object.values(config.resources))
    if (resource.dialect === 'simple-rest') addResource(document, resource, config.resources)
  return document
}

/** The bulk change with the fields that config adds to devices. Some kinds can be changed only one by one. */
function withAddedFields(sheet: Schema, devices: CompiledResource | undefined): Json {
  const added = Object.values(devices?.fields ?? {}).filter(
    ({ storage, write, type }) =>
      storage === 'extra' && write !== 'never' && !['password', 'image', 'children'].includes(type),
  )
  const properties = Object.fromEntries(added.map(field => [field.name, requestSchema(field)]))
  return { ...sheet, properties: { ...sheet.properties, values: { ...sheet.properties.values, properties } } }
}

/** The contract's schema with the fields of config, except dotted ones: the contract describes the objects. */
function extendShape(shape: Schema, resource: CompiledResource, isInput: boolean): Json {
  const { fields } = resource
  const properties: Record<string, Json> = { ...shape.properties }
  for (const field of Object.values(fields)) {
    const contractSchema = properties[field.name]
    if (field.name.includes('.')) continue
    if (contractSchema)
      properties[field.name] = isInput
        ? contractRequestSchema(field, contractSchema)
        : { ...contractSchema, ...responseSchema(field) }
    else if (!isInput) properties[field.name] = responseSchema(field)
    // Requests contain no other built-in fields than those of the contract's schema.
    else if (field.storage === 'extra') properties[field.name] = requestSchema(field)
  }
  return { ...shape, properties, ...(isInput && inputAnnotations(resource)) }
}

const UNDECLARED_KEYS_NOTE =
  'Undeclared keys, and changes of fields that the caller may not write, are refused with their names (422). Fields that are sent back unchanged are accepted.'

/** The description of a request body, with the rules over several fields. */
const inputAnnotations = ({ checks = [] }: CompiledResource): Json => ({
  description: [
    UNDECLARED_KEYS_NOTE,
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

/** Replaces schemas that have a name by references. @param names by the JSON text of the schema */
function withReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(item => withReferences(item, names))
  if (typeof value !== 'object' || value === null) return value
  const name = 'properties' in value ? names.get(JSON.stringify(value)) : undefined
  if (name) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [key, withReferences(inside, names)]),
  )
}

const LIST_PATH = '/api/resources/{resource}'
const RECORD_PATH = '/api/resources/{resource}/{id}'

/** The calls of a resource that only config defines. */
const CALLS: readonly { path: string; method: string; action: RecordAction; body?: 'create' | 'edit' }[] = [
  { path: LIST_PATH, method: 'get', action: 'list' },
  { path: LIST_PATH, method: 'post', action: 'create', body: 'create' },
  { path: RECORD_PATH, method: 'get', action: 'show' },
  { path: RECORD_PATH, method: 'put', action: 'edit', body: 'edit' },
  { path: RECORD_PATH, method: 'delete', action: 'delete' },
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
    const resourcePath = path.replace('{resource}', name)
    document.paths[resourcePath] ??= {}
    Object.assign(document.paths[resourcePath] as Json, {
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

/** The properties of every record of such a resource: `id`, `created`, `updated`. */
const SYSTEM_PROPERTIES = (JSON.parse(JSON.stringify(DescribedRecord)) as Schema).properties

function recordSchema({ fields }: CompiledResource, resources: Resources): Json {
  const readable = Object.values(fields).filter(({ type }) => type !== 'password')
  return {
    type: 'object',
    properties: {
      ...SYSTEM_PROPERTIES,
      ...Object.fromEntries(
        readable.map(field => [
          field.name,
          { ...responseSchema(field), ...rowsSchema(field, resources, responseSchema) },
        ]),
      ),
    },
    required: Object.keys(SYSTEM_PROPERTIES),
  }
}

type Resources = CompiledConfig['resources']

/** The schema of a `children` field: a list of rows. Empty for other fields. */
function rowsSchema(
  { children }: CompiledField,
  resources: Resources,
  schema: (field: CompiledField) => Json,
): Json {
  const child = ownValue(resources, children?.resource ?? '')
  if (!children || !child) return {}
  const { id, updated } = SYSTEM_PROPERTIES
  const cells = children.fields.flatMap(name => ownValue(child.fields, name) ?? [])
  const properties = { id, updated, ...Object.fromEntries(cells.map(cell => [cell.name, schema(cell)])) }
  return { type: 'array', items: { type: 'object', properties, additionalProperties: false } }
}

/** The request body to create or edit a record. In an edit no field is required. */
function inputSchema(resource: CompiledResource, action: 'create' | 'edit', resources: Resources): Json {
  const { fields } = resource
  const all = Object.values(fields)
  const required = all.filter(isRequired).map(({ name }) => name)
  return {
    type: 'object',
    ...inputAnnotations(resource),
    properties: {
      ...SYSTEM_PROPERTIES,
      ...Object.fromEntries(
        all.map(field => [
          field.name,
          { ...requestSchema(field), ...rowsSchema(field, resources, requestSchema) },
        ]),
      ),
    },
    additionalProperties: false,
    ...(action === 'create' && required.length > 0 && { required }),
  }
}
