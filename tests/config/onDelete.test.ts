/** `onDelete` of references: the values that the check accepts and refuses, and the referrers of a resource. */
import { describe, expect, test } from 'vitest'
import { referrersOf, removalAffectsOthers } from '../../src/engine/fields/referrers'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileWith } from '../support/config'
import { configFiles } from '../support/configFiles'
import { errorLinesOf } from '../support/slips'

const files = configFiles()

type Fields = Record<string, object>

/** Resource files with these fields; the fields of a built-in resource are added to its file. */
function filesWith(resources: Record<string, Fields>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, fields]) => {
      const path = `resources/${name}.json`
      const file = files[path] ? JSON.parse(files[path]) : { label: name, source: { dialect: 'simple-rest' } }
      return [path, { ...file, fields: { ...file.fields, ...fields } }]
    }),
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

/** A resource of config with the field `a`. */
const thingsWith = (field: object) => ({ things: { a: field } })
/** The same with a reference that is cleared, and has further keys. */
const clearedWith = (more: object) => thingsWith(one('models', 'clear', more))

const ROWS: [what: string, Record<string, Fields>, ...errors: string[]][] = [
  ['refuse, which is the default', { things: { a: one('models', 'refuse'), b: many('models', 'refuse') } }],
  ['clear', { things: { a: one('devices', 'clear'), b: many('batches', 'clear') } }],
  [
    'clear a field that is required under a condition',
    { things: { a: one('models', 'clear', { required: { when: "n == 'x'" } }), n: text } },
  ],
  [
    'clear a field that config adds to a built-in resource',
    { devices: { own: one('things', 'clear') }, things: { n: text } },
  ],
  ['clear a reference to the same resource', thingsWith(one('things', 'clear'))],
  [
    'cascade over several resources',
    { aa: { b: one('bb', 'cascade') }, bb: { c: one('cc', 'cascade') }, cc: { n: text } },
  ],
  [
    'cascade from built-in records',
    { things: { a: one('clients', 'cascade'), b: one('devices', 'cascade') } },
  ],
  ['clear a text', thingsWith({ ...text, onDelete: 'clear' }), 'things a/onDelete notOfKind'],
  ['keep', thingsWith(one('models', 'keep')), 'things a/onDelete notAllowed'],
  ['clear a required field', clearedWith({ required: true }), 'things a/onDelete clearRequired'],
  [
    'clear a field with a required message',
    clearedWith({ required: { message: '고르세요.' } }),
    'things a/onDelete clearRequired',
  ],
  [
    'clear a list with a minimum',
    thingsWith(many('models', 'clear', { min: 1 })),
    'things a/onDelete clearMin',
  ],
  ['cascade from one of several', thingsWith(many('models', 'cascade')), 'things a/onDelete cascadeOfMany'],
  [
    'cascade to built-in records',
    {
      devices: { own: one('things', 'cascade') },
      models: { own: one('things', 'cascade') },
      clients: { own: one('things', 'cascade') },
      things: { n: text },
    },
    'clients own/onDelete cascadeOfProduct',
    'devices own/onDelete cascadeOfProduct',
    'models own/onDelete cascadeOfProduct',
  ],
  [
    'clear a field of an order',
    { orders: { own: one('things', 'clear') }, things: { n: text } },
    'orders own/onDelete noEffect',
  ],
  [
    'clear a built-in reference',
    { batches: { model: one('models', 'clear', { required: true }) } },
    'batches model/onDelete onDeleteOfProduct',
  ],
  [
    'cascade from the owner of a record',
    { things: { vendor: one('vendors', 'cascade') } },
    'things vendor/onDelete onDeleteOfProduct',
  ],
  ['cascade to the same resource', thingsWith(one('things', 'cascade')), 'things a/onDelete cascadeLoop'],
  [
    'cascade in a loop: it is named at each of its references',
    {
      aa: { b: one('bb', 'cascade'), d: one('dd', 'cascade') },
      bb: { c: one('cc', 'cascade') },
      cc: { a: one('aa', 'cascade') },
      dd: { n: text },
    },
    'aa b/onDelete cascadeLoop',
    'bb c/onDelete cascadeLoop',
    'cc a/onDelete cascadeLoop',
  ],
]

/** Whether no built-in resource changes: such rows are compiled together, in numbered copies. */
const isOwn = ([, resources]: (typeof ROWS)[number]) =>
  Object.keys(resources).every(name => !files[`resources/${name}.json`])
const copies = ROWS.filter(isOwn).map(([, resources], index) =>
  JSON.parse(JSON.stringify(resources).replaceAll(/"(things|aa|bb|cc|dd)"/g, `"$1-${index}"`)),
)
const errorsOfCopies = errorLinesOf(filesWith(Object.assign({}, ...copies)))

describe('the check of onDelete', () => {
  test.each(ROWS.map(row => ({ row, what: row[0], errors: row.slice(2) })))('$what: $errors', ({ row }) => {
    const [, resources, ...errors] = row
    const suffix = `-${ROWS.filter(isOwn).indexOf(row)}.json`
    const found = isOwn(row)
      ? errorsOfCopies.filter(error => error.includes(suffix)).map(error => error.replace(suffix, ''))
      : errorLinesOf(filesWith(resources)).map(error => error.replace('.json', ''))
    expect(found.map(error => error.replace('/fields/', ''))).toEqual(errors)
  })

  test('reports a loop with its resources', () => {
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
  const referringFields = (...actions: Parameters<typeof referrersOf>[2] & object) =>
    referrersOf(shared, 'models', actions.length > 0 ? actions : undefined)
      .filter(({ resource }) => resource.name === 'things')
      .flatMap(({ fields }) => fields.map(({ name }) => name))
  expect([
    referringFields(),
    referringFields('refuse'),
    referringFields('clear'),
    referringFields('cascade'),
  ]).toEqual([['a', 'b', 'c'], ['c'], ['b'], ['a']])
  // Deleting a batch deletes its bunches.
  expect(['models', 'bunches', 'batches', 'methods'].map(name => removalAffectsOthers(shared, name))).toEqual(
    [true, true, true, false],
  )
})
