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

/**
 * The errors of quotes.json after each change, as `/path code`. One compilation checks all changes: each is made in its
 * own copies of quotes.json and quote-lines.json.
 */
function errorsAfter(changes: readonly Change[], others: Record<string, File> = {}): string[][] {
  const copies = changes.flatMap((change, index) => {
    const [quotes, lines] = [structuredClone(QUOTES), structuredClone(QUOTE_LINES)] as [File, File]
    change(quotes, lines)
    const renamed = (file: File) =>
      JSON.parse(JSON.stringify(file).replaceAll(/(["/])(quotes|quote-lines)"/g, `$1$2${index}"`))
    const named = { [`resources/quotes${index}.json`]: quotes, [`resources/quote-lines${index}.json`]: lines }
    return Object.entries(named).map(([name, file]) => [name, renamed(file)])
  })
  const errors = errorLinesOf({ ...Object.fromEntries(copies), ...others })
  const ofCopy = (index: number) => errors.filter(error => error.startsWith(`quotes${index}.json `))
  return changes.map((_, index) => ofCopy(index).map(error => error.slice(error.indexOf(' ') + 1)))
}

/** The change that sets keys of the field `lines` of quotes. */
const linesWith =
  (keys: object): Change =>
  quotes =>
    Object.assign(quotes.fields.lines, keys)
/** The change that sets keys of a field of the lines, which is a cell of each row. */
const cellWith =
  (name: string, keys: object): Change =>
  (_, file) =>
    Object.assign(file.fields[name], keys)
const linesTwice: Change = quotes => {
  quotes.fields.again = { ...quotes.fields.lines }
}
const AT = '/fields/lines'

const CHANGES: [change: string, Change, ...errors: string[]][] = [
  ['the unchanged example', linesWith({})],
  ['no resource', linesWith({ reference: undefined }), `${AT} missingKey`],
  ['no reference to the record', linesWith({ by: undefined }), `${AT} missingKey`],
  ['no cells', linesWith({ fields: undefined }), `${AT} missingKey`],
  ['an unknown resource', linesWith({ reference: 'quote-line' }), `${AT}/reference unknownResource`],
  ['rows of a built-in resource', linesWith({ reference: 'batches' }), `${AT}/reference childrenOwn`],
  ['a text as the reference to the record', linesWith({ by: 'note' }), `${AT}/by childrenBy`],
  ['rows ordered by a text', linesWith({ order: 'note' }), `${AT}/order childrenOrder`],
  [
    'rows ordered by a computed cell',
    linesWith({ order: 'total', fields: ['name'] }),
    `${AT}/order childrenOrder`,
  ],
  ['rows ordered by an unknown field', linesWith({ order: 'positon' }), `${AT}/order unknownField`],
  ['an unknown cell', linesWith({ fields: ['name', 'nmae'] }), `${AT}/fields/1 unknownField`],
  ['a cell twice', linesWith({ fields: ['name', 'name'] }), `${AT}/fields/1 duplicate`],
  ['the record in a cell', linesWith({ fields: ['name', 'quote'] }), `${AT}/fields/1 childrenField`],
  ['the order in a cell', linesWith({ fields: ['name', 'position'] }), `${AT}/fields/1 childrenField`],
  ['no cell for a required field', linesWith({ fields: ['amount'] }), `${AT}/fields childrenRequired`],
  ['a minimum above the maximum', linesWith({ min: 6 }), `${AT}/min boundsOrder`],
  ['a day as maximum', linesWith({ max: 'today' }), `${AT}/max boundNumber`],
  ['unique rows', linesWith({ unique: true }), `${AT}/unique uniqueKind`],
  ['required rows', linesWith({ required: true }), `${AT}/required notOfKind`],
  ['default rows', linesWith({ default: [] }), `${AT}/default notOfKind`],
  [
    'rows of the same resource',
    quotes => {
      quotes.fields.before = { type: 'reference', reference: 'quotes', label: '이전' }
      linesWith({ reference: 'quotes', by: 'before', fields: ['title'], order: undefined })(quotes, {})
    },
    `${AT}/reference childrenNested`,
  ],
  ['rows that outlive their record', cellWith('quote', { onDelete: 'clear' }), `${AT}/by childrenOnDelete`],
  ['a resource in two tables', linesTwice, '/fields/again/reference childrenTaken'],
  [
    'passwords in rows',
    cellWith('name', { type: 'password', unique: undefined }),
    `${AT}/fields/0 childrenField`,
  ],
  [
    'a condition on no cell',
    cellWith('amount', { visible: { field: 'note', eq: 'x' } }),
    `${AT}/fields/1 childrenLooksAt`,
  ],
  [
    'a dependence on no cell',
    cellWith('model', { dependsOn: { vendor: 'note' } }),
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
const foundErrors = errorsAfter(CHANGES.map(([, change]) => change))

test.each(CHANGES.map(([what, , ...errors], index) => ({ what, errors, index })))(
  'the check of $what finds the errors $errors',
  ({ errors, index }) => {
    expect(foundErrors[index]).toEqual(errors)
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

test('the example files quotes.json and quote-lines.json are valid together', () => {
  const result = compileConfig({
    ...files,
    'resources/quotes.json': files['examples/quotes/quotes.json']!,
    'resources/quote-lines.json': files['examples/quotes/quote-lines.json']!,
  })
  const children = result.ok ? childrenFieldsOf(result.config.shared.resources.quotes!) : result.errors
  expect(children).toMatchObject([{ name: 'lines' }])
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
