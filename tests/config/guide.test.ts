/** The guide for people who do not program speaks of what is there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FORMATS, MESSAGES, RULES } from '../../src/engine/registry'
import { FIELD_TYPES } from '../../src/engine/shapes/resource'
import { packageRoot } from '../../src/server/packageRoot'
import { configFiles } from '../support/configFiles'

const guide = readFileSync(join(packageRoot, 'config/README.md'), 'utf8')
const files = Object.entries(configFiles()).filter(([path]) => !path.startsWith('schema/'))
const flat = (text: string) => text.replace(/\s+/g, '')
const all = files.map(([, text]) => flat(text)).join('\n')

/** Of calls, what the server answered stands there; the other lines are of files. */
const before = [...guide.matchAll(/^before\s+([^\d\s].*)$/gm)].map(match => match[1]!.replace(/…$/, ''))

test('what stands before a change stands in a file', () => {
  expect(before.length).toBeGreaterThanOrEqual(5)
  expect(before.filter(text => !all.includes(flat(text).replace(/,$/, '')))).toEqual([])
})

/** Parts in which the reader changes something, and sees what that does. */
const PARTS = [
  ...['Unique values', 'Bounds', 'Rules across fields', 'Computed fields', 'Computed defaults'],
  ...['Several references in one field', 'Deleting referenced records', 'Rows within a form'],
  ...['Related records on a record’s page', 'Roles of your own', 'A command with several values'],
  'For programs that call the server',
]

test.each(PARTS)('“%s” shows what stood there without it, and what with it', part => {
  const [, text] = guide.split(new RegExp(`^#{2,3} ${part.replace('’', "['’]")}\n`, 'm'))
  const [own = ''] = (text ?? '').split(/^#{2,3} /m)
  const has = (word: string) => new RegExp(`^${word}\\s+\\S`, 'm').test(own)
  const pairs = [
    ['before', 'after'],
    ['without', 'with'],
    ['instead of', 'now also'],
  ]
  expect(pairs.some(pair => pair.every(has))).toBe(true)
})

describe('names every', () => {
  const named = (name: string) => guide.includes(`\`${name}\``)
  test.each(FIELD_TYPES)('kind of field: %s', name => expect(named(name)).toBe(true))
  test.each(RULES.filter(name => !['pattern', 'length', 'methodValue'].includes(name)))('rule: %s', name =>
    expect(named(name)).toBe(true),
  )
  const ofRecords = MESSAGES.filter(name => !/^(downloaded|uploaded|registered|refused|failed)$/.test(name))
  test.each(ofRecords)('message: %s', name => expect(named(name)).toBe(true))
  test.each(FORMATS.filter(name => ['phone', 'brn', 'serial', 'deviceTime', 'time', 'dot'].includes(name)))(
    'common format: %s',
    name => expect(named(name)).toBe(true),
  )
})

test('names every file and folder of this one', () => {
  const names = new Set(files.map(([path]) => path.replace(/\/.*/, '')))
  for (const name of names) expect([name, guide.includes(name)]).toEqual([name, true])
})

/** The headings of a document as links name them. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(match =>
    match[1]!
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )

test.each([
  ['itself', /\]\(#([^)]+)\)/g, guide, 10],
  [
    'the reference',
    /\]\(REFERENCE\.md#([^)]+)\)/g,
    readFileSync(join(packageRoot, 'config/REFERENCE.md'), 'utf8'),
    2,
  ],
])('leads to headings that are there, of %s', (_of, pattern, text, least) => {
  const links = [...guide.matchAll(pattern)].map(match => match[1]!)
  expect(links.length).toBeGreaterThan(least)
  for (const link of links) expect(headingsOf(text)).toContain(link)
})

test('other documents lead to headings of it', () => {
  const documents = ['README.md', 'src/docs/agreements.md', 'src/docs/operating.md']
  const links = documents.flatMap(file =>
    [...readFileSync(join(packageRoot, file), 'utf8').matchAll(/config\/README\.md#([^)]+)\)/g)].map(
      match => match[1]!,
    ),
  )
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) expect(headingsOf(guide)).toContain(link)
})
