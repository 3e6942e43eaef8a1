/**
 * Builds the OpenAPI document of an installation: the contract with the fields and rules of config, and the calls of
 * resources that only config defines. Reveals nothing that `/config.json` does not contain.
 */
import type { TSchema } from 'typebox'
import { Batch, BatchInput } from '../../contract/batches'
import { Client, ClientInput } from '../../contract/clients'
import { DeviceDetail } from '../../contract/devicePage'
import { Device, DeviceInput } from '../../contract/devices'
import { allEndpoints } from '../../contract/endpoints'
import { type OpenApiInfo, openApi } from '../../contract/openapi'
import { Order, OrderDetail, OrderSheet } from '../../contract/orders'
import { Vendor, VendorInput } from '../../contract/vendors'
import type { CompiledConfig, CompiledResource } from '../compiled'
import type { RecordAction } from '../registry'
import type { Json } from './fieldSchema'
import { inputSchema, recordSchema } from './recordSchemas'
import { extendShape, type Schema } from './shapes'

/** Schemas of the contract to which config adds fields. */
const RECORD_SHAPES: readonly { name: string; resource: string; shape: TSchema; isInput?: true }[] = [
  { name: 'Client', resource: 'clients', shape: Client },
  { name: 'ClientInput', resource: 'clients', shape: ClientInput, isInput: true },
  { name: 'Vendor', resource: 'vendors', shape: Vendor },
  { name: 'VendorInput', resource: 'vendors', shape: VendorInput, isInput: true },
  { name: 'Batch', resource: 'batches', shape: Batch },
  { name: 'BatchInput', resource: 'batches', shape: BatchInput, isInput: true },
  { name: 'Device', resource: 'devices', shape: Device },
  { name: 'DeviceDetail', resource: 'devices', shape: DeviceDetail },
  { name: 'DeviceInput', resource: 'devices', shape: DeviceInput, isInput: true },
  { name: 'Order', resource: 'orders', shape: Order },
  { name: 'OrderDetail', resource: 'orders', shape: OrderDetail },
  { name: 'OrderSheet', resource: 'orders', shape: OrderSheet, isInput: true },
]

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
  const document = withReferences(base, names) as Json & { paths: Json; components: Json & { schemas: Json } }
  Object.assign(document.components.schemas, schemas)
  for (const resource of Object.values(config.resources))
    if (resource.dialect === 'simple-rest') addResource(document, resource, config.resources)
  return document
}

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
  resources: CompiledConfig['resources'],
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
