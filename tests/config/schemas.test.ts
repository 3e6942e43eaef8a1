/**
 * The JSON Schemas in `config/schema`, which editors use: they equal the shapes, accept every file and refuse mistakes.
 */
import { posix } from 'node:path'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { isObject } from '../../src/domain/own'
import { CONFIG_FILES } from '../../src/engine/load/configPaths'
import { configSchemas } from '../../src/engine/load/configSchemas'
import type { JsonShape } from '../../src/engine/load/layers/mergeShape'
import { overlaySchema } from '../../src/engine/load/layers/overlaySchema'
import { ResourceFile } from '../../src/engine/shapes/resource'
import { configFiles } from '../support/configFiles'

type Json = Record<string, unknown>
const files = configFiles()
const schemas = Object.fromEntries(
  Object.entries(configSchemas()).map(([name, text]) => [name, JSON.parse(text) as Json]),
)

/** The schema with each `$ref` replaced by its definition. */
function resolved(node: unknown, file: string): unknown {
  if (Array.isArray(node)) return node.map(item => resolved(item, file))
  if (!isObject(node)) return node
  const { $ref, $defs, ...rest } = node
  const entries = Object.entries(rest).map(([key, value]) => [key, resolved(value, file)])
  const withoutRef = Object.fromEntries(entries)
  if (typeof $ref !== 'string') return withoutRef
  const [, other, name] = /^([^#]*)#\/\$defs\/(\w+)$/.exec($ref)!
  const target = other || file
  return { ...(resolved((schemas[target]!.$defs as Json)[name!], target) as Json), ...withoutRef }
}

describe.each(Object.entries({ 'resource.json': ResourceFile, ...CONFIG_FILES }))(
  'the schemas of %s',
  (file, shape) => {
    test.each([
      ['.schema.json', shape],
      ['.overlay.schema.json', overlaySchema(shape as JsonShape)],
    ])('%s equals the shape', (ending, expected) => {
      const name = file.replace('.json', ending)
      const { $schema, title, ...schema } = resolved(schemas[name], name) as Json
      expect(schema).toEqual(JSON.parse(JSON.stringify(expected)))
    })
  },
)

/** The paths that an editor underlines in a file. */
function underlined(name: string, value: unknown): string[] {
  return Value.Errors(resolved(schemas[name], name) as Json, value).map(({ instancePath }) => instancePath)
}

test('every file names a schema, and is valid for it', () => {
  const configTexts = Object.entries(files).filter(
    ([path]) => !/^(schema|map|examples\/(commands|overlay\/i18n))\//.test(path),
  )
  expect(configTexts.length).toBeGreaterThan(25)
  for (const [path, text] of configTexts) {
    const value = JSON.parse(text) as { $schema: string }
    // `$schema` in examples/quotes is right once the files are copied to config/resources, one folder higher.
    const schema = posix.join(posix.dirname(path.replace('quotes/', '')), value.$schema)
    expect([path, posix.dirname(schema)]).toEqual([path, 'schema'])
    expect([path, underlined(posix.basename(schema), value)]).toEqual([path, []])
  }
})

const RESOURCE = {
  label: '유심',
  source: { dialect: 'simple-rest' },
  fields: { pin: { type: 'text', label: 'PIN' } },
}

test.each([
  ['resource', { ...RESOURCE, fields: { pin: { type: 'txt', label: 'PIN' } } }, '/fields/pin/type'],
  ['resource', { ...RESOURCE, list: { columns: [{ field: 'pin', aling: 'left' }] } }, '/list/columns/0'],
  ['menu.overlay', { links: { add: [{ label: { en: 'Help' } }] } }, '/links/add/0/label'],
  ['resource.overlay', { list: { export: 'vendro' } }, '/list/export'],
  ['resource.overlay', { list: { columns: { ad: ['pin'] } } }, '/list/columns'],
])('an editor underlines a mistake by the schema of %s: %j at %s', (name, value, path) => {
  expect(underlined(`${name}.schema.json`, value)).toContain(path)
})
