/** Moves repeated parts of the JSON Schemas of a config file into `$defs`, so that each is written once. */

export type Schema = Readonly<Record<string, unknown>>

/**
 * A part of a schema that may be repeated. Its description and default do not belong to it: each place that uses the
 * part keeps its own.
 */
interface Part {
  uses: number
  /** The property names that lead to the first use of the part. */
  path: readonly string[]
  /** True if the schema of whole files contains the part, false if only the overlay schema does. */
  isInWhole: boolean
}

/** In characters. Shorter parts without a name stay where they are: a reference would be no easier to read. */
const MIN_LENGTH = 100

/**
 * Adds `$defs` to both schemas of a file. The overlay schema uses the definitions of the other schema.
 *
 * @param file name of the schema of whole files, such as `app.schema.json`
 * @param named shapes with the names of their definitions; other definitions are named after the key at which they
 *   stand
 */
export function withDefinitions(
  file: string,
  { whole, overlay }: { whole: Schema; overlay: Schema },
  named: Readonly<Record<string, Schema>>,
): { whole: Schema; overlay: Schema } {
  const parts = new Map<string, Part>()
  countParts(parts, whole, true)
  countParts(parts, overlay, false)
  const names = new Map(Object.entries(named).map(([name, shape]) => [fingerprint(shape), name]))
  const hoistedWhole = hoist(whole, parts, names, new Map())
  const refsToWhole = [...hoistedWhole.definitions.keys()].map(
    key => [key, `${file}#/$defs/${names.get(key)}`] as const,
  )
  const hoistedOverlay = hoist(overlay, parts, names, new Map(refsToWhole))
  return { whole: hoistedWhole.schema, overlay: hoistedOverlay.schema }
}

/**
 * Replaces repeated parts by references to definitions.
 *
 * @param parts the parts of both schemas, by fingerprint
 * @param names the names of definitions, by fingerprint; receives the new ones
 * @param refsToOtherFile references to definitions in the other file, by fingerprint
 */
function hoist(
  root: Schema,
  parts: ReadonlyMap<string, Part>,
  names: Map<string, string>,
  refsToOtherFile: ReadonlyMap<string, string>,
): { schema: Schema; definitions: ReadonlyMap<string, Schema> } {
  const definitions = new Map<string, Schema>()
  /** Replaces repeated parts of the schema by references, and the schema itself if it is repeated. */
  const shorten = (schema: Schema): Schema => {
    const key = fingerprint(schema)
    const { annotations, rest } = splitAnnotations(schema)
    const refToOtherFile = refsToOtherFile.get(key)
    if (refToOtherFile) return { $ref: refToOtherFile, ...annotations }
    const short = mapChildren(rest, shorten)
    const part = parts.get(key)!
    const isLong = names.has(key) || JSON.stringify(short).length >= MIN_LENGTH
    if (part.uses < 2 || !isLong) return { ...annotations, ...short }
    if (!names.has(key)) names.set(key, freeName(part, new Set(names.values())))
    definitions.set(key, short)
    return { $ref: `#/$defs/${names.get(key)}`, ...annotations }
  }
  const { annotations, rest } = splitAnnotations(root)
  const short = { ...annotations, ...mapChildren(rest, shorten) }
  const $defs = Object.fromEntries([...definitions].map(([key, definition]) => [names.get(key)!, definition]))
  return { schema: definitions.size === 0 ? short : { ...short, $defs }, definitions }
}

/** Counts the uses of each part. Parts inside a repeated part are counted once. */
function countParts(parts: Map<string, Part>, root: Schema, isInWhole: boolean): void {
  const visit = (schema: Schema, path: readonly string[]): void => {
    const key = fingerprint(schema)
    const part = parts.get(key)
    if (part) part.uses += 1
    else {
      parts.set(key, { uses: 1, path, isInWhole })
      mapChildren(schema, (child, step) => {
        visit(child, step === undefined ? path : [...path, step])
        return child
      })
    }
  }
  visit(root, [])
}

/**
 * The last key of the path, preceded by more keys until the name is free. `item` always follows the key of its list.
 */
function freeName({ path, isInWhole }: Part, taken: ReadonlySet<string>): string {
  const minSteps = path.at(-1) === 'item' ? 2 : 1
  const suffix = isInWhole ? '' : 'Changes'
  const nameOf = ([first = '', ...others]: readonly string[]) =>
    [first, ...others.map(capital)].join('') + suffix
  const candidates = path.map((_, index) => nameOf(path.slice(-(minSteps + index))))
  return candidates.find(name => !taken.has(name))!
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Separates the description and the default, which are not part of a `Part`. */
function splitAnnotations({ description, default: value, ...rest }: Schema): {
  annotations: Schema
  rest: Schema
} {
  const annotations = {
    ...(description === undefined ? {} : { description }),
    ...(value === undefined ? {} : { default: value }),
  }
  return { annotations, rest }
}

/** Equal for parts that differ only in description and default. */
const fingerprint = (schema: Schema): string => JSON.stringify(splitAnnotations(schema).rest)

/** A copy of the schema with `map` applied to its direct children. `step` is the name of a property, or `item`. */
function mapChildren(schema: Schema, map: (child: Schema, step?: string) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const entries = () => Object.entries(value as Record<string, Schema>)
      if (keyword === 'properties')
        return [keyword, Object.fromEntries(entries().map(([name, child]) => [name, map(child, name)]))]
      if (keyword === 'patternProperties')
        return [keyword, Object.fromEntries(entries().map(([name, child]) => [name, map(child)]))]
      if (keyword === 'anyOf') return [keyword, (value as Schema[]).map(child => map(child))]
      return [keyword, keyword === 'items' ? map(value as Schema, 'item') : value]
    }),
  )
}
