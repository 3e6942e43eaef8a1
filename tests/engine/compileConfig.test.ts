/** What the engine makes of a config: names resolved, defaults filled in. */
import { describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles } from '../support/configFiles'

const files = configFiles()

function compiled(changes: Record<string, unknown>) {
  const texts = Object.entries(changes).map(([path, value]) => [path, JSON.stringify(value)])
  const result = compileConfig({ ...files, ...Object.fromEntries(texts) })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.config.shared
}

function problems(changes: Record<string, unknown>): string[] {
  const texts = Object.entries(changes).map(([path, value]) => [path, JSON.stringify(value)])
  const result = compileConfig({ ...files, ...Object.fromEntries(texts) })
  return result.ok ? [] : result.errors.map(error => `${error.path} ${error.code}`)
}

const sites = {
  label: '설치 장소',
  source: { dialect: 'simple-rest' },
  menu: { slot: 'bar', order: 25, icon: 'list', level: 'manager' },
  fields: {
    name: { type: 'text', label: { ko: '이름', en: 'Name' } },
    size: { type: 'number', label: '크기', read: 'manager' },
    open: { type: 'boolean', label: '운영' },
    photo: { type: 'image', label: '사진' },
    vendor: { type: 'reference', reference: 'vendors', label: '업체' },
  },
  list: {
    columns: ['index', 'name', 'size', 'open', 'photo'],
    filters: [{ name: 'open', type: 'boolean', label: '운영' }],
  },
}

describe('a resource that a product owner adds in one file', () => {
  const config = compiled({ 'resources/sites.json': sites })
  const resource = config.resources.sites!

  test('has an address, access and a record name without saying so', () => {
    expect(resource).toMatchObject({
      name: 'sites',
      path: '/app/sites',
      recordName: 'name',
      dialect: 'simple-rest',
      access: { list: 'guest', show: 'guest', create: 'master', edit: 'master', delete: 'master' },
    })
  })

  test('has a link in the menu, in its order, for the level it asks for', () => {
    expect(config.menu.items.filter(item => item.slot === 'bar').map(item => item.name)).toEqual([
      'devices',
      'orders',
      'sites',
      'batches',
    ])
    expect(config.menu.items.find(item => item.name === 'sites')).toEqual({
      name: 'sites',
      slot: 'bar',
      label: { ko: '설치 장소', en: '설치 장소' },
      to: '/app/sites',
      icon: 'list',
      level: 'vendor',
      resource: 'sites',
    })
  })

  test('has formats, inputs and sides of columns from the kinds of its fields', () => {
    expect(
      resource.list!.columns.map(({ field, format, align, sortable, level }) => [
        field,
        format,
        align,
        sortable,
        level,
      ]),
    ).toEqual([
      ['index', 'text', 'right', false, 'none'],
      ['name', 'text', 'left', true, 'none'],
      ['size', 'text', 'right', true, 'vendor'],
      ['open', 'yesNo', 'left', true, 'none'],
      ['photo', 'image', 'left', false, 'none'],
    ])
    expect(resource.fields.vendor).toMatchObject({
      format: 'reference',
      input: 'reference',
      storage: 'extra',
    })
    expect([resource.list!.perPage, resource.list!.pageWindow]).toEqual([20, 10])
    expect(resource.list!.phone).toEqual(['name', 'size', 'open', 'photo'])
  })

  test.each<[string, object, string]>([
    ['at the address of another list', { ...sites, path: '/app/orders' }, '/path pathTaken'],
    ['below the pages of another list', { ...sites, path: '/app/devices/edit' }, '/path pathTaken'],
    ['at the address of the dashboard', { ...sites, path: '/app/main' }, '/path pathReserved'],
    [
      'with a reference to nothing',
      { ...sites, fields: { ...sites.fields, x: { type: 'reference', label: 'x' } } },
      '/fields/x missingKey',
    ],
    [
      'with a choice of nothing',
      { ...sites, fields: { ...sites.fields, x: { type: 'select', label: 'x' } } },
      '/fields/x missingKey',
    ],
    [
      'with a pattern that is none',
      {
        ...sites,
        fields: {
          ...sites.fields,
          x: { type: 'text', label: 'x', rules: [{ rule: 'pattern', value: '[' }] },
        },
      },
      '/fields/x/rules/0/value badPattern',
    ],
    [
      'with a name that is none',
      { ...sites, fields: { ...sites.fields, 한글: { type: 'text', label: 'x' } } },
      '/fields/한글 fieldName',
    ],
    [
      'with a condition on nothing',
      {
        ...sites,
        fields: { ...sites.fields, x: { type: 'text', label: 'x', visible: { field: 'nmae', eq: 1 } } },
      },
      '/fields/x/visible/field unknownField',
    ],
    [
      'with a condition that compares nothing',
      { ...sites, fields: { ...sites.fields, x: { type: 'text', label: 'x', visible: { field: 'name' } } } },
      '/fields/x/visible emptyTest',
    ],
    [
      'with bounds the wrong way round',
      { ...sites, fields: { ...sites.fields, x: { type: 'number', label: 'x', min: 2, max: 1 } } },
      '/fields/x/min boundsOrder',
    ],
    [
      'with a form of unknown fields',
      { ...sites, form: { sections: [{ fields: ['name', 'siez'] }] } },
      '/form/sections/0/fields/1 unknownField',
    ],
    [
      'with a field twice in the form',
      { ...sites, form: { sections: [{ fields: ['name', 'name'] }] } },
      '/form/sections/0/fields/1 duplicate',
    ],
  ])('is refused %s', (_name, file, problem) => {
    // Wherever two lists meet, the later file is named.
    expect(problems({ 'resources/sites.json': file })).toContain(problem)
  })
})

describe('levels', () => {
  test('written as manager are those of the alias, in conditions too', () => {
    const config = compiled({
      'resources/sites.json': {
        ...sites,
        fields: {
          ...sites.fields,
          note: {
            type: 'text',
            label: '메모',
            visible: { any: [{ level: 'manager' }, { field: 'open', eq: true }] },
          },
        },
      },
    })
    expect(config.resources.sites!.fields.note!.visible).toEqual({
      any: [{ level: 'vendor' }, { field: 'open', eq: true }],
    })
  })
})

describe('links of menu.json', () => {
  const menu = JSON.parse(files['menu.json']!)
  const link = { name: 'help', slot: 'bar', order: 15, label: '도움말', to: 'https://help.example.com/' }

  test('stand among those of the resources', () => {
    const { items } = compiled({ 'menu.json': { ...menu, links: [link] } }).menu
    expect(items.filter(item => item.slot === 'bar').map(item => item.name)).toEqual([
      'devices',
      'help',
      'orders',
      'batches',
    ])
  })

  test.each<[string, object, string]>([
    ['to a script', { ...link, to: 'javascript:alert(1)' }, '/links/0/to pattern'],
    ['without encryption', { ...link, to: 'http://example.com' }, '/links/0/to pattern'],
    ['with the name of another', { ...link, name: 'devices' }, '/links/0/name duplicate'],
  ])('are refused %s', (_name, bad, problem) => {
    expect(problems({ 'menu.json': { ...menu, links: [bad] } })).toEqual([problem])
  })
})

test('the columns have a fingerprint that changes with them and with nothing else', () => {
  const hash = (change: (file: typeof devices) => void) => {
    const copy = structuredClone(devices)
    change(copy)
    return compiled({ 'resources/devices.json': copy }).resources.devices!.list!.columnsHash
  }
  const devices = JSON.parse(files['resources/devices.json']!) as {
    label: unknown
    list: { columns: unknown[] }
  }
  const same = hash(() => undefined)
  const relabelled = hash(file => {
    file.label = '단말'
  })
  const shorter = hash(file => {
    file.list.columns.pop()
  })
  const reordered = hash(file => {
    file.list.columns.reverse()
  })
  expect(relabelled).toBe(same)
  expect(new Set([same, shorter, reordered]).size).toBe(3)
})
