/** What the file of a resource leaves out has a default. */
import { describe, expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles } from '../support/configFiles'

const FIELDS = {
  number: { type: 'text', required: true, unique: true },
  kind: { type: 'select', choices: [{ value: 'a', label: '가' }] },
  device: { type: 'reference', reference: 'devices' },
  boughtOn: { type: 'date' },
  price: { type: 'number' },
  broken: { type: 'boolean' },
  memo: { type: 'multiline' },
  pin: { type: 'password' },
}

function compiled(files: Record<string, object>) {
  const texts = Object.entries(files).map(([name, file]) => [`resources/${name}.json`, JSON.stringify(file)])
  const result = compileConfig({ ...configFiles(), ...Object.fromEntries(texts) })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return {
    resources: result.config.shared.resources,
    menu: result.config.shared.menu,
    warnings: result.warnings,
  }
}

describe('a file with fields only', () => {
  const { resources, menu, warnings } = compiled({ parts: { menu: { slot: 'bar' }, fields: FIELDS } })
  const parts = resources.parts!

  it('has a list with the first five short fields, and the others hidden', () => {
    expect(parts.list!.columns.map(({ field, hidden }) => (hidden ? `(${field})` : field))).toEqual([
      ...['index', 'number', 'kind', 'device', 'boughtOn', 'price'],
      ...['(broken)', '(memo)'],
    ])
    expect(parts.list!.phone).toEqual(['number', 'kind', 'device', 'boughtOn', 'price'])
  })

  it('has a search, and filters by choices, references, switches and times', () => {
    expect(parts.list!.filters.map(({ name, type }) => [name, type])).toEqual([
      ['q', 'search'],
      ['kind', 'select'],
      ['device', 'reference'],
      ['boughtOn', 'range'],
      ['broken', 'boolean'],
    ])
  })

  it('has a form with all fields, the usual buttons, a name of its records and a link', () => {
    expect(parts.form!.sections).toEqual([{ fields: Object.keys(FIELDS) }])
    const { actions, rowActions, bulkActions } = parts.list!
    expect([actions, rowActions, bulkActions].map(list => list.map(({ name }) => name))).toEqual([
      ['create'],
      ['edit', 'delete'],
      ['editField', 'remove'],
    ])
    expect(parts.recordName).toBe('number')
    expect(menu.items.find(({ name }) => name === 'parts')).toMatchObject({ to: '/app/parts' })
  })

  it('is labelled by its names, with a warning', () => {
    expect([parts.label.ko, parts.fields.boughtOn!.label.ko]).toEqual(['Parts', 'Bought on'])
    expect(warnings.map(({ code, params }) => [code, params.names])).toEqual([
      ['noLabels', Object.keys(FIELDS).join(', ')],
    ])
  })
})

it('a key of the list replaces its default, and with columns the list has only the parts of the file', () => {
  const list = (more: object) => compiled({ parts: { fields: FIELDS, list: more } }).resources.parts!.list!
  const short = list({ perPage: 50, filters: [] })
  expect([short.perPage, short.filters.length, short.columns.length]).toEqual([50, 0, 8])
  const full = list({ columns: ['number'] })
  expect([full.columns.length, full.filters, full.actions]).toEqual([1, [], []])
})

it('rows of another form, and files with `screens: false`, have no screens', () => {
  const { resources } = compiled({
    lines: {
      fields: {
        part: { type: 'reference', reference: 'parts' },
        position: { type: 'number' },
        name: { type: 'text' },
      },
    },
    parts: {
      fields: {
        number: FIELDS.number,
        lines: { type: 'children', reference: 'lines', by: 'part', fields: ['name'], order: 'position' },
      },
    },
    notes: { screens: false, fields: { text: { type: 'text' } } },
  })
  for (const name of ['lines', 'notes'])
    expect(Object.keys(resources[name]!)).not.toEqual(expect.arrayContaining(['list', 'form']))
  expect(resources.parts!.form!.sections).toEqual([{ fields: ['number', 'lines'] }])
})

const text = { type: 'text' }
const vendors = { type: 'reference', reference: 'vendors' }

it.each([
  [
    'a reference to records that only masters list',
    { name: text, owner: vendors },
    ['index', 'name'],
    ['name'],
  ],
  ['a field that no user of the list may read', { name: { ...text, read: 'master' } }, undefined, ['name']],
  [
    'a form without a required reference',
    { name: text, owner: { ...vendors, required: true } },
    ['index', 'name'],
    undefined,
  ],
  [
    'the number of a row and the search if fields have their names',
    { index: text, q: text },
    ['index', 'q'],
    ['index', 'q'],
  ],
  ['no column if all are long', { memo: { type: 'multiline' } }, ['index', 'memo'], ['memo']],
])('default screens leave out %s', (_, fields, columns, form) => {
  const { parts } = compiled({ parts: { fields } }).resources
  expect(parts!.list?.columns.map(({ field }) => field)).toEqual(columns)
  expect(parts!.form?.sections[0]?.fields).toEqual(form)
})

it('a field that not every user of the list may read does not name a record', () => {
  const { parts } = compiled({
    parts: { fields: { secret: { ...text, read: 'master' }, code: text } },
  }).resources
  expect(parts!.recordName).toBe('code')
})

it('a file that writes the columns has no default form and no default name, as before', () => {
  const { parts } = compiled({ parts: { fields: { code: text }, list: { columns: ['code'] } } }).resources
  expect(parts).toMatchObject({ recordName: 'id' })
  expect(parts).not.toHaveProperty('form')
})
