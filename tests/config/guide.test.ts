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
  ...['Only once', 'Bounds', 'Rules across fields', 'Fields that are worked out', 'Defaults that move'],
  ...['Several records in one field', 'When something is deleted', 'Rows within a form'],
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

test('leads to headings that are there', () => {
  const headings = [...guide.matchAll(/^#+ (.*)$/gm)].map(match =>
    match[1]!
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )
  const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(match => match[1]!)
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) expect(headings).toContain(link)
})
