/**
 * Merges a file of the owner with the delivered one. Objects are merged by key; other values, such as labels,
 * conditions and lists, are replaced, unless the owner describes changes of a list (`listChanges`). `null` removes an
 * optional key. A complete file of the owner gets only required keys from the delivered one.
 */
import { isObject } from '../../../domain/own'
import type { JsonSource } from '../JsonSource'
import { pointer, type Steps } from '../problems'
import { suggest } from '../suggest'
import { type Layer, LayeredFile, type PlacedValue } from './LayeredFile'
import { applyListChanges, type Merger } from './listChanges'
import { isListChange, type JsonShape, mergeableKeys } from './mergeShape'

/**
 * `over`: the owner's file is an overlay of the delivered one. `whole`: it is complete; only required keys are added.
 */
export type LayerMode = 'over' | 'whole'

interface MergeOptions {
  mode: LayerMode
  /** JSON pointers of delivered parts to leave out. */
  leftOut: ReadonlySet<string>
  /** Replacements for delivered numbers, by JSON pointer. */
  replacedNumbers: ReadonlyMap<string, number>
  /** Top-level keys to add even if the shape does not require them. */
  needed?: readonly string[]
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
   * @param required whether the shape requires the key: then `null` cannot remove it
   * @param siblings the delivered keys of the same object, to suggest one for a misspelt key
   */
  mergeAt(
    shape: JsonShape,
    own: PlacedValue | undefined,
    delivered: PlacedValue | undefined,
    steps: Steps,
    required = true,
    siblings: readonly string[] = [],
  ): unknown {
    if (!own) return delivered && this.takeDelivered(delivered, steps)
    if (own.value === null && this.options.mode === 'over' && !required) {
      if (!delivered) this.warnNothingToRemove(own.steps, siblings)
      return undefined
    }
    this.recordOrigin('own', own.steps, steps)
    if (isListChange(shape, own.value) && this.options.mode === 'over')
      return applyListChanges(own, delivered, steps, this)
    const entries = mergeableKeys(shape)
    if (!entries || !isObject(own.value) || (delivered && !isObject(delivered.value))) return own.value
    return this.mergeObject(entries, own, delivered, steps)
  }

  /** Warns that a `null` removes nothing: the key is misspelt, or was delivered only by an earlier release. */
  private warnNothingToRemove(written: Steps, siblings: readonly string[]): void {
    const name = String(written.at(-1))
    const at = this.file.own!.root.at(...written)
    at.warnKey('nothingToRemove', { name, hint: suggest(name, [...siblings]) ?? '' })
  }

  recordOrigin(layer: Layer, written: Steps, steps: Steps): void {
    this.file.origins.set(pointer(steps), { layer, steps: written })
  }

  takeDelivered({ value, steps: written }: PlacedValue, steps: Steps): unknown {
    const writtenPointer = pointer(written)
    const { leftOut, replacedNumbers } = this.options
    if (leftOut.has(writtenPointer)) return undefined
    this.recordOrigin('delivered', written, steps)
    if (replacedNumbers.has(writtenPointer)) return replacedNumbers.get(writtenPointer)
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const [index, item] of value.entries()) {
        const kept = this.takeDelivered({ value: item, steps: [...written, index] }, [...steps, items.length])
        if (kept !== undefined) items.push(kept)
      }
      return items
    }
    if (!isObject(value)) return value
    const kept = Object.entries(value).map(([key, inside]) => [
      key,
      this.takeDelivered({ value: inside, steps: [...written, key] }, [...steps, key]),
    ])
    return Object.fromEntries(kept.filter(([, inside]) => inside !== undefined))
  }

  private mergeObject(
    { shapeOf, required }: NonNullable<ReturnType<typeof mergeableKeys>>,
    own: PlacedValue,
    delivered: PlacedValue | undefined,
    steps: Steps,
  ): Record<string, unknown> {
    const ownValues = own.value as Record<string, unknown>
    const deliveredValues = (delivered?.value ?? {}) as Record<string, unknown>
    const needed = steps.length > 0 ? required : [...required, ...(this.options.needed ?? [])]
    const added = Object.keys(deliveredValues).filter(
      key => this.options.mode === 'over' || needed.includes(key),
    )
    // An overlay keeps the delivered order, with the owner's new keys at the end.
    const keys =
      this.options.mode === 'over'
        ? [...added, ...Object.keys(ownValues)]
        : [...Object.keys(ownValues), ...added]
    const merged: [string, unknown][] = []
    for (const key of new Set(keys)) {
      const childOf = (parent: PlacedValue | undefined, values: Record<string, unknown>) =>
        parent && Object.hasOwn(values, key)
          ? { value: values[key], steps: [...parent.steps, key] }
          : undefined
      const value = this.mergeAt(
        shapeOf(key),
        childOf(own, ownValues),
        childOf(delivered, deliveredValues),
        [...steps, key],
        required.includes(key),
        Object.keys(deliveredValues),
      )
      if (value !== undefined) merged.push([key, value])
    }
    return Object.fromEntries(merged)
  }
}
