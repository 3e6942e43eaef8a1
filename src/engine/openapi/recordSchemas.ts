/**
 * The schemas of records in the dialect `simple-rest`: all resources that only config defines, and a few built-in ones.
 */
import { DescribedRecord } from '../../contract/records'
import { ownValue } from '../../domain/own'
import type { CompiledConfig, CompiledField, CompiledResource } from '../compiled'
import { contractResponseSchema, isRequired, type Json, requestSchema, responseSchema } from './fieldSchema'
import { inputAnnotations, pictureNames, type Schema } from './shapes'

type Resources = CompiledConfig['resources']

/** The properties of every record of such a resource: `id`, `created`, `updated`. */
const SYSTEM_PROPERTIES = (JSON.parse(JSON.stringify(DescribedRecord)) as Schema).properties

/** A record in responses. */
export function recordSchema(resource: CompiledResource, resources: Resources): Json {
  const responseFields = Object.values(resource.fields).filter(({ type }) => type !== 'password')
  // A record may have no key for an added field, or for one that the caller may not read.
  const alwaysPresent = responseFields.filter(
    ({ storage, read }) => storage === 'contract' && read === 'none',
  )
  return {
    type: 'object',
    properties: {
      ...SYSTEM_PROPERTIES,
      ...propertiesOf(responseFields, field => {
        const system = ownValue(SYSTEM_PROPERTIES, field.name)
        if (system) return contractResponseSchema(field, system)
        return { ...responseSchema(field), ...rowsSchema(field, resources, responseSchema) }
      }),
      ...pictureNames(resource),
    },
    required: [
      ...new Set([...Object.keys(SYSTEM_PROPERTIES), ...alwaysPresent.map(({ name }) => pathOf(name)[0])]),
    ],
  }
}

/** The request body to create or edit a record. In an edit no field is required. */
export function inputSchema(
  resource: CompiledResource,
  action: 'create' | 'edit',
  resources: Resources,
): Json {
  const all = Object.values(resource.fields)
  const required = all.filter(isRequired).map(({ name }) => name)
  return {
    type: 'object',
    ...inputAnnotations(resource),
    properties: {
      ...SYSTEM_PROPERTIES,
      ...propertiesOf(all, field => ({
        ...requestSchema(field),
        ...rowsSchema(field, resources, requestSchema),
      })),
    },
    additionalProperties: false,
    ...(action === 'create' && required.length > 0 && { required }),
  }
}

const pathOf = (name: string) => name.split('.', 2) as [head: string, inner?: string]

/** The properties of fields. A dotted name (`content.Type`) is a property of an object. */
function propertiesOf(fields: readonly CompiledField[], schemaOf: (field: CompiledField) => Json) {
  const properties = new Map<string, Json>()
  for (const field of fields) {
    const [head, inner] = pathOf(field.name)
    const object = properties.get(head) ?? { type: 'object', properties: {}, additionalProperties: false }
    if (inner !== undefined) Object.assign(object.properties as Json, { [inner]: schemaOf(field) })
    properties.set(head, inner === undefined ? schemaOf(field) : object)
  }
  return Object.fromEntries(properties)
}

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
