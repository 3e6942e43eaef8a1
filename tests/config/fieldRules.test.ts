/** `unique`, bounds of dates and counts of choices: what config may say, and what a record must keep. */
import { describe, expect, test } from 'vitest'
import { UNIQUE_KINDS } from '../../src/engine/fields/uniqueFields'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { writableRecord } from '../../src/engine/validation/writableRecord'
import { configFiles } from '../support/configFiles'
import { KINDS_RESOURCE } from '../support/everyKind'

const files = configFiles()

/** The errors of a config with a resource like this one, as `path code`. */
function errorsOf(fields: Record<string, unknown>, resource = 'things', more: object = {}): string[] {
  const there = files[`resources/${resource}.json`]
  const file = there ? JSON.parse(there) : { label: '것', source: { dialect: 'simple-rest' }, fields: {} }
  for (const [name, field] of Object.entries(fields))
    file.fields[name] = { ...file.fields[name], ...(field as object) }
  const text = JSON.stringify({ ...file, ...more })
  const result = compileConfig({ ...files, [`resources/${resource}.json`]: text })
  return result.ok ? [] : result.errors.map(({ path, code }) => `${path.replace('/fields/', '')} ${code}`)
}

const text = (more: object = {}) => ({ type: 'text', label: '글', ...more })
const date = (more: object = {}) => ({ type: 'date', label: '날', ...more })

describe('unique', () => {
  test.each(Object.entries(KINDS_RESOURCE.fields))('of the kind of %s', (name, field) => {
    const { type } = field as { type: string }
    const fits = (UNIQUE_KINDS as readonly string[]).includes(type)
    const errors = errorsOf({ [name]: { ...field, required: undefined, unique: true } })
    expect(errors.filter(error => error.includes('nique'))).toEqual(fits ? [] : [`${name}/unique uniqueKind`])
  })

  test.each<[string, Record<string, unknown>, string, string[]]>([
    [
      'with an unknown field',
      { a: text({ unique: { with: ['bb'] } }) },
      'things',
      ['a/unique/with/0 unknownField'],
    ],
    ['with itself', { a: text({ unique: { with: ['a'] } }) }, 'things', ['a/unique/with/0 uniqueSelf']],
    [
      'with the same twice',
      { a: text({ unique: { with: ['b', 'b'] } }), b: text() },
      'things',
      ['a/unique/with/1 duplicate'],
    ],
    [
      'with one that is hidden at times',
      { a: text({ unique: { with: ['b'] } }), b: text({ visible: { field: 'a', empty: false } }) },
      'things',
      ['a/unique/with/0 uniqueHidden'],
    ],
    [
      'with one that those who enter it may not see',
      { a: text({ write: 'vendor', unique: { with: ['b'] } }), b: text({ read: 'master' }) },
      'devices',
      ['a/unique/with/0 uniqueHidden'],
    ],
    [
      'with one that cannot be compared',
      { a: text({ unique: { with: ['b'] } }), b: { type: 'boolean', label: '예' } },
      'things',
      ['a/unique/with/0 uniqueKind'],
    ],
    [
      'with a default for every new record',
      { a: text({ unique: true, default: 'x' }) },
      'things',
      ['a/unique uniqueDefault'],
    ],
    ['of what a device reports', { version: { unique: true } }, 'devices', ['version/unique uniqueField']],
    [
      'of what nobody enters',
      { a: text({ write: 'never', unique: true }) },
      'things',
      ['a/unique neverWritten'],
    ],
    [
      'within the vendor of what has none',
      { page: { unique: { within: 'vendor' } } },
      'vendors',
      ['page/unique/within uniqueVendor'],
    ],
    [
      'of an order’s own',
      { title: { unique: true } },
      'orders',
      ['title/unique noEffect', 'title/unique uniqueField'],
    ],
    ['of a group’s devices', { serial: { unique: { with: ['batch'] } } }, 'devices', []],
    [
      'of batches',
      { name: { unique: { with: ['model'], within: 'everywhere', message: '있습니다' } } },
      'batches',
      [],
    ],
  ])('%s', (_what, fields, resource, errors) => {
    expect(errorsOf(fields, resource)).toEqual(errors)
  })
})

describe('bounds of dates', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['a text that is none', { a: date({ min: 'tomorrow' }) }, ['a/min boundDate']],
    ['a number', { a: date({ max: 5 }) }, ['a/max boundDate']],
    ['a text for a number', { a: { type: 'number', label: '수', min: 'today' } }, ['a/min boundNumber']],
    ['a field for a text', { a: text({ max: { field: 'b' } }), b: text() }, ['a/max boundNumber']],
    ['now for a day', { a: date({ min: 'now-1h' }) }, ['a/min boundNow']],
    ['an unknown field', { a: date({ min: { field: 'bb' } }) }, ['a/min/field unknownField']],
    ['itself', { a: date({ min: { field: 'a' } }) }, ['a/min/field boundSelf']],
    ['a field of another kind', { a: date({ min: { field: 'b' } }), b: text() }, ['a/min/field boundKind']],
    [
      'the earliest after the latest',
      { a: date({ min: '2026-02-01', max: '2026-01-31' }) },
      ['a/min boundsOrder'],
    ],
    [
      'the same, of those that move',
      { a: date({ min: 'today+1m', max: 'today+1d' }) },
      ['a/min boundsOrder'],
    ],
    [
      'a default outside',
      { a: date({ min: '2026-01-01', default: '2025-12-31' }) },
      ['a/default defaultRefused'],
    ],
    ['a default that is outside some day', { a: date({ min: 'today', default: '2025-12-31' }) }, []],
    [
      'more than there are',
      { a: { type: 'multi-select', label: '표시', min: 2, max: 3, choices: [{ value: 'x', label: '가' }] } },
      ['a/min minAbove'],
    ],
    ['one that moves and one that does not', { a: date({ min: 'today', max: '2099-01-01' }) }, []],
  ])('%s', (_what, fields, errors) => {
    expect(errorsOf(fields)).toEqual(errors)
  })
})

const compiled = compileConfig({ ...files, 'resources/contracts.json': files['examples/contracts.json']! })
if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors))
const { shared: config } = compiled.config
const contracts = config.resources.contracts!
const NOW = new Date('2026-11-23T15:30:00Z')

/** What is wrong with a contract, at half past midnight of 24 November in Korea. */
function problemsOf(record: Record<string, unknown>, current?: Record<string, unknown>) {
  const about = {
    action: current ? ('edit' as const) : ('create' as const),
    level: 9,
    levels: config.levels.numbers,
  }
  const whole = { number: 'C-1', begins: '2026-01-01', ends: '2026-12-31', services: ['remote'], ...record }
  const sent = current ? record : whole
  const writing = { ...about, ...(current && { current }) }
  const problems = validateRecord(contracts, writableRecord(contracts, sent, writing), {
    ...writing,
    password: config.app.limits.password,
    now: NOW.getTime(),
  })
  return Object.entries(problems).map(([name, { code, params }]) =>
    `${name} ${code} ${params.limit ?? ''}`.trim(),
  )
}

describe('a record', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['on both bounds', { begins: '2020-01-01', ends: '2020-01-01' }, []],
    ['before the first day', { begins: '2019-12-31' }, ['begins field.tooEarly 2020-01-01']],
    ['that ends before it begins', { ends: '2025-12-31' }, ['ends field.tooEarly 2026-01-01']],
    ['that ends too late', { ends: '2031-11-25' }, ['ends field.tooLate 2031-11-24']],
    ['on the last day, which is Korea’s', { ends: '2031-11-24' }, []],
    [
      'before today in Korea',
      { visit: '2026-11-23T14:59:59Z' },
      ['visit field.tooEarly 2026-11-24 00:00 KST'],
    ],
    ['today', { visit: '2026-11-23T15:00:00Z' }, []],
    ['with too many choices', { services: ['remote', 'repair', 'report'] }, ['services field.tooMany 2']],
    ['with none', { services: [] }, ['services field.required']],
  ])('%s', (_what, record, problems) => {
    expect(problemsOf(record)).toEqual(problems)
  })

  test('that was right when it was stored can be edited later, and a bound that moves past it is named', () => {
    const stored = {
      number: 'C-1',
      begins: '2026-01-01',
      ends: '2026-12-31',
      visit: '2020-01-01T00:00:00.000Z',
      services: ['remote'],
    }
    expect(problemsOf({ number: 'C-2', visit: stored.visit }, stored)).toEqual([])
    expect(problemsOf({ begins: '2027-01-01' }, stored)).toEqual(['ends field.tooEarly 2027-01-01'])
  })
})
