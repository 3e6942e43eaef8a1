/** Fields of the kind `children`: the check refuses tables of rows that cannot be shown, saved or validated. */
import { expect, test } from 'vitest'
import { childrenFieldsOf } from '../../src/engine/children'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { describeApi } from '../../src/engine/openapi'
import { configFiles } from '../support/configFiles'
import { QUOTE_LINES, QUOTES, quotesConfig } from '../support/quotes'
import { errorLinesOf } from '../support/slips'

const files = configFiles()

// biome-ignore lint/suspicious/noExplicitAny: tests edit files in ways that their types forbid
type File = any
type Change = (quotes: File, lines: File) => void

/** The errors of quotes and their lines after each change, as `/path code`: all in one compilation, in copies. */
function errorsAfter(changes: readonly Change[], others: Record<string, File> = {}): string[][] {
  const copies = changes.flatMap((change, index) => {
    const [quotes, lines] = [structuredClone(QUOTES), structuredClone(QUOTE_LINES)] as [File, File]
    change(quotes, lines)
    const renamed = (file: File) =>
      JSON.parse(JSON.stringify(file).replaceAll(/(["/])(quotes|quote-lines)"/g, `$1$2${index}"`))
    return [
      [`resources/quotes${index}.json`, renamed(quotes)],
      [`resources/quote-lines${index}.json`, renamed(lines)],
    ]
  })
  const errors = errorLinesOf({ ...Object.fromEntries(copies), ...others })
  return changes.map((_, index) =>
    errors.flatMap(error =>
      error.startsWith(`quotes${index}.json `) ? error.slice(error.indexOf(' ') + 1) : [],
    ),
  )
}

const lines =
  (keys: object): Change =>
  quotes =>
    Object.assign(quotes.fields.lines, keys)
const rows =
  (name: string, keys: object): Change =>
  (_, file) =>
    Object.assign(file.fields[name], keys)
const AT = '/fields/lines'

const CHANGES: [change: string, Change, ...errors: string[]][] = [
  ['nothing', lines({})],
  ['no resource', lines({ reference: undefined }), `${AT} missingKey`],
  ['no reference to the record', lines({ by: undefined }), `${AT} missingKey`],
  ['no cells', lines({ fields: undefined }), `${AT} missingKey`],
  ['an unknown resource', lines({ reference: 'quote-line' }), `${AT}/reference unknownResource`],
  ['rows of a built-in resource', lines({ reference: 'batches' }), `${AT}/reference childrenOwn`],
  ['a text as the reference to the record', lines({ by: 'note' }), `${AT}/by childrenBy`],
  ['rows ordered by a text', lines({ order: 'note' }), `${AT}/order childrenOrder`],
  [
    'rows ordered by a computed number',
    lines({ order: 'total', fields: ['name'] }),
    `${AT}/order childrenOrder`,
  ],
  ['rows ordered by an unknown field', lines({ order: 'positon' }), `${AT}/order unknownField`],
  ['an unknown cell', lines({ fields: ['name', 'nmae'] }), `${AT}/fields/1 unknownField`],
  ['a cell twice', lines({ fields: ['name', 'name'] }), `${AT}/fields/1 duplicate`],
  ['the record in a cell', lines({ fields: ['name', 'quote'] }), `${AT}/fields/1 childrenField`],
  ['the order in a cell', lines({ fields: ['name', 'position'] }), `${AT}/fields/1 childrenField`],
  ['no cell for a required field', lines({ fields: ['amount'] }), `${AT}/fields childrenRequired`],
  ['a minimum above the maximum', lines({ min: 6 }), `${AT}/min boundsOrder`],
  ['a day as maximum', lines({ max: 'today' }), `${AT}/max boundNumber`],
  ['unique rows', lines({ unique: true }), `${AT}/unique uniqueKind`],
  ['required rows', lines({ required: true }), `${AT}/required notOfKind`],
  ['default rows', lines({ default: [] }), `${AT}/default notOfKind`],
  [
    'rows of the same resource',
    quotes => {
      quotes.fields.before = { type: 'reference', reference: 'quotes', label: '이전' }
      lines({ reference: 'quotes', by: 'before', fields: ['title'], order: undefined })(quotes, {})
    },
    `${AT}/reference childrenNested`,
  ],
  [
    'rows that remain when their record is deleted',
    rows('quote', { onDelete: 'clear' }),
    `${AT}/by childrenOnDelete`,
  ],
  [
    'a resource in two tables',
    quotes => {
      quotes.fields.again = { ...quotes.fields.lines }
    },
    '/fields/again/reference childrenTaken',
  ],
  [
    'passwords in rows',
    rows('name', { type: 'password', max: 20, unique: undefined }),
    `${AT}/fields/0 childrenField`,
  ],
  [
    'a condition on a field that is no cell',
    rows('amount', { visible: { field: 'note', eq: 'x' } }),
    `${AT}/fields/1 childrenLooksAt`,
  ],
  [
    'a reference that depends on a field that is no cell',
    rows('model', { dependsOn: { vendor: 'note' } }),
    `${AT}/fields/5 childrenLooksAt`,
  ],
  [
    'required rows that the author of the record may not create',
    (quotes, file) => {
      quotes.fields.lines.min = 1
      file.access.create = 'vendor'
    },
    `${AT}/min requiredAbove`,
  ],
  ['rows as a column', quotes => quotes.list.columns.push('lines'), '/list/columns/1 notListed'],
  [
    'an order by rows',
    quotes => Object.assign(quotes.list, { sort: { field: 'lines', order: 'ASC' } }),
    '/list/sort/field notSortable',
  ],
  [
    'a filter by rows',
    quotes => Object.assign(quotes.list, { filters: [{ name: 'lines', type: 'boolean', label: '항목' }] }),
    '/list/filters/0/name filterKind',
  ],
  [
    'rows as the name',
    quotes => Object.assign(quotes, { recordName: 'lines' }),
    '/recordName recordNameKind',
  ],
  [
    'a condition on rows',
    quotes => Object.assign(quotes.fields.title, { visible: { field: 'lines', empty: false } }),
    '/fields/title/visible/field notOfKind',
  ],
  [
    'a check of rows',
    quotes => Object.assign(quotes, { checks: [{ name: 'some', check: 'size(lines) > 1', message: '더' }] }),
    '/checks/0/check expressionUnseen',
  ],
]
const found = errorsAfter(CHANGES.map(([, change]) => change))

test.each(CHANGES.map(([what, , ...errors], index) => ({ what, errors, index })))(
  '$what: $errors',
  ({ errors, index }) => {
    expect(found[index]).toEqual(errors)
  },
)

test('a table within a table is refused', () => {
  const parts = {
    label: '부품',
    source: { dialect: 'simple-rest' },
    fields: {
      name: { type: 'text', label: '이름' },
      line: { type: 'reference', reference: 'quote-lines0', label: '항목' },
    },
  }
  const nest: Change = (_, file) => {
    file.fields.parts = { type: 'children', label: '부품', reference: 'parts', by: 'line', fields: ['name'] }
    file.form.sections[0].fields.push('parts')
  }
  expect(errorsAfter([nest], { 'resources/parts.json': parts })).toEqual([[`${AT}/reference childrenNested`]])
})

test('rows in a built-in resource are refused', () => {
  const vendors = JSON.parse(files['resources/vendors.json']!)
  vendors.fields.lines = { ...QUOTES.fields.lines }
  vendors.form.sections[0].fields.push('lines')
  expect(
    errorLinesOf({ 'resources/vendors.json': vendors, 'resources/quote-lines.json': QUOTE_LINES }),
  ).toContain('vendors.json /fields/lines/type childrenOwn')
})

test('both example files together have no errors', () => {
  const result = compileConfig({
    ...files,
    'resources/quotes.json': files['examples/quotes/quotes.json']!,
    'resources/quote-lines.json': files['examples/quotes/quote-lines.json']!,
  })
  expect(
    result.ok
      ? childrenFieldsOf(result.config.shared.resources.quotes!).map(({ name }) => name)
      : result.errors,
  ).toEqual(['lines'])
})

test('the OpenAPI document describes the rows', () => {
  const { components } = describeApi(quotesConfig().shared) as {
    components: { schemas: Record<string, File> }
  }
  const { lines } = components.schemas['resource.quotes.create'].properties
  expect(lines).toMatchObject({
    type: 'array',
    maxItems: 5,
    items: { type: 'object', additionalProperties: false },
  })
  expect(Object.keys(lines.items.properties).join(' ')).toBe(
    'id updated name amount quantity total cost model',
  )
  expect(components.schemas['resource.quotes'].properties.lines.items.properties.total.readOnly).toBe(true)
})
