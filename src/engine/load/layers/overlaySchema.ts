/** Generates the JSON Schema of overlay files, for editors: no key is required, and lists may be changed by entry. */
import type { LIST_CHANGES } from './listChanges'
import { entryShape, type JsonShape } from './mergeShape'

type Schema = JsonShape & Record<string, unknown>

export function overlaySchema(shape: JsonShape): JsonShape {
  const { required = [], ...withoutRequired } = shape as Schema
  const schemaOfKey = (keyShape: JsonShape, isRequired: boolean): JsonShape =>
    isRequired ? overlaySchema(keyShape) : { anyOf: [overlaySchema(keyShape), { type: 'null' }] }
  if (withoutRequired.properties)
    return {
      ...withoutRequired,
      properties: Object.fromEntries(
        Object.entries(withoutRequired.properties).map(([name, keyShape]) => [
          name,
          schemaOfKey(keyShape, required.includes(name)),
        ]),
      ),
    }
  if (withoutRequired.patternProperties)
    return {
      ...withoutRequired,
      patternProperties: Object.fromEntries(
        Object.entries(withoutRequired.patternProperties).map(([name, keyShape]) => [
          name,
          schemaOfKey(keyShape, false),
        ]),
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
