/** `onDelete` of references: the values that the check accepts and refuses, and the referrers of a resource. */
import { describe, expect, test } from 'vitest'
import { referrersOf, removalAffectsOthers } from '../../src/engine/fields/referrers'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileWith } from '../support/config'
import { configFiles } from '../support/configFiles'
import { errorLinesOf } from '../support/slips'

const files = configFiles()

type Fields = Record<string, object>

/** Files with these fields; those of a resource of the product are added to it. */
function filesWith(resources: Record<string, Fields>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, fields]) => {
      const path = `resources/${name}.json`
      const file = files[path] ? JSON.parse(files[path]) : { label: name, source: { dialect: 'simple-rest' } }
      return [path, { ...file, fields: { ...file.fields, ...fields } }]
    }),
  )
}

const errorsAfter = (resources: Record<string, Fields>) =>
  errorLinesOf(filesWith(resources)).map(error => error.replace('/fields/', ''))

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

describe('onDelete can', () => {
  test.each<[string, Record<string, Fields>]>([
    ['refuse, which is the default', { things: { a: one('models', 'refuse'), b: many('models', 'refuse') } }],
    ['clear', { things: { a: one('devices', 'clear'), b: many('batches', 'clear') } }],
    [
      'clear a field that is required under a condition',
      { things: { a: one('models', 'clear', { required: { when: "n == 'x'" } }), n: text } },
    ],
    [
      'clear a field that config adds to a resource of the product',
      { devices: { own: one('things', 'clear') }, things: { n: text } },
    ],
    [
      'cascade over several resources',
      { a: { b: one('b', 'cascade') }, b: { c: one('c', 'cascade') }, c: { n: text } },
    ],
    [
      'cascade from records of the product',
      { things: { a: one('clients', 'cascade'), b: one('devices', 'cascade') } },
    ],
    ['clear a reference to the same resource', { things: { a: one('things', 'clear') } }],
  ])('%s', (_, resources) => {
    expect(errorsAfter(resources)).toEqual([])
  })
})

describe('onDelete is refused', () => {
  test.each<[string, Record<string, Fields>, string[]]>([
    [
      'on another kind',
      { things: { a: { ...text, onDelete: 'clear' } } },
      ['things.json a/onDelete notOfKind'],
    ],
    [
      'with an unknown value',
      { things: { a: one('models', 'keep') } },
      ['things.json a/onDelete notAllowed'],
    ],
    [
      'clear on a required field',
      { things: { a: one('models', 'clear', { required: true }) } },
      ['things.json a/onDelete clearRequired'],
    ],
    [
      'clear on a field that is required with a message',
      { things: { a: many('models', 'clear', { required: { message: '골라 주세요.' } }) } },
      ['things.json a/onDelete clearRequired'],
    ],
    [
      'clear on a list with a minimum',
      { things: { a: many('models', 'clear', { min: 1 }) } },
      ['things.json a/onDelete clearMin'],
    ],
    [
      'cascade on a field with several references',
      { things: { a: many('models', 'cascade') } },
      ['things.json a/onDelete cascadeOfMany'],
    ],
    [
      'cascade that deletes records of the product',
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
      'on an order',
      { orders: { own: one('things', 'clear') }, things: { n: text } },
      ['orders.json own/onDelete noEffect'],
    ],
    [
      'on a reference of the product',
      { batches: { model: one('models', 'clear', { required: true }) } },
      ['batches.json model/onDelete onDeleteOfProduct'],
    ],
    [
      'on the owner of a record',
      { things: { vendor: one('vendors', 'cascade') } },
      ['things.json vendor/onDelete onDeleteOfProduct'],
    ],
    [
      'cascade to the same resource',
      { things: { a: one('things', 'cascade') } },
      ['things.json a/onDelete cascadeLoop'],
    ],
    [
      'cascade in a loop, at each reference of the loop and nowhere else',
      {
        a: { b: one('b', 'cascade'), d: one('d', 'cascade') },
        b: { c: one('c', 'cascade') },
        c: { a: one('a', 'cascade') },
        d: { n: text },
      },
      ['a.json b/onDelete cascadeLoop', 'b.json c/onDelete cascadeLoop', 'c.json a/onDelete cascadeLoop'],
    ],
  ])('%s', (_, resources, errors) => {
    expect(errorsAfter(resources)).toEqual(errors)
  })

  test('with the loop as a parameter', () => {
    const loop = filesWith({ a: { b: one('b', 'cascade') }, b: { a: one('a', 'cascade') } })
    const texts = Object.entries(loop).map(([path, file]) => [path, JSON.stringify(file, null, 1)])
    const result = compileConfig({ ...files, ...Object.fromEntries(texts) })
    const errors = result.ok ? [] : result.errors
    expect(errors.map(({ file, line, params }) => [file, line, params.loop])).toEqual([
      ['config/resources/a.json', 11, 'a → b → a'],
      ['config/resources/b.json', 11, 'b → a → b'],
    ])
  })
})

test('referrers can be filtered by onDelete', () => {
  const { shared } = compileWith(
    filesWith({
      things: {
        a: one('models', 'cascade'),
        b: one('models', 'clear'),
        c: many('models'),
        d: one('bunches', 'clear'),
      },
    }),
  )
  const named = (...actions: Parameters<typeof referrersOf>[2] & object) =>
    referrersOf(shared, 'models', actions.length > 0 ? actions : undefined)
      .filter(({ resource }) => resource.name === 'things')
      .flatMap(({ fields }) => fields.map(({ name }) => name))
  expect([named(), named('refuse'), named('clear'), named('cascade')]).toEqual([
    ['a', 'b', 'c'],
    ['c'],
    ['b'],
    ['a'],
  ])
  // Deleting a batch deletes its bunches.
  expect(['models', 'bunches', 'batches', 'methods'].map(name => removalAffectsOthers(shared, name))).toEqual(
    [true, true, true, false],
  )
})
