/**
 * Lists and forms of batches, clients, vendors, models, bunches and methods are what their files in `config/` say: no source of
 * the console names one of their fields.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { CHOICE_SOURCES, FORMATS, ICONS, INPUTS, RULES } from '../../src/engine/registry'
import { FIELD_TYPES } from '../../src/engine/shapes/resource'
import { filesUnder, type Node, root, treeOf, walk } from '../support/source'

const RESOURCES = ['batches', 'clients', 'vendors', 'models', 'bunches', 'methods']

interface ResourceFile {
  recordName?: string
  fields: Record<string, unknown>
}

const fields = new Set(
  RESOURCES.flatMap(name =>
    Object.keys(
      (JSON.parse(readFileSync(join(root, `config/resources/${name}.json`), 'utf8')) as ResourceFile).fields,
    ),
  ),
)

/** Fields that are called as something which developers do write: a kind of field, a format, a part of a compiled field. */
const WRITTEN = new Set<string>([
  ...FIELD_TYPES,
  ...FORMATS,
  ...INPUTS,
  ...RULES,
  ...CHOICE_SOURCES,
  ...ICONS,
  'name',
  'level',
  'page',
  'position',
  'content',
  'code',
  // The HTML element, and what it is to assistive technology.
  'img',
  'role',
  // The text size of MUI.
  'caption',
])

/** Where lists and forms are drawn. Devices, orders, figures and the user's own account are no records of these resources. */
const DRAWN = /^src\/console\/(forms|ui|features)\//
const ELSEWHERE =
  /^src\/console\/features\/(device|devices|deviceSecrets|bulk|orders|compose|registering|dashboard|roster|account|profile|search)\//

/** What holds a record: of `field.name` the name is a part of config, of `record.name` a field. */
const HOLDERS = /^(record|row|values|client|vendor|batch|model|bunch)$/i

/** Names of fields that a source writes: as text, as a key, or read from a record. */
function namedIn(tree: Node): string[] {
  const own = (name: unknown) => fields.has(String(name)) && !WRITTEN.has(String(name))
  return walk(tree).flatMap(node => {
    if (node.type === 'StringLiteral' || node.type === 'JSXText') {
      const text = String(node.value).trim()
      return own(text) ? [text] : []
    }
    if (node.type === 'KeyValueProperty') {
      const { value } = node.key as Node
      return own(value) ? [String(value)] : []
    }
    if (node.type !== 'MemberExpression') return []
    const { value: holder } = node.object as Node
    // The sentences of a resource: `messages.created` says that a record was made.
    if (holder === 'messages') return []
    const { type, value } = node.property as Node
    if (type !== 'Identifier') return []
    const read = HOLDERS.test(String(holder)) ? fields.has(String(value)) : own(value)
    return read ? [`.${value}`] : []
  })
}

const files = filesUnder('src/console', /\.tsx?$/).filter(file => DRAWN.test(file) && !ELSEWHERE.test(file))

test('no list or form of records names a field in TypeScript', () => {
  const found = files.flatMap(file => namedIn(treeOf(file)).map(name => `${file}: ${name}`))
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(40)
  expect(fields.size).toBeGreaterThan(30)
})

test('a list or form that names one would be found', () => {
  const parse = (text: string) => parseSync(text, { syntax: 'typescript', tsx: true }) as unknown as Node
  for (const text of [
    `const a = <TextInput source="zone" />`,
    `const a = { columns: ['zone', 'duty'] }`,
    `const a = (record: X) => record.name`,
    `const a = (one: X) => one.vendor_name`,
    `const a = { vendor_paid: true, level_name: '' }`,
    `const a = <p>{values.paid ? 1 : 2}</p>`,
  ])
    expect(namedIn(parse(text)), text).not.toEqual([])
  expect(namedIn(parse(`const a = field.type === 'email' && resource.name`))).toEqual([])
})

test('the screens of these resources are the generic ones', () => {
  const features = filesUnder('src/console/features', /\.tsx?$/).map(file => file.split('/')[3])
  expect(features).toContain('records')
  for (const name of ['clients', 'vendors', 'models', 'bunches', 'methods'])
    expect(features).not.toContain(name)
})
