/** What merging needs to know of a shape: the keys of objects, which are required, and the names of list entries. */
import { isObject, ownValue } from '../../../domain/own'
import type { Steps } from '../problems'

/** The part of JSON Schema that the shapes of `engine/shapes` use. */
export interface JsonShape {
  type?: string
  anyOf?: JsonShape[]
  properties?: Record<string, JsonShape>
  patternProperties?: Record<string, JsonShape>
  required?: string[]
  items?: JsonShape
}

/** The keys of an object that is merged by key; `undefined` for other shapes, which are replaced as a whole. */
export function entriesOf(
  shape: JsonShape,
): { shapeOf: (key: string) => JsonShape; required: readonly string[] } | undefined {
  const { properties, patternProperties, required = [] } = shape
  if (properties) return { shapeOf: key => ownValue(properties, key) ?? {}, required }
  const [entry] = Object.values(patternProperties ?? {})
  return entry && { shapeOf: () => entry, required: [] }
}

/** Whether a value describes changes of a list: an object where the shape allows only a list. */
export function isListChange(shape: JsonShape, value: unknown): boolean {
  return shape.items !== undefined && isObject(value)
}

/** The name by which changes of a list refer to an entry. */
export function entryName(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (!isObject(entry)) return undefined
  const keys = ['name', 'field', 'slug', 'id', 'action', 'tab', 'rule', 'value']
  const name = keys
    .map(key => ownValue(entry, key))
    .find(one => typeof one === 'string' || typeof one === 'number')
  return name === undefined ? undefined : String(name)
}

/** Whether the value can be removed: a list entry, an entry by name, or a key that is not required. */
export function isRemovable(shape: JsonShape, steps: Steps): boolean {
  let inside: JsonShape = shape
  let removable = false
  for (const step of steps) {
    const options = inside.anyOf ? inside.anyOf : [inside]
    if (typeof step === 'number') {
      removable = true
      inside = options.find(one => one.items)?.items ?? {}
    } else {
      const entries = options.map(entriesOf).find(one => one)
      removable = entries !== undefined && !entries.required.includes(step)
      inside = entries?.shapeOf(step) ?? {}
    }
  }
  return removable
}
