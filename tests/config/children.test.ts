/** Fields of the kind `children`: the check refuses tables of rows that cannot be shown, saved or validated. */
import { describe, expect, test } from 'vitest'
import { childrenFieldsOf } from '../../src/engine/children'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { describeApi } from '../../src/engine/openapi'
import { configFiles } from '../support/configFiles'
import { QUOTE_LINES, QUOTES, quotesConfig } from '../support/quotes'
import { errorLinesOf } from '../support/slips'

const files = configFiles()

// biome-ignore lint/suspicious/noExplicitAny: tests edit files in ways that their types forbid
type File = any

function errorsAfter(
  change: (quotes: File, lines: File) => void,
  others: Record<string, File> = {},
): string[] {
  const [quotes, lines] = [structuredClone(QUOTES), structuredClone(QUOTE_LINES)] as [File, File]
  change(quotes, lines)
  return errorLinesOf({ 'resources/quotes.json': quotes, 'resources/quote-lines.json': lines, ...others })
}

const AT = 'quotes.json /fields/lines'
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
])('%j', (changed, expected) => {
  expect(errorsAfter(quotes => Object.assign(quotes.fields.lines, changed))).toEqual(expected)
})

describe('refused are', () => {
  test('a table within a table, and a table of the same resource', () => {
    const parts = {
      label: '부품',
      source: { dialect: 'simple-rest' },
      fields: {
        name: { type: 'text', label: '이름' },
        line: { type: 'reference', reference: 'quote-lines', label: '항목' },
      },
    }
    const nested = errorsAfter(
      (_, lines) => {
        const table = { type: 'children', label: '부품', reference: 'parts', by: 'line', fields: ['name'] }
        lines.fields.parts = table
        lines.form.sections[0].fields.push('parts')
      },
      { 'resources/parts.json': parts },
    )
    expect(nested).toEqual([`${AT}/reference childrenNested`])
    const itself = errorsAfter(quotes => {
      quotes.fields.before = { type: 'reference', reference: 'quotes', label: '이전' }
      Object.assign(quotes.fields.lines, {
        reference: 'quotes',
        by: 'before',
        fields: ['title'],
        order: undefined,
      })
    })
    expect(itself).toEqual([`${AT}/reference childrenNested`])
  })

  test('rows that would remain after their record is deleted', () => {
    const remaining = errorsAfter((_, lines) => {
      lines.fields.quote!.onDelete = 'clear'
    })
    expect(remaining).toEqual([`${AT}/by childrenOnDelete`])
  })

  test('one resource in two tables, and rows in a resource of the product', () => {
    const twice = errorsAfter(quotes => {
      quotes.fields.again = { ...quotes.fields.lines }
    })
    expect(twice).toEqual(['quotes.json /fields/again/reference childrenTaken'])
    const vendorsFile = JSON.parse(files['resources/vendors.json']!)
    vendorsFile.fields.lines = { ...QUOTES.fields.lines }
    vendorsFile.form.sections[0].fields.push('lines')
    const vendors = errorsAfter(
      quotes => {
        delete quotes.fields.lines
        quotes.form.sections[0].fields = ['title']
      },
      { 'resources/vendors.json': vendorsFile },
    )
    expect(vendors).toContain('vendors.json /fields/lines/type childrenOwn')
  })

  test.each<[string, (lines: File) => void, string[]]>([
    [
      'passwords in rows',
      lines => Object.assign(lines.fields.name, { type: 'password', max: 20, unique: undefined }),
      ['childrenField'],
    ],
    [
      'conditions on fields that the table does not have',
      lines => Object.assign(lines.fields.amount, { visible: { field: 'note', eq: 'x' } }),
      ['childrenLooksAt'],
    ],
    [
      'references that depend on such fields',
      lines => Object.assign(lines.fields.model, { dependsOn: { vendor: 'note' } }),
      ['childrenLooksAt'],
    ],
  ])('%s', (_what, change, codes) => {
    const errors = errorsAfter((_, lines) => {
      change(lines)
    })
    for (const code of codes) expect(errors.join()).toContain(code)
  })

  test('required rows that the author of the record may not create', () => {
    expect(
      errorsAfter((quotes, lines) => {
        quotes.fields.lines.min = 1
        lines.access.create = 'vendor'
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
    [
      'the record name',
      quotes => Object.assign(quotes, { recordName: 'lines' }),
      '/recordName recordNameKind',
    ],
    [
      'a condition',
      quotes => Object.assign(quotes.fields.title, { visible: { field: 'lines', empty: false } }),
      '/fields/title/visible/field notOfKind',
    ],
    [
      'a part of a check',
      quotes =>
        Object.assign(quotes, { checks: [{ name: 'some', check: 'size(lines) > 1', message: '더' }] }),
      '/checks/0/check',
    ],
  ])('rows as %s', (_what, change, error) => {
    const errors = errorsAfter(quotes => {
      change(quotes)
    })
    expect(errors.join('\n')).toContain(`quotes.json ${error}`)
  })
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

test('the OpenAPI description describes a row', () => {
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
