/**
 * What config says either works or is refused where it stands: nothing is taken that no screen can show and no server
 * answer.
 */
import { describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileMessages } from '../../src/engine/load/compileMessages'
import type { Resource } from '../../src/engine/shapes/resource'
import { configFiles, i18nFiles } from '../support/configFiles'

const files = configFiles()

/** The errors of a config in which one file is changed, as `path code`. */
// biome-ignore lint/suspicious/noExplicitAny: a file is changed into what its type would not allow
function errorsAfter(path: string, change: (file: any) => void): string[] {
  const file = JSON.parse(files[path]!)
  change(file)
  return errorsOf({ [path]: file })
}

function errorsOf(changed: Record<string, unknown>): string[] {
  const texts = Object.entries(changed).map(([path, file]) => [path, JSON.stringify(file)])
  const result = compileConfig({ ...files, ...Object.fromEntries(texts) })
  return result.ok ? [] : result.errors.map(({ path, code }) => `${path} ${code}`)
}

const devices = 'resources/devices.json'
const orders = 'resources/orders.json'
const vendors = 'resources/vendors.json'
const clients = 'resources/clients.json'
const methods = 'resources/methods.json'

/** A resource of one's own that is sound. */
const things = {
  label: '것',
  source: { dialect: 'simple-rest' },
  access: { list: 'client', show: 'client', create: 'vendor', edit: 'vendor', delete: 'vendor' },
  fields: {
    name: { type: 'text', label: '이름', max: 20 },
    size: { type: 'number', label: '크기', min: 1, max: 9 },
    open: { type: 'boolean', label: '운영' },
    kind: {
      type: 'select',
      label: '종류',
      choices: [
        { value: 'a', label: '가' },
        { value: 'b', label: '나' },
      ],
    },
    tags: { type: 'multi-select', label: '표시', choices: [{ value: 'x', label: '엑스' }] },
    secret: { type: 'password', label: '암호' },
    model: { type: 'reference', reference: 'models', label: '모델' },
    since: { type: 'datetime', label: '시작' },
    made: { type: 'text', label: '만든 곳', write: 'never' },
    more: { type: 'json', label: '설정값' },
  },
  list: {
    columns: ['index', 'name', 'size', 'open', 'kind', 'tags', 'model', 'since', 'made', 'more'],
    filters: [{ name: 'q', type: 'search', label: '검색' }],
    actions: ['create'],
    rowActions: ['edit', 'delete'],
  },
  form: {
    sections: [{ fields: ['name', 'size', 'open', 'kind', 'tags', 'secret', 'model', 'since', 'more'] }],
  },
} as const

// biome-ignore lint/suspicious/noExplicitAny: as above
function errorsOfThings(change: (file: any) => void): string[] {
  const file = structuredClone(things)
  change(file)
  return errorsOf({ 'resources/things.json': file })
}

test('the resource that these tests change is sound', () => {
  expect(errorsOfThings(() => undefined)).toEqual([])
})

// biome-ignore lint/suspicious/noExplicitAny: as above
type Row = [name: string, change: (file: any) => void, ...errors: string[]]

const form = { sections: [{ fields: ['title'] }] }

describe('parts that no screen reads are refused', () => {
  test.each<[string, string, (file: Resource) => void, string]>([
    [
      'a form of orders that asks for what compose asks',
      orders,
      file => Object.assign(file, { form }),
      '/form/sections/0/fields/0 noEffect',
    ],
    [
      'a width of the form of orders',
      orders,
      file => Object.assign(file, { form: { sections: [], width: 'wide' } }),
      '/form/width noEffect',
    ],
    [
      'a required field of orders that no form asks for',
      orders,
      file => Object.assign(file.fields, { reason: { type: 'text', label: '사유', required: true } }),
      '/fields/reason/required requiredNowhere',
    ],
    [
      'a secret beside an order',
      orders,
      file => Object.assign(file.fields, { pin: { type: 'password', label: 'PIN' } }),
      '/fields/pin/type kindNotAdded',
    ],
    [
      'a field of orders that is called as a part of their calls',
      orders,
      file => Object.assign(file.fields, { targets: { type: 'text', label: '대상' } }),
      '/fields/targets forbiddenName',
    ],
    [
      'a condition of an order on what only becomes of it',
      orders,
      file =>
        Object.assign(file.fields, {
          reason: { type: 'text', label: '사유', visible: { field: 'success', gt: 0 } },
        }),
      '/fields/reason/visible/field unknownField',
    ],
    [
      'the control dialog asking for a field of devices',
      devices,
      file => Object.assign(file.fields.sido!, { inDialog: true }),
      '/fields/sido/inDialog noEffect',
    ],
    [
      'a message for orders that are edited',
      orders,
      file => Object.assign(file.messages!, { updated: '바꿨습니다.' }),
      '/messages/updated noEffect',
    ],
    [
      'creating devices one by one',
      devices,
      file => file.list!.actions!.push('create'),
      '/list/actions/1 actionNowhere',
    ],
    [
      'buttons above the mailbox',
      orders,
      file => Object.assign(file.list!, { actions: ['create'] }),
      '/list/actions noEffect',
    ],
    [
      'buttons in the rows of the mailbox',
      orders,
      file => Object.assign(file.list!, { rowActions: ['delete'] }),
      '/list/rowActions noEffect',
    ],
    [
      'buttons for chosen rows',
      vendors,
      file => Object.assign(file.list!, { bulkActions: ['moveBatch'] }),
      '/list/bulkActions/0 actionElsewhere',
    ],
    [
      'chosen rows as a spreadsheet where the list is none',
      devices,
      file => {
        delete file.list!.export
      },
      '/list/bulkActions/4 needsExport',
    ],
    [
      'a button for chosen rows that is there twice',
      devices,
      file => file.list!.bulkActions!.push('remove'),
      '/list/bulkActions/6 duplicate',
    ],
    [
      'a button that is there twice',
      vendors,
      file => file.list!.rowActions!.push('edit'),
      '/list/rowActions/2 duplicate',
    ],
    [
      'a level for editing orders',
      orders,
      file => Object.assign(file.access!, { edit: 'vendor' }),
      '/access/edit noEffect',
    ],
    [
      'a message that devices never say',
      devices,
      file => Object.assign(file, { messages: { created: '만들었습니다.' } }),
      '/messages/created noEffect',
    ],
    [
      'a message of another resource',
      vendors,
      file => Object.assign(file.messages!, { uploaded: '올렸습니다.' }),
      '/messages/uploaded noEffect',
    ],
    [
      'a rule for a field of orders',
      orders,
      file => Object.assign(file.fields.title!, { max: 10 }),
      '/fields/title/max noEffect',
    ],
    [
      'the title of the mailbox, hidden',
      orders,
      file => {
        file.list!.columns[5] = { field: 'title', hidden: true }
      },
      '/list/columns/5/hidden noEffect',
    ],
    [
      'a hidden column of the mailbox, which is in its spreadsheet alone, where there is none',
      orders,
      file => {
        delete file.list!.export
      },
      '/list/columns/12/hidden noEffect',
    ],
    [
      'a filter that the mailbox does not ask for',
      orders,
      file => file.list!.filters!.push({ name: 'theme', type: 'select', label: '대상' }),
      '/list/filters/2/name filterUnknown',
    ],
    ['devices without a list', devices, file => void delete file.list, ' missingKey'],
    [
      'a picture where the server has none',
      methods,
      file => {
        file.list!.columns[1] = { field: 'code', avatar: true }
      },
      '/list/columns/1/avatar noPictures',
    ],
    [
      'a column whose value comes with the profile alone',
      clients,
      file => {
        Object.assign(file.fields, { vendor_addr: { type: 'text', label: '주소', write: 'never' } })
        file.list!.columns.push('vendor_addr')
      },
      '/list/columns/12 notListed',
    ],
    [
      'a field of the product of another kind',
      vendors,
      file => Object.assign(file.fields.paid!, { type: 'text' }),
      '/fields/paid/type wireKind',
    ],
    [
      'a time of the product as a number',
      devices,
      file => Object.assign(file.fields.linked!, { type: 'number', format: 'count' }),
      '/fields/linked/type wireKind',
    ],
  ])('%s', (_name, path, change, error) => {
    expect(errorsAfter(path, change)).toContain(error)
  })

  test.each<Row>([
    [
      'a message without a form',
      f => Object.assign(f, { form: undefined, messages: { updated: '바꿨습니다.' } }),
      '/messages/updated noEffect',
    ],
    [
      'a menu link without a list',
      f => Object.assign(f, { list: undefined, menu: { slot: 'bar', order: 1 } }),
      '/menu needsList',
    ],
    [
      'a placeholder in no form',
      f => {
        f.form.sections[0].fields.shift()
        f.fields.name.placeholder = '예'
      },
      '/fields/name/placeholder notInForm',
    ],
    [
      'a default that nobody can change',
      f => Object.assign(f.fields.made, { default: '공장' }),
      '/fields/made/default neverWritten',
    ],
    [
      'a rule for what nobody enters',
      f => Object.assign(f.fields.made, { rules: ['digits'] }),
      '/fields/made/rules neverWritten',
    ],
    [
      'clearing what is never hidden',
      f => Object.assign(f.fields.name, { whenHidden: 'clear' }),
      '/fields/name/whenHidden neverHidden',
    ],
    [
      'a switch that must be filled in',
      f => Object.assign(f.fields.open, { required: true }),
      '/fields/open/required notOfKind',
    ],
    [
      'a placeholder of a switch',
      f => Object.assign(f.fields.open, { placeholder: '예' }),
      '/fields/open/placeholder notOfKind',
    ],
    [
      'a password that comes from config',
      f => Object.assign(f.fields.secret, { default: 'initial-1' }),
      '/fields/secret/default notOfKind',
    ],
    ['a password as a column', f => f.list.columns.push('secret'), '/list/columns/10 notListed'],
    ['a record named by a list', f => Object.assign(f, { recordName: 'tags' }), '/recordName recordNameKind'],
    [
      'a record named by a password',
      f => Object.assign(f, { recordName: 'secret' }),
      '/recordName recordNameKind',
    ],
    [
      'a card of what is no column',
      f => {
        f.list.columns.splice(2, 1)
        f.list.phone = ['name', 'size']
      },
      '/list/phone/1 phoneColumn',
    ],
    [
      'a card with a line twice',
      f => Object.assign(f.list, { phone: ['name', 'name'] }),
      '/list/phone/1 duplicate',
    ],
    [
      'a format for the running number',
      f => Object.assign(f.list.columns, { 0: { field: 'index', format: 'count' } }),
      '/list/columns/0/format noEffect',
    ],
    [
      'two former names that are one',
      f => {
        f.fields.name.renamedFrom = 'title'
        f.fields.made.renamedFrom = 'title'
      },
      '/fields/made/renamedFrom duplicate',
    ],
    [
      'columns that nobody sees who sees the list',
      f => {
        for (const field of Object.values(f.fields)) Object.assign(field as object, { read: 'master' })
      },
      '/list/columns nothingSeen',
    ],
  ])('%s', (_name, change, ...errors) => {
    expect(errorsOfThings(change)).toEqual(expect.arrayContaining(errors))
  })
})

describe('what does not fit the kind of its field is refused', () => {
  test.each<Row>([
    [
      'a signal of a text',
      f => Object.assign(f.fields.name, { format: 'signal' }),
      '/fields/name/format formatKind',
    ],
    [
      'a text of several choices',
      f => Object.assign(f.fields.tags, { format: 'text' }),
      '/fields/tags/format formatKind',
    ],
    [
      'a column with a dot for a number',
      f => Object.assign(f.list.columns, { 2: { field: 'size', format: 'dot' } }),
      '/list/columns/2/format formatKind',
    ],
    [
      'a number entered as text',
      f => Object.assign(f.fields.size, { input: 'text' }),
      '/fields/size/input inputKind',
    ],
    [
      'a choice entered as a switch',
      f => Object.assign(f.fields.kind, { input: 'switch' }),
      '/fields/kind/input inputKind',
    ],
    [
      'a mask in several lines',
      f => Object.assign(f.fields.name, { mask: '##', input: 'multiline' }),
      '/fields/name/mask maskInput',
    ],
    [
      'an e-mail rule for a switch',
      f => Object.assign(f.fields.open, { rules: ['email'] }),
      '/fields/open/rules/0 ruleKind',
    ],
    [
      'the rule of commands for a text',
      f => Object.assign(f.fields.name, { rules: ['methodValue'] }),
      '/fields/name/rules/0 ruleKind',
    ],
    [
      'a length without a number',
      f => Object.assign(f.fields.name, { rules: ['length'] }),
      '/fields/name/rules/0 ruleValue',
    ],
    [
      'a length that is none',
      f => Object.assign(f.fields.name, { rules: [{ rule: 'length', value: 'five' }] }),
      '/fields/name/rules/0/value wholeNumber',
    ],
    [
      'a value that its rule ignores',
      f => Object.assign(f.fields.name, { rules: [{ rule: 'digits', value: 5 }] }),
      '/fields/name/rules/0/value ruleNoValue',
    ],
    [
      'a length of less than nothing',
      f => Object.assign(f.fields.name, { min: -1 }),
      '/fields/name/min wholeNumber',
    ],
    [
      'a length of half a letter',
      f => Object.assign(f.fields.name, { max: 2.5 }),
      '/fields/name/max wholeNumber',
    ],
    [
      'more choices than there are',
      f => Object.assign(f.fields.tags, { min: 2 }),
      '/fields/tags/min minAbove',
    ],
    [
      'a length above the longest',
      f => Object.assign(f.fields.name, { min: 2000, max: undefined }),
      '/fields/name/min minAbove',
    ],
  ])('%s', (_name, change, ...errors) => {
    expect(errorsOfThings(change)).toEqual(expect.arrayContaining(errors))
  })
})

describe('a default that the field itself refuses is refused', () => {
  test.each<Row>([
    [
      'below its bounds',
      f => Object.assign(f.fields.size, { default: 0 }),
      '/fields/size/default defaultRefused',
    ],
    [
      'above its bounds',
      f => Object.assign(f.fields.size, { default: 10 }),
      '/fields/size/default defaultRefused',
    ],
    [
      'of another type',
      f => Object.assign(f.fields.size, { default: '5' }),
      '/fields/size/default badDefault',
    ],
    [
      'too long',
      f => Object.assign(f.fields.name, { default: '가'.repeat(21) }),
      '/fields/name/default defaultRefused',
    ],
    [
      'that is no choice',
      f => Object.assign(f.fields.kind, { default: 'c' }),
      '/fields/kind/default badDefault',
    ],
    [
      'against its rule',
      f => Object.assign(f.fields.name, { rules: ['digits'], default: '가' }),
      '/fields/name/default defaultRefused',
    ],
    [
      'against its pattern',
      f => Object.assign(f.fields.name, { rules: [{ rule: 'pattern', value: '[0-9]{5}' }], default: '1234' }),
      '/fields/name/default defaultRefused',
    ],
  ])('%s', (_name, change, ...errors) => {
    expect(errorsOfThings(change)).toEqual(errors)
  })

  test('above what those may give who create', () => {
    expect(errorsAfter(clients, file => Object.assign(file.fields.level, { default: 9 }))).toEqual([
      '/fields/level/default defaultRefused',
    ])
  })

  test.each<Row>([
    ['a default within its bounds', f => Object.assign(f.fields.size, { default: 9 })],
    ['a default of nothing', f => Object.assign(f.fields.name, { default: '' })],
  ])('%s stays', (_name, change) => {
    expect(errorsOfThings(change)).toEqual([])
  })
})

describe('conditions that can never hold, or wait for each other, are refused', () => {
  test.each<Row>([
    [
      'two fields that wait for each other',
      f => {
        f.fields.name.visible = { field: 'size', gt: 1 }
        f.fields.size.visible = { field: 'name', empty: false }
      },
      '/fields/name/visible conditionLoop',
      '/fields/size/visible conditionLoop',
    ],
    [
      'three of them',
      f => {
        f.fields.name.visible = { field: 'size', gt: 1 }
        f.fields.size.visible = { all: [{ level: 'vendor' }, { field: 'kind', eq: 'a' }] }
        f.fields.kind.visible = { any: [{ field: 'name', empty: false }] }
      },
      '/fields/kind/visible conditionLoop',
    ],
    [
      'a field that waits for itself',
      f => Object.assign(f.fields.name, { visible: { field: 'name', empty: false } }),
      '/fields/name/visible conditionLoop',
    ],
    [
      'a field that locks itself',
      f => Object.assign(f.fields.name, { readOnly: { field: 'name', empty: false } }),
      '/fields/name/readOnly conditionLoop',
    ],
    [
      'one that hides the other, which locks it',
      f => {
        f.fields.name.visible = { field: 'size', gt: 1 }
        f.fields.size.readOnly = { field: 'name', empty: true }
      },
      '/fields/size/readOnly conditionLoop',
    ],
    [
      'a switch compared with a word',
      f => Object.assign(f.fields.name, { visible: { field: 'open', eq: 'true' } }),
      '/fields/name/visible/eq conditionKind',
    ],
    [
      'a choice that there is not',
      f => Object.assign(f.fields.name, { visible: { field: 'kind', in: ['a', 'c'] } }),
      '/fields/name/visible/in/1 conditionKind',
    ],
    [
      'a text that is greater',
      f => Object.assign(f.fields.size, { visible: { field: 'name', gt: 1 } }),
      '/fields/size/visible/gt conditionKind',
    ],
    [
      'one of nothing',
      f => Object.assign(f.fields.size, { visible: { field: 'name', in: [] } }),
      '/fields/size/visible/in empty',
    ],
  ])('%s', (_name, change, ...errors) => {
    expect(errorsOfThings(change)).toEqual(expect.arrayContaining(errors))
  })

  test('one’s own account in a filter', () => {
    const change = (file: Resource) =>
      file.list!.filters!.push({ name: 'mine', type: 'boolean', label: '내 계정', where: { own: true } })
    expect(errorsAfter(clients, change)).toContain('/list/filters/4/where/own notInList')
  })
})

describe('a reference that its viewers may not read is refused', () => {
  test.each<Row>([
    [
      'in the form',
      f => {
        f.fields.owner = { type: 'reference', reference: 'vendors', label: '업체' }
        f.form.sections[0].fields.push('owner')
      },
      '/fields/owner/reference referenceAbove',
    ],
    [
      'as a column',
      f => {
        f.fields.owner = { type: 'reference', reference: 'clients', label: '회원' }
        f.list.columns.push('owner')
      },
      '/list/columns/10 referenceAbove',
    ],
    [
      'as a filter',
      f => {
        f.fields.owner = { type: 'reference', reference: 'vendors', label: '업체' }
        f.list.filters.push({ name: 'owner', type: 'reference', label: '업체' })
      },
      '/list/filters/1/name referenceAbove',
    ],
    [
      'narrowed by a field that is not declared',
      f => Object.assign(f.fields.model, { dependsOn: { name: 'nothing' } }),
      '/fields/model/dependsOn/name unknownField',
    ],
  ])('%s', (_name, change, ...errors) => {
    expect(errorsOfThings(change)).toEqual(expect.arrayContaining(errors))
  })

  test.each<Row>([
    [
      'a reference for masters',
      f => {
        f.fields.owner = { type: 'reference', reference: 'vendors', label: '업체', read: 'master' }
        f.list.columns.push('owner')
        f.form.sections[0].fields.push('owner')
        f.list.filters.push({ name: 'owner', type: 'reference', label: '업체' })
      },
    ],
    [
      'a reference that is there for masters alone',
      f => {
        f.fields.owner = {
          type: 'reference',
          reference: 'vendors',
          label: '업체',
          visible: { all: [{ level: 'master' }, { field: 'open', eq: true }] },
        }
        f.form.sections[0].fields.push('owner')
      },
    ],
  ])('%s stays', (_name, change) => {
    expect(errorsOfThings(change)).toEqual([])
  })
})

describe('filters that the server does not answer are refused', () => {
  test.each<Row>([
    [
      'a text in a number',
      f => Object.assign(f.list.filters[0], { fields: ['name', 'size'] }),
      '/list/filters/0/fields/1 searchKind',
    ],
    [
      'a text in a choice',
      f => Object.assign(f.list.filters[0], { fields: ['kind'] }),
      '/list/filters/0/fields/0 searchKind',
    ],
    [
      'a search where there is no text',
      f => {
        f.fields = { size: f.fields.size }
        f.list.columns = ['size']
        f.form.sections[0].fields = ['size']
      },
      '/list/filters/0 nothingToSearch',
    ],
    [
      'a switch for a text',
      f => f.list.filters.push({ name: 'name', type: 'boolean', label: '이름' }),
      '/list/filters/1/name filterKind',
    ],
    [
      'records for a text',
      f => f.list.filters.push({ name: 'name', type: 'reference', reference: 'models', label: '이름' }),
      '/list/filters/1/name filterKind',
    ],
    [
      'records of another resource',
      f => f.list.filters.push({ name: 'model', type: 'reference', reference: 'batches', label: '모델' }),
      '/list/filters/1/reference filterReference',
    ],
    [
      'a choice that no record has',
      f =>
        f.list.filters.push({
          name: 'kind',
          type: 'select',
          label: '종류',
          choices: [{ value: 'c', label: '다' }],
        }),
      '/list/filters/1/choices/0/value filterValue',
    ],
    [
      'a number that is none',
      f =>
        f.list.filters.push({
          name: 'size',
          type: 'select',
          label: '크기',
          choices: [{ value: 'big', label: '큼' }],
        }),
      '/list/filters/1/choices/0/value filterValue',
    ],
    [
      'a choice like that of all',
      f =>
        f.list.filters.push({
          name: 'kind',
          type: 'select',
          label: '종류',
          all: { value: 'a', label: '전체' },
          choices: [{ value: 'a', label: '가' }],
        }),
      '/list/filters/1/choices/0/value duplicate',
    ],
    [
      'choices of a switch',
      f =>
        f.list.filters.push({
          name: 'open',
          type: 'boolean',
          label: '운영',
          choices: [{ value: 'x', label: '엑스' }],
        }),
      '/list/filters/1/choices filterKey',
    ],
    [
      'a placeholder of choices',
      f => f.list.filters.push({ name: 'kind', type: 'select', label: '종류', placeholder: '선택' }),
      '/list/filters/1/placeholder filterKey',
    ],
    [
      'the least number of a switch',
      f => f.list.filters.push({ name: 'open', type: 'boolean', label: '운영', shownFrom: 2 }),
      '/list/filters/1/shownFrom filterKey',
    ],
    [
      'two that wait for each other',
      f => {
        f.fields.batch = { type: 'reference', reference: 'bunches', label: '하위' }
        f.list.filters.push(
          { name: 'model', type: 'reference', label: '모델', dependsOn: 'batch' },
          { name: 'batch', type: 'reference', label: '하위', dependsOn: 'model' },
        )
      },
      '/list/filters/1/dependsOn conditionLoop',
      '/list/filters/2/dependsOn conditionLoop',
    ],
    [
      'one that narrows nothing',
      f => {
        f.list.filters.push(
          { name: 'kind', type: 'select', label: '종류' },
          { name: 'model', type: 'reference', label: '모델', dependsOn: 'kind' },
        )
      },
      '/list/filters/2/dependsOn notNarrowed',
    ],
    [
      'an order by what has none',
      f => Object.assign(f.list, { sort: { field: 'more', order: 'ASC' } }),
      '/list/sort/field notSortable',
    ],
    [
      'an order by what not all see',
      f => {
        f.fields.size.read = 'vendor'
        f.list.sort = { field: 'size', order: 'ASC' }
      },
      '/list/sort/field sortHidden',
    ],
  ])('%s', (_name, change, ...errors) => {
    expect(errorsOfThings(change)).toEqual(expect.arrayContaining(errors))
  })

  test.each<[string, string, (file: Resource) => void, string]>([
    [
      'a status that devices do not have',
      devices,
      file => Object.assign(file.list!.filters![1]!, { choices: [{ value: 'on', label: '켜짐' }] }),
      '/list/filters/1/choices/0/value filterValue',
    ],
    [
      'a status that orders do not have',
      orders,
      file => Object.assign(file.list!.filters![0]!, { choices: [{ value: 'done', label: '끝' }] }),
      '/list/filters/0/choices/0/value filterValue',
    ],
    [
      'fields of the search for devices',
      devices,
      file => Object.assign(file.list!.filters![0]!, { fields: ['isdn'] }),
      '/list/filters/0/fields noEffect',
    ],
    [
      'a second search for devices',
      devices,
      file => file.list!.filters!.push({ name: 'more', type: 'search', label: '검색' }),
      '/list/filters/7/type duplicate',
    ],
    [
      'a field beside a condition',
      clients,
      file => Object.assign(file.list!.filters![3]!, { field: 'name' }),
      '/list/filters/3/field noEffect',
    ],
    [
      'a page as a filter',
      devices,
      file =>
        file.list!.filters!.push({
          name: 'page_limit',
          type: 'select',
          label: '행',
          choices: [{ value: 5, label: '5' }],
        }),
      '/list/filters/7/name unknownField',
    ],
  ])('%s', (_name, path, change, error) => {
    expect(errorsAfter(path, change)).toContain(error)
  })
})

describe('addresses', () => {
  test.each<[string, string, string]>([
    ['the dashboard', '/app/main/fleet', '/path pathReserved'],
    ['below the dashboard', '/app/main/fleet/more', '/path pathReserved'],
    ['the profile', '/app/profile', '/path pathReserved'],
    ['the error page', '/app/error', '/path pathReserved'],
    ['compose', '/app/orders/compose', '/path pathTaken'],
    ['an order', '/app/orders/7', '/path pathTaken'],
    ['a form of another list', '/app/admin/vendors/edit', '/path pathTaken'],
    ['a record of another list', '/app/admin/vendors/edit/3', '/path pathTaken'],
    ['another list', '/app/admin/vendors', '/path pathTaken'],
    ['an address that ends in a slash', '/app/things/', '/path pattern'],
    ['outside of the console', '/login', '/path pattern'],
  ])('a list cannot stand at %s', (_name, path, error) => {
    const all = errorsOf({ 'resources/zzz.json': { ...things, path } })
    expect(all).toContain(error)
  })

  test('a list may stand below another where that one has no page', () => {
    expect(errorsOf({ 'resources/zzz.json': { ...things, path: '/app/admin/vendors/things' } })).toEqual([])
  })

  test.each(['app', 'login', 'register', 'error'])('no resource is called %s, which is an address', name => {
    expect(errorsOf({ [`resources/${name}.json`]: things })).toContain(' resourceName')
  })

  const menu = JSON.parse(files['menu.json']!)
  const withLink = (link: object) => ({
    'menu.json': { ...menu, links: [{ name: 'more', slot: 'bar', order: 90, label: '더', ...link }] },
  })

  test.each([
    ['/app/nowhere'],
    ['/app/main/other'],
    ['/app/devices/edit'],
    ['/app/admin/vendors/edit/3/more'],
  ])('a link to %s leads nowhere', to => {
    expect(errorsOf(withLink({ to }))).toEqual(['/links/0/to linkNowhere'])
  })

  test.each([
    ['/app/main/fleet'],
    ['/app/profile'],
    ['/app/devices?filter=%7B%22status%22%3A%22linked%22%7D'],
    ['/app/orders/compose'],
    ['/app/orders/12'],
    ['/app/admin/vendors/edit'],
    ['/app/admin/vendors/edit/3'],
    ['https://help.example.com/a?b'],
  ])('a link to %s leads somewhere', to => {
    expect(errorsOf(withLink({ to }))).toEqual([])
  })

  test.each([
    ['/app/admin/vendors', 'guest', 'master'],
    ['/app/orders/compose', 'none', 'client'],
    ['/app/devices', 'vendor', 'vendor'],
  ])('a link to %s, offered from %s on, is there from %s on, who may open it', (to, level, seen) => {
    const result = compileConfig({
      ...files,
      'menu.json': JSON.stringify(withLink({ to, level })['menu.json']),
    })
    expect(result.ok && result.config.shared.menu.items.find(({ name }) => name === 'more')?.level).toBe(seen)
  })
})

describe('a parameter that nothing fills in is refused', () => {
  test.each<Row>([
    ['in a label', f => Object.assign(f, { label: '%{count}개' }), '/label unknownParameter'],
    [
      'in a question',
      f => Object.assign(f, { messages: { confirmDelete: { ko: '%{nmae} 삭제?', en: 'Delete %{name}?' } } }),
      '/messages/confirmDelete/ko unknownParameter',
    ],
    [
      'in the number of results',
      f => Object.assign(f.list, { texts: { found: '%{total}개' } }),
      '/list/texts/found unknownParameter',
    ],
    [
      'that is not closed',
      f => Object.assign(f.list, { texts: { found: '%{count개' } }),
      '/list/texts/found unknownParameter',
    ],
    [
      'in the sentence of a rule',
      f => Object.assign(f.fields.name, { rules: [{ rule: 'length', value: 3, message: '%{limit}자' }] }),
      '/fields/name/rules/0/message unknownParameter',
    ],
  ])('%s', (_name, change, ...errors) => {
    expect(errorsOfThings(change)).toEqual(errors)
  })

  test('those that are filled in stay', () => {
    const change: Row[1] = f => {
      f.list.texts = { found: '%{count}개' }
      f.messages = { confirmDelete: '%{name} 삭제?', confirmDeleteBody: '%{name}' }
      f.fields.name.rules = [{ rule: 'length', value: 3, message: '%{value}자' }]
    }
    expect(errorsOfThings(change)).toEqual([])
  })

  test('in a sentence of i18n, in both languages', () => {
    const sentences = i18nFiles()
    const changed = Object.fromEntries(
      ['ko', 'en'].map(locale => [
        `${locale}/records.json`,
        sentences[`${locale}/records.json`]!.replaceAll('%{name}', '%{nmae}'),
      ]),
    )
    const result = compileMessages({ ...sentences, ...changed })
    const found = result.ok ? [] : result.errors
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['unknownParameter']))
    expect(new Set(found.map(({ file }) => file))).toEqual(
      new Set(['i18n/ko/records.json', 'i18n/en/records.json']),
    )
    expect(found[0]!.params.hint).toBe('name')
  })
})

describe('the other files', () => {
  test.each<[string, string, Row[1], string]>([
    [
      'a rule that a sheet does not know',
      'roster.json',
      f => Object.assign(f.columns[2], { rules: ['strongPassword'] }),
      '/columns/2/rules/0 ruleKind',
    ],
    [
      'a column that a registration cannot fill',
      'roster.json',
      f => Object.assign(f.columns[6], { field: 'vendor_name' }),
      '/columns/6/field unknownField',
    ],
    [
      'an IMEI of ten digits',
      'roster.json',
      f => Object.assign(f.columns[0], { max: 10 }),
      '/columns/0/max minimum',
    ],
    [
      'a column that those must fill who may not',
      'roster.json',
      f => Object.assign(f.columns[9], { required: true }),
      '/columns/9/required requiredAbove',
    ],
    [
      'a sheet that Excel does not open',
      'roster.json',
      f => Object.assign(f, { sheet: '단말/목록' }),
      '/sheet sheetName',
    ],
    [
      'whole numbers of a text',
      'order-methods.json',
      f => Object.assign(f.types.text, { integer: true }),
      '/types/text/integer notOfKind',
    ],
    [
      'schemes of a number',
      'order-methods.json',
      f => Object.assign(f.types.number, { schemes: ['http'] }),
      '/types/number/schemes notOfKind',
    ],
    [
      'an editor for a number',
      'order-methods.json',
      f => Object.assign(f.types.number, { compose: 'editor' }),
      '/types/number/compose methodMismatch',
    ],
    ['no type at all', 'order-methods.json', f => Object.assign(f, { types: {} }), '/types empty'],
    [
      'a type that commands begin with',
      'order-methods.json',
      f => void delete f.types.text,
      '/fields/content.Type/default badDefault',
    ],
    [
      'a map without a region',
      'dashboard.json',
      f => f.map.regions.map((one: object) => Object.assign(one, { shown: false })),
      '/map/regions regionsHidden',
    ],
    [
      'a region that the map calls otherwise',
      'dashboard.json',
      f => Object.assign(f.map.regions[0], { type: 'Province' }),
      '/map/regions/0/type regionType',
    ],
    [
      'a search that the contract refuses',
      'app.json',
      f => Object.assign(f.limits.deviceSearch, { min: 2 }),
      '/limits/deviceSearch/min minimum',
    ],
    [
      'requests that are given up at once',
      'app.json',
      f => Object.assign(f.timing, { requestTimeoutMs: 0 }),
      '/timing/requestTimeoutMs minimum',
    ],
    [
      'messages that nobody can read',
      'app.json',
      f => Object.assign(f.timing, { toastMs: 0 }),
      '/timing/toastMs minimum',
    ],
    [
      'a warning that never ends',
      'app.json',
      f => Object.assign(f.timing, { idleWarningMs: 3_600_000 }),
      '/timing/idleWarningMs maximum',
    ],
  ])('%s', (_name, path, change, error) => {
    expect(errorsAfter(path, change)).toContain(error)
  })
})

describe('references to several records, and related records', () => {
  const withLinks = {
    ...things,
    fields: {
      ...things.fields,
      models: { type: 'references', reference: 'models', label: '모델들', max: 9 },
    },
  }
  const field = (changed: object) =>
    errorsOf({
      'resources/things.json': {
        ...withLinks,
        fields: { ...withLinks.fields, models: { ...withLinks.fields.models, ...changed } },
      },
    })

  test.each<[object, string[]]>([
    [{}, []],
    [{ reference: undefined }, ['/fields/models missingKey']],
    [{ reference: 'model' }, ['/fields/models/reference unknownResource']],
    [{ unique: true }, ['/fields/models/unique uniqueKind']],
    [{ format: 'text' }, ['/fields/models/format formatKind']],
    [{ choices: [{ value: 1, label: '가' }] }, ['/fields/models/choices notOfKind']],
    [{ default: { expression: 'model' } }, ['/fields/models/default notOfKind']],
    [{ default: 3 }, ['/fields/models/default badDefault']],
    [{ required: { when: { field: 'models', eq: 1 } } }, ['/fields/models/required/when/eq conditionKind']],
    [{ required: { when: 'size(models) > 1 && 3 in models' } }, []],
    [{ required: { when: 'name in models' } }, ['/fields/models/required/when expressionKind']],
  ])('%j', (changed, expected) => expect(field(changed)).toEqual(expected))

  test('no roster has a column for them, and says what has', () => {
    const devicesFile = JSON.parse(files[devices]!)
    devicesFile.fields.parts = { type: 'references', reference: 'models', label: '부품' }
    const roster = JSON.parse(files['roster.json']!)
    roster.columns.push({ field: 'parts', header: '부품' })
    expect(errorsOf({ [devices]: devicesFile, 'roster.json': roster })).toEqual([
      `/columns/${roster.columns.length - 1}/field rosterReferences`,
    ])
  })

  const related = (path: string, ...entries: object[]) =>
    errorsAfter(path, file => {
      file.related = entries
    })

  test.each<[string, object[], string[]]>([
    [
      vendors,
      [
        { resource: 'clients', by: 'vendor' },
        { resource: 'batches', by: 'vendor' },
      ],
      [],
    ],
    [devices, [{ resource: 'devices', by: 'vendor' }], ['/related/0/by relatedNone']],
    [vendors, [{ resource: 'client', by: 'vendor' }], ['/related/0/resource unknownResource']],
    [vendors, [{ resource: 'clients', by: 'vendr' }], ['/related/0/by relatedField']],
    [vendors, [{ resource: 'orders', by: 'vendor' }], ['/related/0/resource relatedList']],
    [
      vendors,
      [{ resource: 'clients', by: 'vendor', columns: ['nam'] }],
      ['/related/0/columns/0 relatedColumn'],
    ],
    [vendors, Array(2).fill({ resource: 'clients', by: 'vendor' }), ['/related/1 duplicate']],
    [
      orders,
      [{ resource: 'clients', by: 'vendor' }],
      ['/related relatedNowhere', '/related/0/by relatedNone'],
    ],
    [vendors, [{ resource: 'clients' }], ['/related/0 missingKey']],
    [vendors, [{ resource: '__proto__', by: 'constructor' }], ['/related/0/resource unknownResource']],
  ])('related of %s: %j', (path, entries, expected) => expect(related(path, ...entries)).toEqual(expected))
})
