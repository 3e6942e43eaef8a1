/** The guide to config, `config/README.md`, agrees with the files and the program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FormatName, MESSAGES, type MessageName } from '../../src/engine/registry'
import { FIELD_TYPES } from '../../src/engine/shapes/resource'
import { RULES, type RuleName } from '../../src/engine/validation/rules'
import { packageRoot } from '../../src/server/packageRoot'
import { configFiles } from '../support/configFiles'

const guide = readFileSync(join(packageRoot, 'config/README.md'), 'utf8')
const files = Object.entries(configFiles()).filter(([path]) => !path.startsWith('schema/'))
const flat = (text: string) => text.replace(/\s+/g, '')
const allFiles = files.map(([, text]) => flat(text)).join('\n')

/** The texts that lines such as `before "list": { …` quote from files. A line with a number quotes a response. */
const quotedLines = [...guide.matchAll(/^before\s+([^\d\s].*)$/gm)].map(match => match[1]!.replace(/…$/, ''))

test('each quoted line exists in a delivered file', () => {
  expect(quotedLines.length).toBeGreaterThanOrEqual(5)
  expect(quotedLines.filter(text => !allFiles.includes(flat(text).replace(/,$/, '')))).toEqual([])
})

// The reference (config/REFERENCE.md) has all names; the guide leaves out rules with a value and names of one resource.
const RARE_RULES: readonly RuleName[] = ['pattern', 'length', 'methodValue']
const RARE_MESSAGES: readonly MessageName[] = ['downloaded', 'uploaded', 'registered', 'refused', 'failed']
const COMMON_FORMATS: readonly FormatName[] = ['phone', 'brn', 'serial', 'deviceTime', 'time', 'dot']

test('the guide names every kind of field, common rule, message of records and common format', () => {
  const names = [
    ...FIELD_TYPES,
    ...RULES.filter(name => !RARE_RULES.includes(name)),
    ...MESSAGES.filter(name => !RARE_MESSAGES.includes(name)),
    ...COMMON_FORMATS,
  ]
  expect(names.filter(name => !guide.includes(`\`${name}\``))).toEqual([])
})

test('the guide names every file and folder of config', () => {
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

test('links in the guide, to the reference, and from other documents lead to existing headings', () => {
  const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8')
  const linksIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, link]) => link!)
  const others = ['README.md', 'src/docs/agreements.md', 'src/docs/operating.md'].map(read).join('\n')
  const inGuide = linksIn(guide, /\]\(#([^)]+)\)/g)
  const toGuide = linksIn(others, /config\/README\.md#([^)]+)\)/g)
  const toReference = linksIn(guide, /\]\(REFERENCE\.md#([^)]+)\)/g)
  expect(inGuide.length).toBeGreaterThan(8)
  expect(toGuide.length).toBeGreaterThan(2)
  expect(toReference.length).toBeGreaterThan(2)
  expect(headingsOf(guide)).toEqual(expect.arrayContaining([...inGuide, ...toGuide]))
  expect(headingsOf(read('config/REFERENCE.md'))).toEqual(expect.arrayContaining(toReference))
})
