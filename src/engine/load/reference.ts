/**
 * `config/REFERENCE.md`: every key of every file with its type, what it may be, and its meaning, made of the shapes by
 * `npm run config:schema`.
 */
import type { TSchema } from 'typebox'
import { UNIQUE_KINDS } from '../fields/uniqueFields'
import { KINDS } from '../kinds'
import { KIND_KEYS } from '../kinds/kind'
import { CONDITION_KEYS, Condition } from '../shapes/condition'
import { Resource } from '../shapes/resource'
import { LevelRef, Text } from '../shapes/text'
import { CONFIG_FILES } from './configPaths'

/** The part of JSON Schema that the shapes use. */
interface Shape {
  type?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  minItems?: number
  maxItems?: number
}

/** One key, as a row of a table. */
interface Key {
  name: string
  shape: Shape
  required: boolean
}

/** An object of a file: `list.columns item`. */
interface Section {
  title: string
  keys: Key[]
}

const FILES: Readonly<Record<string, TSchema>> = { ...CONFIG_FILES, 'resources/{name}.json': Resource }

const isLike = (shape: Shape, other: TSchema): boolean =>
  JSON.stringify({ ...shape, description: '' }) === JSON.stringify({ ...other, description: '' })

/** Shapes that are used in many places, each described in a section of its own. */
function known(shape: Shape): string | undefined {
  if (isLike(shape, Text)) return '[text](#texts)'
  if (isLike(shape, Condition)) return '[condition](#conditions)'
  if (shape.enum && LevelRef.enum.every(name => shape.enum!.includes(name))) {
    const further = shape.enum.filter(name => !(LevelRef.enum as unknown[]).includes(name))
    return ['[level](#levels)', ...further.map(code)].join(' or ')
  }
  return undefined
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** The objects right inside a shape: of a union those of its branches, of a list its items. */
function objectsIn(shape: Shape, title: string): { title: string; shape: Shape }[] {
  if (known(shape)) return []
  if (shape.anyOf) return shape.anyOf.flatMap(branch => objectsIn(branch, title))
  if (shape.items) return objectsIn(shape.items, `${title} item`)
  const [record] = Object.values(shape.patternProperties ?? {})
  if (record) return objectsIn(record, `${title}.{name}`)
  return shape.properties ? [{ title, shape }] : []
}

/** An object and all objects inside it, in the order of the file. Branches of a union that are objects share a section. */
function sectionsOf(shape: Shape, title: string): Section[] {
  const keys: Key[] = Object.entries(shape.properties ?? {}).map(([name, inside]) => ({
    name,
    shape: inside,
    required: shape.required?.includes(name) ?? false,
  }))
  const inner = keys.flatMap(key =>
    objectsIn(key.shape, title === '' ? key.name : `${title}.${key.name}`).flatMap(found =>
      sectionsOf(found.shape, found.title),
    ),
  )
  return [{ title, keys }, ...inner]
}

/** As GitHub and editors make it of a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const headingOf = (file: string, title: string): string => (title === '' ? file : `${file}: ${title}`)

function typeOf(shape: Shape, file: string, title: string): string {
  const name = known(shape)
  if (name) return name
  if (shape.enum) return shape.enum.map(code).join(', ')
  if (shape.anyOf) {
    const objects = objectsIn(shape, title)
    const others = shape.anyOf.filter(branch => known(branch) || !branch.properties)
    const types = others.map(branch => typeOf(branch, file, title))
    const links = [...new Set(objects.filter(one => one.title === title).map(() => linkTo(file, title)))]
    return [...new Set([...types, ...links])].join(' or ')
  }
  if (shape.items) return `list of ${typeOf(shape.items, file, `${title} item`)}${sizeOf(shape)}`
  const [record] = Object.values(shape.patternProperties ?? {})
  if (record) return `by name: ${typeOf(record, file, `${title}.{name}`)}`
  if (shape.properties) return linkTo(file, title)
  const types: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: '`true`, `false`',
  }
  return `${types[shape.type ?? ''] ?? 'any value'}${rangeOf(shape)}`
}

const linkTo = (file: string, title: string): string => `[object](#${anchor(headingOf(file, title))})`

function rangeOf({ minimum, maximum, minLength, pattern }: Shape): string {
  const range =
    minimum !== undefined && maximum !== undefined
      ? ` from ${minimum} to ${maximum}`
      : minimum !== undefined
        ? ` from ${minimum}`
        : maximum !== undefined
          ? ` up to ${maximum}`
          : ''
  return `${range}${minLength ? ', not empty' : ''}${pattern ? ` of the form ${code(pattern)}` : ''}`
}

function sizeOf({ minItems, maxItems }: Shape): string {
  return `${minItems ? `, at least ${minItems}` : ''}${maxItems ? `, at most ${maxItems}` : ''}`
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function tableOf(file: string, { title, keys }: Section): string[] {
  return [
    '| key | value | meaning |',
    '| --- | --- | --- |',
    ...keys.map(({ name, shape, required }) => {
      const type = typeOf(shape, file, title === '' ? name : `${title}.${name}`)
      const usual = shape.default === undefined ? '' : ` Without it: ${code(shape.default)}.`
      const meaning = (shape.description ?? '').replace(/[^.…]$/, '$&.')
      return `| \`${name}\`${required ? ' (required)' : ''} | ${cell(type)} | ${cell(`${meaning}${usual}`)} |`
    }),
  ]
}

/** Every object of every file, by its heading. */
function allSections(): { file: string; heading: string; section: Section }[] {
  return Object.entries(FILES).flatMap(([file, shape]) => {
    const merged = new Map<string, Section>()
    for (const section of sectionsOf(shape as Shape, '')) {
      const there = merged.get(section.title)
      const further = section.keys.filter(key => !there?.keys.some(({ name }) => name === key.name))
      merged.set(section.title, { title: section.title, keys: [...(there?.keys ?? []), ...further] })
    }
    return [...merged.values()].map(section => ({ file, heading: headingOf(file, section.title), section }))
  })
}

/** The keys without a description, with their paths; conditions by `CONDITION_KEYS`. */
export function undescribedKeys(): string[] {
  const own = allSections().flatMap(({ heading, section }) =>
    section.keys.filter(({ shape }) => !shape.description).map(({ name }) => `${heading}.${name}`),
  )
  return [
    ...own,
    ...conditionKeys()
      .filter(name => !CONDITION_KEYS[name])
      .map(name => `condition.${name}`),
  ]
}

/** Every key that a condition may have. */
function conditionKeys(): string[] {
  const keysIn = ({ anyOf = [], properties = {} }: Shape): string[] => [
    ...Object.keys(properties),
    ...anyOf.flatMap(keysIn),
  ]
  return [...new Set(keysIn(Condition as Shape))]
}

/** The whole text. */
export function referenceText(): string {
  const sections = allSections()
  const lines = [
    '# Config reference',
    '',
    'Every key of every file in `config/`. Made of the source by `npm run config:schema`; edit the shapes in `src/engine/shapes`, not',
    'this file. How the files are used, with examples, is in [README.md](README.md).',
    '',
    ...Object.keys(FILES).map(file => `- [${file}](#${anchor(file)})`),
    '- [Texts](#texts), [Levels](#levels), [Conditions](#conditions), [Kinds of field](#kinds-of-field)',
  ]
  for (const { heading, section } of sections)
    lines.push(
      '',
      `${section.title === '' ? '##' : '###'} ${heading}`,
      '',
      ...tableOf(section.title === '' ? heading : heading.slice(0, heading.indexOf(': ')), section),
    )
  lines.push(
    ...[
      '',
      '## Texts',
      '',
      'A sentence or a word that users read: Korean alone, or both languages: `{"ko": …, "en": …}`.',
    ],
    ...[
      '',
      '## Levels',
      '',
      `A level by its name: ${LevelRef.enum.map(code).join(', ')}. \`manager\` is another name of one of them (levels.json).`,
    ],
    ...[
      '',
      '## Conditions',
      '',
      'A comparison with the record or with who looks at it, or several in `all` or `any`.',
      '',
    ],
    ...['| key | meaning |', '| --- | --- |'],
    ...conditionKeys().map(name => `| \`${name}\` | ${cell(CONDITION_KEYS[name] ?? '')}. |`),
    ...kindLines(),
  )
  return `${lines.join('\n')}\n`
}

function kindLines(): string[] {
  return [
    ...['', '## Kinds of field', '', 'What fits each `type`; the usual format and input come first.', ''],
    ...['| type | formats | inputs | further keys | further rules |', '| --- | --- | --- | --- | --- |'],
    ...Object.entries(KINDS).map(([name, { formats, inputs, takes, furtherRules }]) => {
      const unique = (UNIQUE_KINDS as readonly string[]).includes(name) ? ['unique'] : []
      const keys = [...KIND_KEYS.filter(key => takes.includes(key)), ...unique]
      return `| ${[[name], formats, inputs, keys, furtherRules].map(names => names.map(code).join(', ')).join(' | ')} |`
    }),
  ]
}
