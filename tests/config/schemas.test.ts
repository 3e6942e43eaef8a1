/**
 * The schemas in `config/schema` help in editors: they say what the shapes say, accept every file and refuse a slip.
 */
import { posix } from 'node:path'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { isObject } from '../../src/domain/own'
import { CONFIG_FILES } from '../../src/engine/load/configPaths'
import { configSchemas } from '../../src/engine/load/configSchemas'
import type { JsonShape } from '../../src/engine/load/layers/mergeShape'
import { overlaySchema } from '../../src/engine/load/layers/overlaySchema'
import { Resource } from '../../src/engine/shapes/resource'
import { configFiles } from '../support/configFiles'

type Json = Record<string, unknown>
const files = configFiles()
const schemas = Object.fromEntries(
  Object.entries(configSchemas()).map(([name, text]) => [name, JSON.parse(text) as Json]),
)

/** The schema with the definition in the place of each `$ref`, as an editor reads it. */
function resolved(node: unknown, file: string): unknown {
  if (Array.isArray(node)) return node.map(one => resolved(one, file))
  if (!isObject(node)) return node
  const { $ref, $defs, ...rest } = node
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, resolved(one, file)]))
  if (typeof $ref !== 'string') return own
  const [, other, name] = /^([^#]*)#\/\$defs\/(\w+)$/.exec($ref)!
  const target = other || file
  return { ...(resolved((schemas[target]!.$defs as Json)[name!], target) as Json), ...own }
}

describe.each(Object.entries({ 'resource.json': Resource, ...CONFIG_FILES }))(
  'the schemas of %s',
  (file, shape) => {
    test.each([
      ['.schema.json', shape],
      ['.overlay.schema.json', overlaySchema(shape as JsonShape)],
    ])('%s means what the shape means', (ending, expected) => {
      const name = file.replace('.json', ending)
      const { $schema, title, ...meaning } = resolved(schemas[name], name) as Json
      expect(meaning).toEqual(JSON.parse(JSON.stringify(expected)))
    })
  },
)

/** The places of a file at which an editor underlines something. */
function underlined(name: string, value: unknown): string[] {
  return Value.Errors(resolved(schemas[name], name) as Json, value).map(({ instancePath }) => instancePath)
}

test('every file names a schema, by which an editor underlines nothing in it', () => {
  const own = Object.entries(files).filter(
    ([path]) => !/^(schema|map|examples\/(commands|overlay\/i18n))\//.test(path),
  )
  expect(own.length).toBeGreaterThan(25)
  for (const [path, text] of own) {
    const value = JSON.parse(text) as { $schema: string }
    // The two files of examples/quotes are written for the folder resources.
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
])('an editor underlines a slip by the schema of %s: %j at %s', (name, value, place) => {
  expect(underlined(`${name}.schema.json`, value)).toContain(place)
})

test('the schemas stay short: what repeats is a definition', () => {
  const lines = Object.entries(files).flatMap(([path, text]) =>
    path.startsWith('schema/') ? text.split('\n') : [],
  )
  expect(lines.length).toBeLessThan(6000)
})
