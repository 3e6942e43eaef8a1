/** What merging asks of a shape: which keys an object has, what it needs, and what the entries of a list are called. */
import { isObject, own } from '../../../domain/own'
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

/** The keys of an object that merges by key; none for all else: a union (a label, a condition) is one thing. */
export function entriesOf(
  shape: JsonShape,
): { shapeOf: (key: string) => JsonShape; required: readonly string[] } | undefined {
  const { properties, patternProperties, required = [] } = shape
  if (properties) return { shapeOf: key => own(properties, key) ?? {}, required }
  const [entry] = Object.values(patternProperties ?? {})
  return entry && { shapeOf: () => entry, required: [] }
}

/** Whether a value stands for the changes of a list: an object in the place of a list that may not be one. */
export function isListChange(shape: JsonShape, value: unknown): boolean {
  return shape.items !== undefined && isObject(value)
}

/** The name by which changes of a list mean an entry. */
export function entryName(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (!isObject(entry)) return undefined
  const keys = ['name', 'field', 'slug', 'id', 'action', 'tab', 'rule', 'value']
  const name = keys
    .map(key => own(entry, key))
    .find(one => typeof one === 'string' || typeof one === 'number')
  return name === undefined ? undefined : String(name)
}

/**
 * Whether a file can do without what stands there: an entry of a list or of named things, or a key that is not
 * required.
 */
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
