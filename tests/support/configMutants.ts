/** Broken copies of JSON files: every value replaced, every key renamed, removed and doubled, and invalid bytes. */

/** A file after one mutation. */
export interface Mutant {
  file: string
  /** The mutation: `/fields/id/type = "constructor"`. */
  name: string
  bytes: Uint8Array
}

export type Steps = readonly (string | number)[]

/** Each of these replaces every value. */
const REPLACEMENTS: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, '', 'string', 'constructor', '__proto__', 'toString', '%{nothing}'],
  ...[[], {}, [null], [[]], [{}]],
  { ko: '가', en: 'a' },
  { from: 'constructor' },
  { field: 'constructor' },
  { with: ['constructor'] },
  'today+9999y',
  'now() + constructor',
  'user.level >= level.vendor',
  { expression: '((' },
  "size('') / 0 > 1 && 'a'.matches('(a+)+$')",
  `${'min(1, '.repeat(300)}1`,
  Object.fromEntries([['__proto__', null]]),
]

/** Each of these replaces every key. */
const NAMES = ['constructor', '__proto__', 'toString', 'then', 'x'] as const

/** The paths of all values within a value, its own path first. */
export function placesIn(value: unknown, at: Steps = []): Steps[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child, [...at, Array.isArray(value) ? Number(key) : key]),
  )
  return [at, ...inside]
}

/** Every mutation of one place of a file. */
export function mutantsAt(file: string, value: unknown, at: Steps): Mutant[] {
  const path = `/${at.join('/')}`
  const mutants = REPLACEMENTS.map(other =>
    mutant(file, `${path} = ${JSON.stringify(other)}`, write(replaced(value, at, other))),
  )
  const last = at.at(-1)
  if (last === undefined) return mutants
  mutants.push(mutant(file, `${path} removed`, write(changed(value, at, () => []))))
  mutants.push(mutant(file, `${path} in a list`, write(replaced(value, at, [valueAt(value, at)]))))
  if (typeof last === 'number') {
    const twice = changed(value, at, entry => [entry, entry])
    return [...mutants, mutant(file, `${path} twice`, write(twice))]
  }
  for (const name of NAMES) {
    const renamed = changed(value, at, ([, child]) => [[name, child]])
    mutants.push(mutant(file, `${path} named ${name}`, write(renamed)))
  }
  const doubled = changed(value, at, ([key, child]) => [
    [key, child],
    [`${String(key)}${DOUBLE}`, child],
  ])
  return [...mutants, mutant(file, `${path} twice`, write(doubled).replaceAll(DOUBLE, ''))]
}

/** Invalid JSON, invalid text, and extreme sizes and depths. */
export function brokenBytes(file: string, text: string): Mutant[] {
  const bytes = Buffer.from(text)
  const middle = Math.floor(bytes.length / 2)
  const spliced = (...inside: number[]) =>
    Buffer.concat([bytes.subarray(0, middle), Buffer.from(inside), bytes.subarray(middle)])
  const deep = (levels: number, open: string, close: string) =>
    Buffer.from(open.repeat(levels) + close.repeat(levels))
  const many = (count: number) =>
    Buffer.from(
      JSON.stringify({
        ...(JSON.parse(text.replace(/^\uFEFF/, '')) as object),
        fields: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'text', label: '가' }]),
        ),
      }),
    )
  return (
    [
      ['empty', Buffer.alloc(0)],
      ['a byte order mark alone', Buffer.from([0xef, 0xbb, 0xbf])],
      ['with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])],
      ['UTF-16 little endian', Buffer.from(`\uFEFF${text}`, 'utf16le')],
      ['a text of CP949', spliced(0x22, 0xb4, 0xdc, 0xb8, 0xbb, 0x22)],
      ['a surrogate in UTF-8', spliced(0xed, 0xa0, 0x80)],
      ['a NUL', spliced(0)],
      ['half of the file', bytes.subarray(0, middle)],
      ['the file twice', Buffer.concat([bytes, bytes])],
      ['carriage returns', Buffer.from(text.replaceAll('\n', '\r\n'))],
      ['a comment', Buffer.from(`// note\n${text}`)],
      ['NaN', Buffer.from(text.replace(/: [^,\n]+/, ': NaN'))],
      ['a number beyond all numbers', Buffer.from(text.replace(/: [^,\n]+/, ': 1e999'))],
      ['half a surrogate', Buffer.from(text.replace(/: [^,\n]+/, ': "\\ud800"'))],
      ['100,000 brackets', deep(100_000, '[', ']')],
      ['100,000 braces', deep(100_000, '{"a":', '}')],
      ['20,000 fields', many(20_000)],
      ['40 MB', Buffer.alloc(40_000_000, 0x20)],
    ] as const
  ).map(([name, content]) => ({ file, name, bytes: content }))
}

/** Marks the second of two equal keys until the text is written; no config contains it. */
const DOUBLE = '\u0001'

function mutant(file: string, name: string, text: string): Mutant {
  return { file, name, bytes: Buffer.from(text) }
}

const write = (value: unknown): string =>
  `${JSON.stringify(value, null, 2) ?? ''}\n`.replaceAll('\\u0001', DOUBLE)

function valueAt(value: unknown, at: Steps): unknown {
  return at.reduce((inside, step) => (inside as Record<string | number, unknown>)[step], value)
}

function replaced(value: unknown, at: Steps, by: unknown): unknown {
  return at.length === 0 ? by : changed(value, at, ([key]) => [[key, by]])
}

type Entry = readonly [key: string | number, value: unknown]

/** A copy in which one entry of an object or list is replaced by any number of entries. */
function changed(value: unknown, at: Steps, change: (entry: Entry) => Entry[]): unknown {
  const [step, ...rest] = at
  const entries: Entry[] = Object.entries(value as object).flatMap(([key, child]): Entry[] => {
    if (key !== String(step)) return [[key, child]]
    return rest.length === 0 ? change([key, child]) : [[key, changed(child, rest, change)]]
  })
  if (Array.isArray(value)) return entries.map(([, child]) => child)
  return Object.fromEntries(entries)
}

/** Random numbers from 0 up to 1, the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
