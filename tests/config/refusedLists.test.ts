/**
 * The check refuses parts of lists, filters, forms and messages that no screen could show. Edits listed without
 * errors are valid.
 */
import { expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles } from '../support/configFiles'
import { testSlips } from '../support/slips'

const text = (more: object = {}) => ({ type: 'text', label: '글', ...more })
const filter = (name: string, type: string, more: object = {}) => ({ name, type, label: '필터', ...more })
const search = filter('q', 'search')
/** The edit that adds a filter. */
const withFilter = (...parameters: Parameters<typeof filter>) => ({
  '/list/filters/-': filter(...parameters),
})
const choices = (value: string | number) => [{ value, label: '선택' }]

testSlips('keys that have no effect are refused', {
  'resources/orders.json': [
    [{ '/form': { sections: [{ fields: ['title'] }] } }, './sections/0/fields/0 noEffect'],
    [{ '/form': { sections: [], width: 'wide' } }, './width noEffect'],
    [{ '/fields/reason': text({ required: true }) }, './required requiredNowhere'],
    [{ '/fields/pin': { type: 'password', label: 'PIN' } }, './type kindNotAdded'],
    [{ '/fields/targets': text() }, 'forbiddenName'],
    [{ '/fields/reason': text({ visible: { field: 'success', gt: 0 } }) }, './visible/field unknownField'],
    [{ '/messages/updated': '바꿨습니다.' }, 'noEffect'],
    [{ '/page': { sections: [{ label: '쪽', fields: ['title'] }], tabs: [], actions: [] } }, 'noEffect'],
    [{ '/list/actions': ['create'] }, 'noEffect', './0 needsForm', './0 actionNowhere'],
    [{ '/list/rowActions': ['delete'] }, 'noEffect', './0 actionNowhere'],
    [{ '/access/edit': 'vendor' }, 'noEffect'],
    [{ '/access/rows': { field: 'title', eq: 'x' } }, 'noEffect'],
    [{ '/fields/title/max': 10 }, 'noEffect'],
    [{ '/list/bulkActions': ['export'] }, 'noEffect'],
    [{ '/list/columns/5': { field: 'title', hidden: true } }, './hidden noEffect'],
    [{ '/list/export': undefined }, '/list/columns/12/hidden noEffect'],
    [withFilter('theme', 'select'), './name filterUnknown'],
  ],
  'resources/devices.json': [
    [{ '/fields/sido/inDialog': true }, 'noEffect'],
    [{ '/access/rows': 'user.level >= level.vendor' }, 'noEffect'],
    [{ '/list/actions/-': 'create' }, 'actionNowhere'],
    [{ '/list/export': undefined }, '/list/bulkActions/4 needsExport'],
    [{ '/list/bulkActions/-': 'remove' }, 'duplicate'],
    [{ '/list': undefined }, '/ missingKey', '/menu needsList'],
    [{ '/fields/linked/type': 'number', '/fields/linked/format': 'count' }, 'wireKind'],
  ],
  'resources/vendors.json': [
    [{ '/list/bulkActions': ['moveBatch'] }, './0 actionElsewhere'],
    [{ '/list/rowActions/-': 'edit' }, 'duplicate'],
    [{ '/messages/uploaded': '올렸습니다.' }, 'noEffect'],
  ],
  // Entries of the history are only read, and config adds no fields to them.
  'resources/history.json': [
    [{ '/form': { sections: [{ fields: ['label'] }] } }, 'noEffect'],
    [{ '/access/create': 'master' }, 'noEffect'],
    [{ '/fields/note': { type: 'text', label: '메모' } }, 'unknownField'],
    [{ '/list/rowActions': ['delete'] }, './0 actionNowhere'],
    [{ '/list/bulkActions': ['remove'] }, 'noEffect'],
  ],
  'resources/methods.json': [[{ '/list/columns/1': { field: 'code', avatar: true } }, './avatar noPictures']],
  'resources/things.json': [
    [
      {
        '/form': undefined,
        '/screens': false,
        '/messages': { updated: '바꿨습니다.' },
        '/list/bulkActions': ['editField'],
      },
      '/list/actions/0 needsForm',
      '/list/rowActions/0 needsForm',
      '/list/bulkActions/0 needsForm',
      '/messages/updated noEffect',
    ],
    [{ '/list/bulkActions': ['editField', 'assignClient'] }, './1 actionElsewhere'],
    [
      {
        '/fields/name/placeholder': '예',
        '/form/sections/0/fields': ['size', 'open', 'kind', 'tags', 'secret', 'model', 'since', 'more'],
      },
      'notInForm',
    ],
    [{ '/access/rows': { field: 'nmae', eq: 'x' } }, './field unknownField name'],
    [{ '/access/rows': { level: 'vendor' } }, './level roleRowTest'],
    [{ '/access/rows': 'name == 3' }, 'expressionKinds'],
    [{ '/access/rows': "name == 'x'", '/fields/name/read': 'master' }, 'rowsUnread'],
    [{ '/list/columns/-': 'secret' }, 'notListed'],
    [{ '/recordName': 'tags' }, 'recordNameKind'],
    [
      {
        '/list/columns': ['index', 'name', 'open', 'kind', 'tags', 'model', 'since', 'made', 'more'],
        '/list/phone': ['name', 'size'],
      },
      '/list/phone/1 phoneColumn',
    ],
    [{ '/list/phone': ['name', 'name'] }, './1 duplicate'],
    [{ '/list/columns/0': { field: 'index', format: 'count' } }, './format noEffect'],
    [
      { '/fields/name/renamedFrom': 'title', '/fields/made/renamedFrom': 'title' },
      '/fields/made/renamedFrom duplicate',
    ],
    [{ '/list/columns': ['index', 'name'], '/fields/name/read': 'master' }, 'nothingSeen'],
  ],
  'resources/clients.json': [
    [{ '/list/columns/-': 'vendor_addr', '/fields/vendor_addr': text({ write: 'never' }) }, 'notListed'],
  ],
})

testSlips('filters and sort orders that the server does not support are refused', {
  'resources/things.json': [
    [{ '/list/filters/0/fields': ['name', 'size'] }, './1 searchKind'],
    [withFilter('name', 'boolean'), './name filterKind'],
    [withFilter('model', 'reference', { reference: 'batches' }), './reference filterReference'],
    [withFilter('kind', 'select', { choices: choices('c') }), './choices/0/value filterValue'],
    [
      withFilter('kind', 'select', { all: { value: 'a', label: '전체' }, choices: choices('a') }),
      './choices/0/value duplicate',
    ],
    [withFilter('open', 'boolean', { choices: choices('x') }), './choices filterKey'],
    [withFilter('open', 'boolean', { shownFrom: 2 }), './shownFrom filterKey'],
    [
      {
        '/fields/batch': { type: 'reference', reference: 'bunches', label: '하위' },
        '/list/filters': [
          search,
          filter('model', 'reference', { dependsOn: 'batch' }),
          filter('batch', 'reference', { dependsOn: 'model' }),
        ],
      },
      '/list/filters/1/dependsOn conditionLoop',
      '/list/filters/1/dependsOn notNarrowed',
      '/list/filters/2/dependsOn conditionLoop',
      '/list/filters/2/dependsOn notNarrowed',
    ],
    [{ '/list/sort': { field: 'more', order: 'ASC' } }, './field notSortable'],
    [
      { '/fields/size/read': 'vendor', '/list/sort': { field: 'size', order: 'ASC' } },
      '/list/sort/field sortHidden',
    ],
    [
      {
        '/list/filters/0': search,
        '/fields': { size: { type: 'number', label: '크기' } },
        '/list/columns': ['size'],
        '/form/sections/0/fields': ['size'],
      },
      'nothingToSearch',
    ],
  ],
  'resources/devices.json': [
    [
      { '/list/filters/1/choices': [{ value: 'on', label: '켜짐' }], '/list/views': undefined },
      './0/value filterValue',
      '/list/filters/7/with/status filterValue',
      '/list/filters/8/with/status filterValue',
    ],
    [{ '/list/filters/0/fields': ['isdn'] }, 'noEffect'],
    [withFilter('more', 'search'), './type duplicate'],
    [withFilter('page_limit', 'select', { choices: choices(5) }), './name unknownField'],
  ],
  'resources/clients.json': [[{ '/list/filters/3/field': 'name' }, 'noEffect']],
})

testSlips('misspelt names and buttons of other lists are refused', {
  'resources/vendors.json': [
    [{ '/list/rowActions/-': 'control' }, 'actionElsewhere'],
    [{ '/list/actions/-': 'delete' }, 'actionPlace'],
    [{ '/list/filters/0/fields': ['nmae'] }, './0 unknownField name'],
    [{ '/form/sections/0/fields/-': 'addres' }, 'unknownField addr'],
    [{ '/form/sections/0/fields/-': 'addr' }, '/form/sections/1/fields/0 duplicate'],
  ],
})

testSlips('unknown parameters in texts are refused', {
  'resources/things.json': [
    [{ '/label': '%{count}개' }, 'unknownParameter'],
    [
      {
        '/list/texts': { found: '%{count}개' },
        '/messages': { confirmDelete: '%{name} 삭제?', confirmDeleteBody: '%{name}' },
        '/fields/name/rules': [{ rule: 'length', value: 3, message: '%{value}자' }],
      },
    ],
    [
      { '/messages': { confirmDelete: { ko: '%{nmae} 삭제?', en: 'Delete %{name}?' } } },
      './confirmDelete/ko unknownParameter name',
    ],
    [{ '/list/texts': { found: '%{count개' } }, './found unknownParameter count'],
    [
      { '/fields/name/rules': [{ rule: 'length', value: 3, message: '%{limit}자' }] },
      './0/message unknownParameter',
    ],
  ],
})

testSlips('paths of other pages, and invalid paths, are refused', {
  'resources/things.json': [
    [{ '/path': '/app/main/fleet/more' }, 'pathReserved'],
    [{ '/path': '/app/admin/vendors/things' }],
    [{ '/path': '/app/profile' }, 'pathReserved'],
    [{ '/path': '/app/orders/compose' }, 'pathTaken'],
    [{ '/path': '/app/admin/vendors/edit/3' }, 'resources/vendors.json /path pathTaken'],
    [{ '/path': '/app/admin/vendors' }, 'resources/vendors.json /path pathTaken'],
    [{ '/path': '/app/things/' }, 'pattern'],
    [{ '/path': '/app/devices/edit' }, 'pathTaken'],
  ],
})

const view = (filter: object, more: object = {}) => ({ name: 'mine', label: '보기', filter, ...more })

testSlips('saved views and ranges that would find nothing are refused', {
  'resources/devices.json': [
    [{ '/list/views/-': view({ stauts: 'closed' }) }, './filter/stauts unknownField status'],
    [{ '/list/views/-': view({ closed_lte: '24 hours' }) }, './filter/closed_lte boundDate'],
    [{ '/list/views/-': view({ 'modem.rsrp_lte': 'weak' }) }, './filter/modem.rsrp_lte boundNumber'],
    [{ '/list/views/-': view({ serial_gte: 1 }) }, './filter/serial_gte filterKind'],
    // Devices have filters by references and bounds only.
    [{ '/list/views/-': view({ version: '1' }) }, './filter/version unknownField'],
    [{ '/list/views/-': view({}, { name: 'weak' }) }, './name duplicate'],
    [withFilter('serial', 'range'), './name filterKind'],
    [withFilter('created', 'range', { with: { status: 'on' } }), './with/status filterValue'],
    [{ '/list/filters/0/more': true }, 'filterKey'],
  ],
  'resources/orders.json': [
    [{ '/list/views': [view({ status: 'failure' })] }, 'noEffect'],
    [
      { '/fields/size': { type: 'number', label: '크기' }, '/list/filters/-': filter('size', 'range') },
      '/list/filters/2/type noEffect',
    ],
  ],
  'resources/things.json': [
    [{ '/list/views': [view({ day_gte: 'today', kind: 'c' })] }, './0/filter/kind filterValue'],
  ],
})

testSlips('an import that could add no record, or not find one, is refused', {
  'resources/devices.json': [[{ '/import': 'vendor' }, 'noEffect']],
  'resources/orders.json': [[{ '/import': 'vendor' }, 'noEffect']],
  'resources/clients.json': [
    [{ '/import/key': 'phone' }, 'importKey'],
    [{ '/import/key': 'phone', '/fields/phone/unique': true }],
    [{ '/import/level': 'client' }, 'importLevel'],
    [{ '/fields/zone/label': '이메일' }, '/import headerTwice'],
    [
      { '/import/columns': [{ field: 'name' }, { field: 'email' }, { field: 'password' }] },
      './2/field importField',
    ],
    [
      { '/import/columns': [{ field: 'name' }, { field: 'email', header: '이름' }] },
      './1/header headerTwice',
    ],
  ],
  'resources/batches.json': [
    [{ '/import': 'guest' }, 'importLevel'],
    [{ '/import': { level: 'vendor', key: 'name' } }, './key importKey'],
    [
      { '/import': { level: 'vendor', columns: [{ field: 'name' }, { field: 'name' }] } },
      'importNeeds',
      './columns/1/field duplicate',
    ],
  ],
})

it.each([
  [{ max: 501 }, ['/list/columns/0']],
  [{ max: 500 }, []],
  [{}, ['/list/columns/0']],
])('a text of devices that is too long for an index warns that sorting by it is slow: %o', (more, paths) => {
  const file = JSON.parse(configFiles()['resources/devices.json']!) as Record<'fields' | 'list', object>
  Object.assign(file.fields, { memo: text(more) })
  Object.assign(file.list, { columns: ['memo', ...(file.list as { columns: object[] }).columns] })
  const { warnings } = compileConfig({ ...configFiles(), 'resources/devices.json': JSON.stringify(file) })
  expect(warnings.flatMap(({ code, path }) => (code === 'slowSort' ? [path] : []))).toEqual(paths)
})
