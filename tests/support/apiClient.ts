/** TypeScript types of an OpenAPI document, as generators of clients write them: see `typesOf`. */

export type Json = Record<string, unknown>

interface Operation {
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: { 200: { content: Record<string, { schema: Json }> } }
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** The schema of the JSON that a call answers; undefined for downloads and streams. */
export const answerOf = (operation: Operation | undefined): Json | undefined =>
  operation?.responses[200].content['application/json']?.schema

/** The module: `Schemas` by name, and `Calls` with the body and answer of each call, such as `GET /api/devices`. */
export function typesOf({ paths, components }: ApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const body = operation.requestBody?.content['application/json']?.schema
      const parts = `{ body: ${typeOf(body ?? { type: 'null' })}; answer: ${typeOf(answerOf(operation) ?? {})} }`
      return `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${parts}`
    }),
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `  ${JSON.stringify(name)}: ${typeOf(schema)}`,
  )
  return `export interface Schemas {\n${schemas.join('\n')}\n}\nexport interface Calls {\n${calls.join('\n')}\n}\n`
}

function typeOf(schema: Json): string {
  const {
    $ref,
    enum: values,
    anyOf,
    allOf,
    type,
  } = schema as { [key: string]: unknown } & {
    anyOf?: Json[]
    allOf?: Json[]
  }
  if (typeof $ref === 'string') return `Schemas[${JSON.stringify($ref.split('/').at(-1))}]`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(values)) return values.map(value => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (allOf) return allOf.map(one => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(type)) return type.map(one => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'object') return objectType(schema)
  if (type === 'array') return `(${typeOf((schema.items as Json | undefined) ?? {})})[]`
  if (type === 'integer') return 'number'
  return typeof type === 'string' ? type : 'unknown'
}

function objectType(schema: Json): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const { additionalProperties, patternProperties } = schema
  const lines = Object.entries(properties).map(
    ([name, inner]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(inner)}`,
  )
  const others = patternProperties ? Object.values(patternProperties)[0] : additionalProperties
  const parts = [
    lines.length > 0 ? `{ ${lines.join('; ')} }` : '',
    others ? `{ [key: string]: ${typeof others === 'object' ? typeOf(others as Json) : 'unknown'} }` : '',
  ].filter(part => part !== '')
  return parts.length > 0 ? parts.join(' & ') : 'Record<string, never>'
}

/** A schema without references that refuses undeclared keys, to check that an answer has no others. */
export function closedSchema(schema: unknown, { components }: Pick<ApiDocument, 'components'>): Json {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, allOf } = value as { $ref?: string; allOf?: Json[] }
    if ($ref) return close(components.schemas[$ref.split('/').at(-1)!])
    if (allOf) return close(mergedSchema(allOf, components.schemas))
    const entries = Object.entries(value).map(([key, inner]) => [key, close(inner)])
    const closed = Object.fromEntries(entries) as Json
    return 'properties' in closed && typeof closed.properties === 'object' && closed.type === 'object'
      ? { additionalProperties: false, ...closed }
      : closed
  }
  return close(schema) as Json
}

/** The objects of an intersection as one. */
function mergedSchema(parts: readonly Json[], schemas: Record<string, Json>): Json {
  const objects = parts.map(part =>
    typeof part.$ref === 'string' ? schemas[part.$ref.split('/').at(-1)!]! : part,
  )
  return {
    type: 'object',
    properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
    required: objects.flatMap(({ required = [] }) => required),
  }
}
