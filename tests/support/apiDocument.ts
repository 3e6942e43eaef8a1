/** The schemas of answers in an OpenAPI document. */

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

/** Merges the objects of an intersection into one. */
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
