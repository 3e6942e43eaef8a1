/**
 * Merges a file of the owner with the delivered one. Objects are merged by key; other values, such as labels,
 * conditions and lists, are replaced, unless the owner describes changes of a list (`listChanges`). `null` removes an
 * optional key. A complete file of the owner replaces the delivered one, except for required keys that are missing.
 */
import { isObject } from '../../../domain/own'
import type { JsonSource } from '../JsonSource'
import { pointer, type Steps } from '../problems'
import { suggest } from '../suggest'
import { type Layer, LayeredFile, type PlacedValue } from './LayeredFile'
import { applyListChanges, type Merger } from './listChanges'
import { isListChange, type JsonShape, mergeableKeys } from './mergeShape'

/**
 * `overlay`: the owner's file contains what differs from the delivered one. `complete`: it replaces the delivered one,
 * from which only missing required keys are added.
 */
export type LayerMode = 'overlay' | 'complete'

interface MergeOptions {
  mode: LayerMode
  /** JSON pointers of delivered parts to leave out. */
  leftOut: ReadonlySet<string>
  /** Replacements for delivered numbers, by JSON pointer. */
  replacedNumbers: ReadonlyMap<string, number>
  /** Top-level keys to add even if the shape does not require them. */
  neededKeys?: readonly string[]
}

/** The merged file. If a layer could not be read, its errors are reported and nothing is merged. */
export function mergeLayers(
  own: JsonSource | undefined,
  delivered: JsonSource | undefined,
  shape: JsonShape,
  options: MergeOptions,
): LayeredFile {
  const file = new LayeredFile(own, delivered)
  if (file.errors.length > 0) return file
  const merger = new LayerMerger(file, options)
  const rootOf = ({ value }: JsonSource): PlacedValue => ({ value, steps: [] })
  file.value = merger.mergeAt(shape, own && rootOf(own), delivered && rootOf(delivered), [])
  return file
}

class LayerMerger implements Merger {
  constructor(
    readonly file: LayeredFile,
    private readonly options: MergeOptions,
  ) {}

  /**
   * The merged value at `steps`; `undefined` if there is none.
   *
   * @param isRequired whether the shape requires the key: then `null` cannot remove it
   * @param siblings the delivered keys of the same object, to suggest one for a misspelt key
   */
  mergeAt(
    shape: JsonShape,
    own: PlacedValue | undefined,
    delivered: PlacedValue | undefined,
    steps: Steps,
    isRequired = true,
    siblings: readonly string[] = [],
  ): unknown {
    if (!own) return delivered && this.takeDelivered(delivered, steps)
    if (own.value === null && this.options.mode === 'overlay' && !isRequired) {
      if (!delivered) this.warnNothingToRemove(own.steps, siblings)
      return undefined
    }
    this.recordOrigin('own', own.steps, steps)
    if (isListChange(shape, own.value) && this.options.mode === 'overlay')
      return applyListChanges(own, delivered, steps, this)
    const entries = mergeableKeys(shape)
    if (!entries || !isObject(own.value) || (delivered && !isObject(delivered.value))) return own.value
    return this.mergeObject(entries, own, delivered, steps)
  }

  /** Warns that a `null` removes nothing: the key is misspelt, or was delivered only by an earlier release. */
  private warnNothingToRemove(sourceSteps: Steps, siblings: readonly string[]): void {
    const name = String(sourceSteps.at(-1))
    const loc = this.file.own!.root.at(...sourceSteps)
    loc.warnKey('nothingToRemove', { name, hint: suggest(name, siblings) ?? '' })
  }

  recordOrigin(layer: Layer, sourceSteps: Steps, steps: Steps): void {
    this.file.origins.set(pointer(steps), { layer, steps: sourceSteps })
  }

  takeDelivered({ value, steps: sourceSteps }: PlacedValue, steps: Steps): unknown {
    const sourcePointer = pointer(sourceSteps)
    const { leftOut, replacedNumbers } = this.options
    if (leftOut.has(sourcePointer)) return undefined
    this.recordOrigin('delivered', sourceSteps, steps)
    if (replacedNumbers.has(sourcePointer)) return replacedNumbers.get(sourcePointer)
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const [index, item] of value.entries()) {
        const itemSteps = [...steps, items.length]
        const keptItem = this.takeDelivered({ value: item, steps: [...sourceSteps, index] }, itemSteps)
        if (keptItem !== undefined) items.push(keptItem)
      }
      return items
    }
    if (!isObject(value)) return value
    const entries = Object.entries(value).map(([key, inside]) => [
      key,
      this.takeDelivered({ value: inside, steps: [...sourceSteps, key] }, [...steps, key]),
    ])
    return Object.fromEntries(entries.filter(([, inside]) => inside !== undefined))
  }

  private mergeObject(
    { shapeOf, required }: NonNullable<ReturnType<typeof mergeableKeys>>,
    own: PlacedValue,
    delivered: PlacedValue | undefined,
    steps: Steps,
  ): Record<string, unknown> {
    const needed = steps.length > 0 ? required : [...required, ...(this.options.neededKeys ?? [])]
    const ownKeys = Object.keys(own.value as object)
    const deliveredKeys = Object.keys(delivered?.value ?? {})
    // An overlay keeps the delivered order, with the owner's new keys at the end.
    const keys =
      this.options.mode === 'overlay'
        ? [...deliveredKeys, ...ownKeys]
        : [...ownKeys, ...deliveredKeys.filter(key => needed.includes(key))]
    const merged: [string, unknown][] = []
    for (const key of new Set(keys)) {
      const value = this.mergeAt(
        shapeOf(key),
        childOf(own, key),
        childOf(delivered, key),
        [...steps, key],
        required.includes(key),
        deliveredKeys,
      )
      if (value !== undefined) merged.push([key, value])
    }
    return Object.fromEntries(merged)
  }
}

/** The value under a key of an object; `undefined` without one. */
function childOf(parent: PlacedValue | undefined, key: string): PlacedValue | undefined {
  if (!isObject(parent?.value) || !Object.hasOwn(parent.value, key)) return undefined
  return { value: parent.value[key], steps: [...parent.steps, key] }
}
