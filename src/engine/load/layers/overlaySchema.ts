/** Generates the JSON Schema of overlay files, for editors: no key is required, and lists may be changed by entry. */
import type { LIST_CHANGES } from './listChanges'
import { entryShape, type JsonShape } from './mergeShape'

type Schema = JsonShape & Record<string, unknown>

export function overlaySchema(shape: JsonShape): JsonShape {
  const { required = [], ...inside } = shape as Schema
  const schemaOfKey = (key: JsonShape, isRequired: boolean): JsonShape =>
    isRequired ? overlaySchema(key) : { anyOf: [overlaySchema(key), { type: 'null' }] }
  if (inside.properties)
    return {
      ...inside,
      properties: Object.fromEntries(
        Object.entries(inside.properties).map(([name, key]) => [
          name,
          schemaOfKey(key, required.includes(name)),
        ]),
      ),
    }
  if (inside.patternProperties)
    return {
      ...inside,
      patternProperties: Object.fromEntries(
        Object.entries(inside.patternProperties).map(([name, key]) => [name, schemaOfKey(key, false)]),
      ),
    }
  const entry = entryShape(shape)
  return entry ? { anyOf: [shape, listChangesSchema(entry)] } : shape
}

function listChangesSchema(items: JsonShape): JsonShape {
  const name: JsonShape = { type: 'string' }
  const shapes: Record<(typeof LIST_CHANGES)[number], JsonShape> = {
    add: { type: 'array', items },
    remove: { type: 'array', items: name },
    before: name,
    after: name,
  }
  return Object.assign({ type: 'object', properties: shapes }, { additionalProperties: false })
}
