/**
 * Reads from the shape of a file how to merge it: which keys to merge, which are required, and how to name list
 * entries.
 */
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

/** How to merge an object by key; `undefined` for other shapes, which are replaced as a whole. */
export function mergeableKeys(
  shape: JsonShape,
): { shapeOf: (key: string) => JsonShape; required: readonly string[] } | undefined {
  const { properties, patternProperties, required = [] } = shape
  if (properties) return { shapeOf: key => ownValue(properties, key) ?? {}, required }
  const [entry] = Object.values(patternProperties ?? {})
  return entry && { shapeOf: () => entry, required: [] }
}

/** The shape of the entries, if the shape is a list or has one among its alternatives (`choices`). */
export const entryShape = ({ items, anyOf = [] }: JsonShape): JsonShape | undefined =>
  items ?? anyOf.find(option => option.items)?.items

/**
 * True if the value describes changes of a list: it is an object, and the shape expects a list. If the shape also
 * allows another object (`choices`), the value must have the key `add` or `remove`.
 */
export function isListChange(shape: JsonShape, value: unknown): boolean {
  if (!isObject(value) || !entryShape(shape)) return false
  return shape.items !== undefined || 'add' in value || 'remove' in value
}

/** The name by which list changes refer to an entry; `undefined` if it has none. */
export function entryName(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (!isObject(entry)) return undefined
  const keys = ['name', 'field', 'slug', 'id', 'action', 'tab', 'rule', 'value']
  const name = keys
    .map(key => ownValue(entry, key))
    .find(value => typeof value === 'string' || typeof value === 'number')
  return name === undefined ? undefined : String(name)
}

/** True if the value at this path can be removed: a list entry, or a key that is not required. */
export function isRemovable(shape: JsonShape, steps: Steps): boolean {
  let shapeAtStep: JsonShape = shape
  let isStepRemovable = false
  for (const step of steps) {
    const alternatives = shapeAtStep.anyOf ?? [shapeAtStep]
    if (typeof step === 'number') {
      isStepRemovable = true
      shapeAtStep = alternatives.find(option => option.items)?.items ?? {}
    } else {
      const object = alternatives.map(mergeableKeys).find(option => option !== undefined)
      isStepRemovable = object !== undefined && !object.required.includes(step)
      shapeAtStep = object?.shapeOf(step) ?? {}
    }
  }
  return isStepRemovable
}
