/**
 * `onDelete` of references: what config may say of those who refer to what is deleted, and where a slip is reported.
 */
import { describe, expect, test } from 'vitest'
import { referrersOf, removalAffectsOthers } from '../../src/engine/fields/referring'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles } from '../support/configFiles'

const files = configFiles()

type Fields = Record<string, object>

/** Config with resources of these fields; fields of a resource of the product are added to it. */
function compiled(resources: Record<string, Fields>) {
  const changed = Object.entries(resources).map(([name, fields]) => {
    const there = files[`resources/${name}.json`]
    const file = there ? JSON.parse(there) : { label: name, source: { dialect: 'simple-rest' }, fields: {} }
    return [
      `resources/${name}.json`,
      JSON.stringify({ ...file, fields: { ...file.fields, ...fields } }, null, 1),
    ]
  })
  return compileConfig({ ...files, ...Object.fromEntries(changed) })
}

function errorsOf(resources: Record<string, Fields>): string[] {
  const result = compiled(resources)
  return result.ok
    ? []
    : result.errors.map(
        ({ file, path, code }) => `${file.split('/').at(-1)} ${path.replace('/fields/', '')} ${code}`,
      )
}

const one = (reference: string, onDelete?: string, more: object = {}) => ({
  type: 'reference',
  reference,
  label: '하나',
  ...(onDelete && { onDelete }),
  ...more,
})
const many = (reference: string, onDelete?: string, more: object = {}) => ({
  ...one(reference, onDelete, more),
  type: 'references',
})
const text = { type: 'text', label: '글' }

describe('is taken', () => {
  test.each<[string, Record<string, Fields>]>([
    ['to refuse, as without a word', { things: { a: one('models', 'refuse'), b: many('models', 'refuse') } }],
    ['to empty', { things: { a: one('devices', 'clear'), b: many('batches', 'clear') } }],
    [
      'to empty what must be filled in at times',
      { things: { a: one('models', 'clear', { required: { when: "n == 'x'" } }), n: text } },
    ],
    [
      'to empty what config adds to the product',
      { devices: { own: one('things', 'clear') }, things: { n: text } },
    ],
    [
      'to go together, over several',
      { a: { b: one('b', 'cascade') }, b: { c: one('c', 'cascade') }, c: { n: text } },
    ],
    [
      'to go with records of the product',
      { things: { a: one('clients', 'cascade'), b: one('devices', 'cascade') } },
    ],
    ['to empty what leads to itself', { things: { a: one('things', 'clear') } }],
  ])('%s', (_, resources) => {
    expect(errorsOf(resources)).toEqual([])
  })
})

describe('is refused where it stands', () => {
  test.each<[string, Record<string, Fields>, string[]]>([
    [
      'on another kind',
      { things: { a: { ...text, onDelete: 'clear' } } },
      ['things.json a/onDelete notOfKind'],
    ],
    ['with another word', { things: { a: one('models', 'keep') } }, ['things.json a/onDelete notAllowed']],
    [
      'to empty what is required',
      { things: { a: one('models', 'clear', { required: true }) } },
      ['things.json a/onDelete clearRequired'],
    ],
    [
      'to empty what is required with a sentence',
      { things: { a: many('models', 'clear', { required: { message: '골라 주세요.' } }) } },
      ['things.json a/onDelete clearRequired'],
    ],
    [
      'to empty a list that must have some',
      { things: { a: many('models', 'clear', { min: 1 }) } },
      ['things.json a/onDelete clearMin'],
    ],
    [
      'to go with one of several',
      { things: { a: many('models', 'cascade') } },
      ['things.json a/onDelete cascadeOfMany'],
    ],
    [
      'to delete what is not of config alone',
      {
        devices: { own: one('things', 'cascade') },
        models: { own: one('things', 'cascade') },
        clients: { own: one('things', 'cascade') },
        things: { n: text },
      },
      [
        'clients.json own/onDelete cascadeOfProduct',
        'devices.json own/onDelete cascadeOfProduct',
        'models.json own/onDelete cascadeOfProduct',
      ],
    ],
    [
      'of an order',
      { orders: { own: one('things', 'clear') }, things: { n: text } },
      ['orders.json own/onDelete noEffect'],
    ],
    [
      'of a reference of the product',
      { batches: { model: one('models', 'clear', { required: true }) } },
      ['batches.json model/onDelete onDeleteOfProduct'],
    ],
    [
      'of whose a record is',
      { things: { vendor: one('vendors', 'cascade') } },
      ['things.json vendor/onDelete onDeleteOfProduct'],
    ],
    ['to itself', { things: { a: one('things', 'cascade') } }, ['things.json a/onDelete cascadeLoop']],
    [
      'in a circle, at each of its places and nowhere else',
      {
        a: { b: one('b', 'cascade'), d: one('d', 'cascade') },
        b: { c: one('c', 'cascade') },
        c: { a: one('a', 'cascade') },
        d: { n: text },
      },
      ['a.json b/onDelete cascadeLoop', 'b.json c/onDelete cascadeLoop', 'c.json a/onDelete cascadeLoop'],
    ],
  ])('%s', (_, resources, errors) => {
    expect(errorsOf(resources)).toEqual(errors)
  })

  test('with the way round', () => {
    const result = compiled({ a: { b: one('b', 'cascade') }, b: { a: one('a', 'cascade') } })
    const found = result.ok ? [] : result.errors
    expect(found.map(({ file, line, params }) => [file, line, params.loop])).toEqual([
      ['config/resources/a.json', 11, 'a → b → a'],
      ['config/resources/b.json', 11, 'b → a → b'],
    ])
  })
})

test('who refers is known by what becomes of them', () => {
  const result = compiled({
    things: {
      a: one('models', 'cascade'),
      b: one('models', 'clear'),
      c: many('models'),
      d: one('bunches', 'clear'),
    },
  })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  const { shared } = result.config
  const named = (...asked: Parameters<typeof referrersOf>[2] & object) =>
    referrersOf(shared, 'models', asked.length > 0 ? asked : undefined)
      .filter(({ resource }) => resource.name === 'things')
      .flatMap(({ fields }) => fields.map(({ name }) => name))
  expect([named(), named('refuse'), named('clear'), named('cascade')]).toEqual([
    ['a', 'b', 'c'],
    ['c'],
    ['b'],
    ['a'],
  ])
  // A batch goes with its bunches.
  expect(['models', 'bunches', 'batches', 'methods'].map(name => removalAffectsOthers(shared, name))).toEqual(
    [true, true, true, false],
  )
})
