/** Tables of rows (`children`): what config says of them either works or is refused where it stands. */
import { describe, expect, test } from 'vitest'
import { childrenIn } from '../../src/engine/children'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { describeApi } from '../../src/engine/openapi'
import { configFiles } from '../support/configFiles'
import { QUOTE_LINES, QUOTES, quotesConfig } from '../support/quotes'

const files = configFiles()

// biome-ignore lint/suspicious/noExplicitAny: a file is changed into what its type would not allow
type File = any

function errorsAfter(change: (quotes: File, lines: File) => Record<string, File> | undefined): string[] {
  const [quotes, lines] = [structuredClone(QUOTES), structuredClone(QUOTE_LINES)] as [File, File]
  const further = change(quotes, lines) ?? {}
  const all = { 'resources/quotes.json': quotes, 'resources/quote-lines.json': lines, ...further }
  const texts = Object.entries(all).map(([path, file]) => [path, JSON.stringify(file)])
  const result = compileConfig({ ...files, ...Object.fromEntries(texts) })
  return result.ok
    ? []
    : result.errors.map(({ file, path, code }) => `${file.replace(/^.*\//, '')} ${path} ${code}`)
}

const AT = 'quotes.json /fields/lines'
const field = (changed: object) =>
  errorsAfter(quotes => {
    Object.assign(quotes.fields.lines, changed)
    return undefined
  })

test.each<[object, string[]]>([
  [{}, []],
  [{ reference: undefined }, [`${AT} missingKey`]],
  [{ by: undefined }, [`${AT} missingKey`]],
  [{ fields: undefined }, [`${AT} missingKey`]],
  [{ reference: 'quote-line' }, [`${AT}/reference unknownResource`]],
  [{ reference: 'batches' }, [`${AT}/reference childrenOwn`]],
  [{ by: 'note' }, [`${AT}/by childrenBy`]],
  [{ by: 'nothing' }, [`${AT}/by childrenBy`]],
  [{ order: 'note' }, [`${AT}/order childrenOrder`]],
  [{ order: 'positon' }, [`${AT}/order unknownField`]],
  [{ order: 'total', fields: ['name'] }, [`${AT}/order childrenOrder`]],
  [{ fields: ['name', 'nmae'] }, [`${AT}/fields/1 unknownField`]],
  [{ fields: ['name', 'name'] }, [`${AT}/fields/1 duplicate`]],
  [{ fields: ['name', 'quote'] }, [`${AT}/fields/1 childrenField`]],
  [{ fields: ['name', 'position'] }, [`${AT}/fields/1 childrenField`]],
  [{ fields: ['amount'] }, [`${AT}/fields childrenRequired`]],
  [{ max: 201 }, [`${AT}/max maximum`]],
  [{ min: 6 }, [`${AT}/min boundsOrder`]],
  [{ max: 'today' }, [`${AT}/max boundNumber`]],
  [{ unique: true }, [`${AT}/unique uniqueKind`]],
  [{ required: true }, [`${AT}/required notOfKind`]],
  [{ default: [] }, [`${AT}/default notOfKind`]],
  [{ format: 'json' }, [`${AT}/format formatKind`]],
  [{ input: 'text' }, [`${AT}/input inputKind`]],
  [{ empty: { value: 0, label: '없음' } }, [`${AT}/empty notOfKind`]],
])('%j', (changed, expected) => expect(field(changed)).toEqual(expected))

describe('what cannot be shown, saved or judged', () => {
  test('a table within a table, and a table of the record itself', () => {
    const nested = errorsAfter((_, lines) => {
      lines.fields.parts = {
        type: 'children',
        label: '부품',
        reference: 'parts',
        by: 'line',
        fields: ['name'],
      }
      lines.form.sections[0].fields.push('parts')
      const part = { type: 'text', label: '이름' }
      const line = { type: 'reference', reference: 'quote-lines', label: '항목' }
      return {
        'resources/parts.json': {
          label: '부품',
          source: { dialect: 'simple-rest' },
          fields: { name: part, line },
        },
      }
    })
    expect(nested).toEqual([`${AT}/reference childrenNested`])
    const itself = errorsAfter(quotes => {
      quotes.fields.before = { type: 'reference', reference: 'quotes', label: '이전' }
      Object.assign(quotes.fields.lines, {
        reference: 'quotes',
        by: 'before',
        fields: ['title'],
        order: undefined,
      })
      return undefined
    })
    expect(itself).toEqual([`${AT}/reference childrenNested`])
  })

  test('rows that would stay when their record is deleted', () => {
    const staying = errorsAfter((_, lines) => {
      lines.fields.quote!.onDelete = 'clear'
      return undefined
    })
    expect(staying).toEqual([`${AT}/by childrenOnDelete`])
  })

  test('one resource in two tables, and rows of a resource of the product', () => {
    const twice = errorsAfter(quotes => {
      quotes.fields.again = { ...quotes.fields.lines }
      return undefined
    })
    expect(twice).toEqual(['quotes.json /fields/again/reference childrenTaken'])
    const vendors = errorsAfter(quotes => {
      delete quotes.fields.lines
      quotes.form.sections[0].fields = ['title']
      const file = JSON.parse(files['resources/vendors.json']!)
      file.fields.lines = { ...QUOTES.fields.lines }
      file.form.sections[0].fields.push('lines')
      return { 'resources/vendors.json': file }
    })
    expect(vendors).toContain('vendors.json /fields/lines/type childrenOwn')
  })

  test.each<[string, (lines: File) => void, string[]]>([
    [
      'a secret',
      lines => Object.assign(lines.fields.name, { type: 'password', max: 20, unique: undefined }),
      ['childrenField'],
    ],
    [
      'a cell that looks beyond the row',
      lines => Object.assign(lines.fields.amount, { visible: { field: 'note', eq: 'x' } }),
      ['childrenLooksAt'],
    ],
    [
      'a reference that is narrowed from beyond',
      lines => Object.assign(lines.fields.model, { dependsOn: { vendor: 'note' } }),
      ['childrenLooksAt'],
    ],
  ])('%s', (_what, change, codes) => {
    const errors = errorsAfter((_, lines) => {
      change(lines)
      return undefined
    })
    for (const code of codes) expect(errors.join()).toContain(code)
  })

  test('rows that are needed and that who makes the record may not make', () => {
    expect(
      errorsAfter((quotes, lines) => {
        quotes.fields.lines.min = 1
        lines.access.create = 'vendor'
        return undefined
      }),
    ).toEqual([`${AT}/min requiredAbove`])
  })

  test.each<[string, (quotes: File) => void, string]>([
    ['a column', quotes => quotes.list.columns.push('lines'), '/list/columns/1 notListed'],
    [
      'an order',
      quotes => Object.assign(quotes.list, { sort: { field: 'lines', order: 'ASC' } }),
      '/list/sort/field notSortable',
    ],
    [
      'a filter',
      quotes =>
        Object.assign(quotes.list, {
          filters: [{ name: 'lines', type: 'select', label: '항목', choices: [{ value: 'x', label: 'x' }] }],
        }),
      '/list/filters/0/name filterKind',
    ],
    ['a name', quotes => Object.assign(quotes, { recordName: 'lines' }), '/recordName recordNameKind'],
    [
      'a condition',
      quotes => Object.assign(quotes.fields.title, { visible: { field: 'lines', empty: false } }),
      '/fields/title/visible/field notOfKind',
    ],
    [
      'a rule',
      quotes =>
        Object.assign(quotes, { checks: [{ name: 'some', check: 'size(lines) > 1', message: '더' }] }),
      '/checks/0/check',
    ],
  ])('is nothing for %s', (_what, change, error) => {
    const errors = errorsAfter(quotes => {
      change(quotes)
      return undefined
    })
    expect(errors.join('\n')).toContain(`quotes.json ${error}`)
  })
})

test('the examples are sound where both are dropped in', () => {
  const result = compileConfig({
    ...files,
    'resources/quotes.json': files['examples/quotes/quotes.json']!,
    'resources/quote-lines.json': files['examples/quotes/quote-lines.json']!,
  })
  expect(
    result.ok ? childrenIn(result.config.shared.resources.quotes!).map(({ name }) => name) : result.errors,
  ).toEqual(['lines'])
})

test('the description of the API says what a row is', () => {
  const { components } = describeApi(quotesConfig().shared) as {
    components: { schemas: Record<string, File> }
  }
  const { lines } = components.schemas['resource.quotes.create'].properties
  expect(lines).toMatchObject({
    type: 'array',
    maxItems: 5,
    items: { type: 'object', additionalProperties: false },
  })
  expect(Object.keys(lines.items.properties)).toEqual([
    'id',
    'updated',
    'name',
    'amount',
    'quantity',
    'total',
    'cost',
    'model',
  ])
  expect(components.schemas['resource.quotes'].properties.lines.items.properties.total.readOnly).toBe(true)
})
