/** Checks across fields, computed fields and computed defaults. */
import { describe, expect, test } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { rosterPlan, rosterReader } from '../../src/engine/roster'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { applyInput, type WriteContext, writableRecord } from '../../src/engine/validation/writableRecord'
import { compileWith } from '../support/config'
import { configFiles } from '../support/configFiles'
import { configWith, SIMS } from '../support/sims'

type Json = Record<string, unknown>

const FIELDS = {
  ...SIMS.fields,
  months: { type: 'number', label: '개월', default: 12 },
  total: { type: 'number', label: '합계', computed: 'cost * months' },
  grade: { type: 'text', label: '등급', computed: "total >= 100000 ? 'large' : 'small'" },
  ends: { type: 'date', label: '끝', default: { expression: 'today() + days(30)' } },
  owner: { type: 'text', label: '담당', default: { expression: "user.name + ' <' + user.email + '>'" } },
  serial: { type: 'text', label: '일련번호', default: { expression: 'device.serial' } },
  forVendor: {
    type: 'reference',
    reference: 'vendors',
    label: '대상',
    default: { expression: 'user.vendor' },
  },
}
const CHECKS = [
  {
    name: 'period',
    check: 'empty(ends) || empty(activated) || ends > activated',
    message: { ko: '끝은 개통보다 뒤여야 합니다.', en: 'The end must be after the beginning.' },
    at: 'ends',
  },
  { name: 'expensive', check: "cost < 100000 || carrier == 'kt'", message: '비싼 요금제는 KT만 됩니다.' },
]
const FILE = { ...SIMS, fields: FIELDS, checks: CHECKS }

const resourceOf = ({ shared }: Compiled) => shared.resources.sims!
const config = configWith('sims', FILE)
const sims = resourceOf(config)
const { levels, app } = config.shared
const writing: WriteContext = {
  action: 'create',
  level: levels.numbers.vendor,
  levels: levels.numbers,
  user: { id: 3, vendor: 7, name: '김', email: 'kim@example.com' },
  now: Date.parse('2026-01-31T15:30:00Z'),
}
const problemsOf = (input: Json, current?: Json) =>
  validateRecord(sims, input, {
    ...writing,
    ...(current && { action: 'edit', current }),
    password: app.limits.password,
  })
const SIM = { iccid: '89', carrier: 'skt', cost: 5000, activated: '2026-01-01' }

describe('a check across fields', () => {
  test('is reported at the field that it names, otherwise for the whole record', () => {
    expect(problemsOf({ ...SIM, ends: '2025-12-31' })).toEqual({
      ends: { code: 'field.check', params: { name: 'period' }, message: CHECKS[0]!.message },
    })
    expect(Object.keys(problemsOf({ ...SIM, cost: 200_000 }))).toEqual(['checks.expensive'])
    expect(problemsOf({ ...SIM, ends: '2026-02-01' })).toEqual({})
  })

  test('without a result refuses the record with the message of the check', () => {
    const { cost: _, ...withoutCost } = SIM
    expect(Object.keys(problemsOf(withoutCost))).toEqual(['checks.expensive'])
    expect(problemsOf({ ...withoutCost, carrier: 'kt' })).toEqual({})
    expect(problemsOf({ ...SIM, cost: null })['checks.expensive']).toEqual({
      code: 'field.check',
      params: { name: 'expensive' },
      message: { ko: '비싼 요금제는 KT만 됩니다.', en: '비싼 요금제는 KT만 됩니다.' },
    })
  })

  test('is skipped if one of its fields is invalid', () => {
    expect(Object.keys(problemsOf({ ...SIM, cost: -1, carrier: 'lgu' }))).toEqual(['carrier', 'cost'])
  })
})

describe('a computed field', () => {
  test('is computed from entered values and other computed fields', () => {
    const { computed, accepted } = applyInput(sims, SIM, writing)
    expect(computed).toEqual({ total: 60_000, grade: 'small' })
    expect(Object.keys(accepted)).not.toContain('total')
    expect(applyInput(sims, { months: 24 }, { ...writing, action: 'edit', current: SIM }).computed).toEqual({
      total: 120_000,
      grade: 'large',
    })
  })

  test('is empty without a result, and ignores sent values', () => {
    expect(applyInput(sims, { ...SIM, cost: null }, writing).computed).toEqual({ total: null, grade: '' })
    expect(writableRecord(sims, { ...SIM, total: 3 }, writing)).not.toHaveProperty('total')
  })
})

describe('a computed default', () => {
  test('can use the time, the user and the record of a reference', () => {
    const referenced = { device: { serial: 'S-7' } }
    expect(writableRecord(sims, SIM, { ...writing, referenced })).toMatchObject({
      months: 12,
      ends: '2026-03-03',
      owner: '김 <kim@example.com>',
      serial: 'S-7',
      forVendor: 7,
    })
  })

  test('applies only to new records without an entered value', () => {
    expect(writableRecord(sims, { ...SIM, owner: '박', serial: '' }, writing)).toMatchObject({
      owner: '박',
      serial: '',
    })
    expect(writableRecord(sims, { note: 'x' }, { ...writing, action: 'edit', current: SIM })).toEqual({
      note: 'x',
    })
  })
})

const numberField = (keys: Json) => ({ type: 'number', label: '수', ...keys })
const checkOf = (text: string, more: Json = {}) => ({ name: 'x', check: text, message: '가', ...more })
const refusedField = (a: object, ...errors: string[]): Refused => [
  { a },
  [],
  ...errors.map(error => `/fields/a/${error}`),
]
const refusedDefault = (expression: string, error: string) =>
  refusedField(numberField({ default: { expression } }), `default/expression ${error}`)
const refusedChecks = (all: Json[], error: string): Refused => [{}, all, `/checks/${error}`]
type Refused = [fields: Json, checks: Json[], ...errors: string[]]

const REFUSED: Refused[] = [
  [
    { a: numberField({ computed: 'b + 1' }), b: numberField({ computed: 'a + 1' }) },
    [],
    '/fields/a/computed computedLoop a → b → a',
    '/fields/b/computed computedLoop b → a → b',
  ],
  refusedField(numberField({ computed: 'daysBetween(now(), now())' }), 'computed computedMoving'),
  refusedField({ type: 'text', label: '글', computed: 'text(vendor)' }, 'computed computedField vendor'),
  refusedField(numberField({ computed: 'iccid' }), 'computed expressionResult'),
  refusedField(numberField({ computed: 'cost', min: 3 }), 'min computedKey min'),
  refusedField(numberField({ computed: 'cost', default: 1 }), 'default computedKey default'),
  refusedField(numberField({ computed: 'price * 2' }), 'computed expressionAbove price'),
  refusedField({ ...SIMS.fields.tags, computed: 'tags' }, 'computed notOfKind computed'),
  refusedDefault('user.name', 'expressionResult'),
  refusedDefault('cost.serial', 'expressionName cost.serial'),
  refusedDefault('device.seriel', 'expressionName device.seriel'),
  refusedChecks([checkOf('cost')], '0/check expressionResult'),
  refusedChecks([checkOf('cost > 1', { at: 'cots' })], '0/at unknownField cots'),
  refusedChecks([checkOf('cost > 1'), checkOf('cost > 2')], '1/name duplicate x'),
]
// One compilation checks all cases: each has its own copy of the file.
const copies = REFUSED.map(([fields, checks], index) => [
  `resources/sims${index}.json`,
  JSON.stringify({ ...SIMS, fields: { ...SIMS.fields, ...fields }, checks }),
])
const result = compileConfig({ ...configFiles(), ...Object.fromEntries(copies) })
const errors = result.ok ? [] : result.errors

const cases = REFUSED.map(([, , ...expected], index) => ({ index, expected }))
test.each(cases)('the check of config refuses $expected', ({ index, expected }) => {
  const fileErrors = errors.filter(({ file }) => file.endsWith(`/sims${index}.json`))
  const lines = fileErrors.map(({ path, code, params }) =>
    [path, code, params.names ?? params.name].filter(Boolean).join(' '),
  )
  expect(lines).toEqual(expected)
})

const fields = {
  iccid: SIMS.fields.iccid,
  count: { type: 'number', label: '수', required: true },
  cost: { type: 'number', label: '요금' },
  fee: { type: 'number', label: '수수료' },
  begins: { type: 'date', label: '시작' },
  paid: { type: 'boolean', label: '납부' },
  note: { type: 'text', label: '비고' },
}
const CASES: [check: string, names: string][] = [
  ['cost > 1', 'cost'],
  ['count > 1', ''],
  ["size(note) > 1 && note != 'a' && paid", ''],
  ['empty(cost) || cost > 1', ''],
  ['cost > 1 || empty(cost)', ''],
  ['!empty(cost) && cost > 1', ''],
  ['cost != null && cost > 1', ''],
  ['empty(cost) ? true : cost > count', ''],
  ['ifEmpty(cost, 0) > 1', ''],
  ['ifEmpty(cost, fee) > 1', 'cost, fee'],
  ['!paid || begins >= today()', 'begins'],
  ['empty(cost) || cost > fee', 'fee'],
  ['cost in [1, 2]', 'cost'],
  ['!(cost > fee)', 'cost, fee'],
  ['user.level >= level.master', ''],
]
const checks = CASES.map(([check], index) => ({ name: `c${index}`, check, message: '가' }))
const warned = compileConfig({
  ...configFiles(),
  'resources/sims.json': JSON.stringify({ ...SIMS, fields, checks, list: undefined, form: undefined }),
})

test.each(CASES.map(([check, names], index) => ({ check, names, index })))(
  'the check of config warns if an empty field leaves a check without a result: $check: $names',
  ({ names, index }) => {
    const warnings = warned.warnings.filter(({ path }) => path === `/checks/${index}/check`)
    expect(warnings.map(({ code, params }) => [code, params.names])).toEqual(
      names === '' ? [] : [['checkUndecided', names]],
    )
  },
)

test('a row of the roster is checked and gets computed values', () => {
  const { shared } = compileWith({
    'resources/devices.json': file => {
      Object.assign(file.fields, {
        rent: { type: 'number', label: '임대료' },
        yearly: { type: 'number', label: '연 임대료', computed: 'rent * 12' },
      })
      file.checks = [{ name: 'rent', check: 'empty(rent) || rent <= 1000', message: '임대료가 너무 큽니다.' }]
    },
    'roster.json': file => (file.columns as Json[]).push({ field: 'rent', header: '임대료' }),
  })
  const cell = (column: number, text: string) => ({ column, text, kind: 'text' as const, raw: text })
  const header = ['IMEI', '전화번호', '시리얼', '모델', '임대료']
  const read = rosterReader(
    { number: 1, cells: header.map((text, index) => cell(index, text)) },
    { plan: rosterPlan(shared), config: shared, level: shared.levels.numbers.vendor, locale: 'ko' },
  )
  if (!('reader' in read)) throw new Error(JSON.stringify(read.problems))
  const row = (rent: string) =>
    read.reader.read({
      number: 2,
      cells: ['490154203237518', '01012345678', '7', 'TX-1', rent].map((text, index) => cell(index, text)),
    })
  expect(row('500').record.extra).toMatchObject({ rent: 500, yearly: 6000 })
  expect(row('5000').problems.map(({ column, code, message }) => [column, code, message?.ko])).toContainEqual(
    ['', 'field.check', '임대료가 너무 큽니다.'],
  )
})
