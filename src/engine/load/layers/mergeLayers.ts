/**
 * Lays a file of the owner over the delivered one. Objects merge by key; a list, a label and a condition are
 * replaced as wholes, unless the owner writes the changes of a list (`listChanges`); null takes away what a file can do
 * without. Of a file that is whole by itself nothing is added but keys that every such file must have.
 */
import { isObject, ownValue } from '../../../domain/own'
import type { JsonSource } from '../JsonSource'
import { pointer, type Steps } from '../problems'
import { suggest } from '../suggest'
import { entriesOf, isListChange, type JsonShape } from './inShape'
import { type Layer, LayeredFile, type PlacedValue } from './LayeredFile'
import { changedList, type Merging } from './listChanges'

/** `over`: what the owner does not write is as delivered. `whole`: only keys that are required are. */
export type LayerMode = 'over' | 'whole'

interface MergeOptions {
  mode: LayerMode
  /** Parts of the delivered file, by JSON pointer, that do not fit what the owner wrote. */
  leftOut: ReadonlySet<string>
  /** Numbers of the delivered file that the owner's values limit, by JSON pointer. */
  bounded: ReadonlyMap<string, number>
  /** Further keys that the owner's part needs, beside the required ones. */
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
  const merge = new Merge(file, options)
  file.value = merge.at(shape, own && { value: own.value, steps: [] }, delivered && merge.top(delivered), [])
  return file
}

class Merge implements Merging {
  constructor(
    readonly file: LayeredFile,
    private readonly options: MergeOptions,
  ) {}

  top = (source: JsonSource): PlacedValue => ({ value: source.value, steps: [] })

  /** @returns the value at this place, `undefined` where there is none */
  at(
    shape: JsonShape,
    own: PlacedValue | undefined,
    delivered: PlacedValue | undefined,
    steps: Steps,
    required = true,
    beside: readonly string[] = [],
  ): unknown {
    if (!own) return delivered && this.asDelivered(delivered, steps)
    if (own.value === null && this.options.mode === 'over' && !required) {
      if (!delivered) this.warnOfNothing(own.steps, beside)
      return undefined
    }
    this.from('own', own.steps, steps)
    if (isListChange(shape, own.value) && this.options.mode === 'over')
      return changedList(own, delivered, steps, this)
    const entries = entriesOf(shape)
    if (!entries || !isObject(own.value) || (delivered && !isObject(delivered.value))) return own.value
    return this.object(entries, own, delivered, steps)
  }

  /** A removal may be misspelt, or name an entry of an earlier release; then nothing is removed. */
  private warnOfNothing(written: Steps, beside: readonly string[]): void {
    const name = String(written.at(-1))
    const at = this.file.own!.root.at(...written)
    at.warnKey('nothingToRemove', { name, hint: suggest(name, [...beside]) ?? '' })
  }

  /** Records where the value at this place was written. */
  from(layer: Layer, written: Steps, steps: Steps): void {
    this.file.origins.set(pointer(steps), { layer, steps: written })
  }

  /** A delivered value without its left-out parts. */
  asDelivered({ value, steps: written }: PlacedValue, steps: Steps): unknown {
    const at = pointer(written)
    const { leftOut, bounded } = this.options
    if (leftOut.has(at)) return undefined
    this.from('delivered', written, steps)
    if (bounded.has(at)) return bounded.get(at)
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const [index, item] of value.entries()) {
        const kept = this.asDelivered({ value: item, steps: [...written, index] }, [...steps, items.length])
        if (kept !== undefined) items.push(kept)
      }
      return items
    }
    if (!isObject(value)) return value
    const kept = Object.entries(value).map(([key, inside]) => [
      key,
      this.asDelivered({ value: inside, steps: [...written, key] }, [...steps, key]),
    ])
    return Object.fromEntries(kept.filter(([, inside]) => inside !== undefined))
  }

  private object(
    { shapeOf, required }: NonNullable<ReturnType<typeof entriesOf>>,
    own: PlacedValue,
    delivered: PlacedValue | undefined,
    steps: Steps,
  ): Record<string, unknown> {
    const ours = own.value as Record<string, unknown>
    const theirs = (delivered?.value ?? {}) as Record<string, unknown>
    const needed = steps.length > 0 ? required : [...required, ...(this.options.needed ?? [])]
    const added = Object.keys(theirs).filter(key => this.options.mode === 'over' || needed.includes(key))
    // The delivered order, and what the owner adds behind it; of a whole file the owner's.
    const keys =
      this.options.mode === 'over' ? [...added, ...Object.keys(ours)] : [...Object.keys(ours), ...added]
    const merged: [string, unknown][] = []
    for (const key of new Set(keys)) {
      const inside = <Kind extends PlacedValue | undefined>(layer: Kind, values: Record<string, unknown>) =>
        layer && Object.hasOwn(values, key)
          ? { value: ownValue(values, key), steps: [...layer.steps, key] }
          : undefined
      const value = this.at(
        shapeOf(key),
        inside(own, ours),
        inside(delivered, theirs),
        [...steps, key],
        required.includes(key),
        Object.keys(theirs),
      )
      if (value !== undefined) merged.push([key, value])
    }
    return Object.fromEntries(merged)
  }
}
