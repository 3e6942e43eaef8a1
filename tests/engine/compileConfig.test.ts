/** Compiling resolves names and fills in defaults. */
import { describe, expect, test } from 'vitest'
import { type ConfigFile, compileWith, packageConfig } from '../support/config'

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
    note: {
      type: 'text',
      label: '메모',
      visible: { any: [{ level: 'manager' }, { field: 'open', eq: true }] },
    },
  },
  list: {
    columns: ['index', 'name', 'size', 'open', 'photo'],
    filters: [{ name: 'open', type: 'boolean', label: '운영' }],
  },
}

describe('a resource that a product owner adds as one file', () => {
  const link = { name: 'help', slot: 'bar', order: 15, label: '도움말', to: 'https://help.example.com/' }
  const { shared: config } = compileWith({
    'resources/sites.json': sites,
    'menu.json': file => Object.assign(file, { links: [link] }),
  })
  const resource = config.resources.sites!

  test('has a default path, access and record name', () => {
    expect(resource).toMatchObject({
      name: 'sites',
      path: '/app/sites',
      recordName: 'name',
      dialect: 'simple-rest',
      access: { list: 'guest', show: 'guest', create: 'master', edit: 'master', delete: 'master' },
    })
  })

  test('has a menu link, sorted among the links of menu.json, with the level vendor for its alias manager', () => {
    const bar = config.menu.items.filter(item => item.slot === 'bar').map(item => item.name)
    expect(bar).toEqual(['devices', 'help', 'orders', 'sites', 'batches'])
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

  test('takes formats, inputs and alignment from the kinds of its fields, and has default page sizes', () => {
    const columns = resource.list!.columns.map(({ format, align, sortable, ...column }) =>
      [column.field, format, align, sortable, column.level].join(' '),
    )
    expect(columns).toEqual([
      'index text right false none',
      'name text left true none',
      'size text right true vendor',
      'open yesNo left true none',
      'photo image left false none',
    ])
    expect(resource.fields.vendor).toMatchObject({
      format: 'reference',
      input: 'reference',
      storage: 'extra',
    })
    expect(resource.fields.note!.visible).toEqual({ any: [{ level: 'vendor' }, { field: 'open', eq: true }] })
    expect([resource.list!.perPage, resource.list!.pageWindow]).toEqual([20, 10])
    expect(resource.list!.phone).toEqual(['name', 'size', 'open', 'photo'])
  })
})

test('the hash of the columns changes only with the columns', () => {
  const hash = (change: (file: ConfigFile) => void) =>
    compileWith({ 'resources/devices.json': change }).shared.resources.devices!.list!.columnsHash
  const deliveredHash = packageConfig().shared.resources.devices!.list!.columnsHash
  const relabelled = hash(file => Object.assign(file, { label: '단말' }))
  expect(relabelled).toBe(deliveredHash)
  expect(hash(file => (file.list.columns as unknown[]).reverse())).not.toBe(deliveredHash)
})
