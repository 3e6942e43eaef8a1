/** Expressions of config: their values, their errors with the position in the text, and their location in files. */
import { describe, expect, test } from 'vitest'
import { holds } from '../../src/engine/conditions'
import { evaluate, isTrue } from '../../src/engine/expressions/evaluate'
import { fieldsRead } from '../../src/engine/expressions/expression'
import { ExpressionProblem } from '../../src/engine/load/expressions/parse'
import { packageConfig } from '../support/config'
import { seeded } from '../support/configMutants'
import { compiled } from '../support/expressions'
import { configWith, SIMS } from '../support/sims'

const levels = packageConfig().shared.levels.numbers
const contextOf = (record: Record<string, unknown>) => ({
  record,
  level: levels.vendor,
  levels,
  action: 'edit' as const,
  user: { vendor: 7, name: '김', email: 'kim@example.com' },
  now: Date.parse('2026-01-31T15:30:00Z'),
})

function problemOf(text: string): string {
  try {
    compiled(text)
    return 'none'
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error
    return [error.code, error.params.at, error.params.hint].filter(part => part).join(' ')
  }
}

describe('an expression has the value of a formula', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['price * quantity', { price: 1200, quantity: 3 }, 3600],
    ['0.1 + 0.2 == 0.3', {}, true],
    ['round(price / 3, 2)', { price: 10 }, 3.33],
    ["carrier != 'skt' || name.startsWith('8982')", { carrier: 'skt', name: '8982123' }, true],
    ['size(tags) <= 1', { tags: ['new', 'spare'] }, false],
    ["tags.contains('new')", { tags: ['new'] }, true],
    ['empty(end) || end > begin', { begin: '2026-01-01' }, true],
    ['user.level >= level.master', {}, false],
    ["paid ? name + ' (paid)' : name", { name: 'A', paid: true }, 'A (paid)'],
    ["name + ' ' + price + ' ' + begin", { name: 'A', price: 2.5, begin: '2026-01-02' }, 'A 2.5 2026-01-02'],
    ['now() + days(7)', {}, '2026-02-07T15:30:00.000Z'],
    ['today()', {}, '2026-02-01'],
    ['begin + days(30)', { begin: '2026-01-31' }, '2026-03-02'],
    ['end - begin <= days(90)', { begin: '2026-01-01', end: '2026-04-01' }, true],
    ["name.matches('[0-9]{5}')", { name: '12345' }, true],
    ['user.vendor == vendor', { vendor: 7 }, true],
    ['paid ? price : null', { paid: false, price: 3 }, undefined],
  ])('%s with %j: %j', (text, record, expected) => {
    expect(evaluate(compiled(text), contextOf(record))).toEqual(expected)
  })

  test('unusual values never throw, and a condition that cannot be evaluated is false', () => {
    const unusual = [
      null,
      undefined,
      '',
      'x',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1e300,
      {},
      [],
      true,
      '2026-02-30',
    ]
    const conditions =
      "price / quantity > 1|end > begin|!(seen < now())|size(name) > 100|'new' in tags".split('|')
    const values = unusual.flatMap(value =>
      conditions.map(text => {
        const fields = fieldsRead(compiled(text)).map(name => [name, value])
        return isTrue(compiled(text), contextOf(Object.fromEntries(fields)))
      }),
    )
    expect(values.every(value => value === false)).toBe(true)
  })
})

test.each([
  ['prise > 3', 'expressionName 1 price'],
  ['price > 3 && nam == 1', 'expressionName 14 name'],
  ["price > 'three'", 'expressionKinds 9'],
  ["carrier == 'sktt'", 'expressionValue 12'],
  ["'newest' in tags", 'expressionValue 1'],
  ['name < note', 'expressionKind 1'],
  ['price = 3', 'expressionEquals 7'],
  ['price <> 3', 'expressionEquals 8'],
  ['paid and active', 'expressionAnd 6'],
  ['paid | active', 'expressionOr 6'],
  ['not paid', 'expressionNot 5'],
  ['name == ‘a’', 'expressionQuotes 9'],
  ["name == 'a", 'expressionUnfinished 9'],
  ['(price', 'expressionUnfinished 7'],
  ['가격 > 3', 'expressionSyntax 1'],
  ['price > 3 4', 'expressionSyntax 11'],
  ['tags[0]', 'expressionSyntax 1'],
  ['sise(name)', 'expressionFunction 1 size'],
  ['tags.all(x, x > 1)', 'expressionFunction 1'],
  ['round(price, quantity)', 'expressionArguments 14'],
  ['days()', 'expressionArguments 1'],
  ["name.matches('(')", 'badPattern'],
  ['pin == 1', 'expressionUnseen 1'],
  ['price == 1e300', 'tooBig 10'],
  ["name == '\\u0000'", 'badCharacter'],
  [' ', 'empty'],
  ['user.constructor', 'expressionName 1'],
  [`${'price + '.repeat(400)}1`, 'expressionTooLong'],
  [`${'1+'.repeat(400)}1`, 'expressionTooLarge'],
  [`${'('.repeat(100)}1${')'.repeat(100)}`, 'expressionTooLarge'],
  [`${'abs('.repeat(25)}1${')'.repeat(25)}`, 'expressionTooDeep'],
])('an invalid expression is refused with the position in the text: %s: %s', (text, expected) => {
  expect(problemOf(text)).toBe(expected)
})

describe('an expression in place of a condition', () => {
  test.each([
    { visible: "carrier == 'skt' && active" },
    { visible: { any: ["carrier == 'skt'", { field: 'active', eq: true }] } },
    { required: { when: 'user.level < level.master' } },
    { readOnly: "action == 'edit'" },
  ])('is accepted for each rule of a field, also within a longer condition: %j', keys => {
    const fields = { ...SIMS.fields, cost: { ...SIMS.fields.cost, ...keys } }
    expect(configWith('sims', { ...SIMS, fields }).shared.resources).toHaveProperty('sims')
  })

  test('is evaluated within a longer condition', () => {
    const condition = { all: [{ expression: compiled('price > 3') }, { field: 'name', empty: false }] }
    expect(holds(condition, contextOf({ price: 4, name: 'x' }))).toBe(true)
    expect(holds(condition, contextOf({ price: 3, name: 'x' }))).toBe(false)
  })
})

test('a random text is compiled, or refused with an error code', () => {
  const parts = ['price', 'size', 'user', 'in', "'a'", '1e9', '==', '&&', ...'()[]+-?:.,가\\"']
  const random = seeded(20_261_123)
  const codes = Array.from({ length: 1000 }, () => {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 12) },
      () => parts[Math.floor(random() * parts.length)],
    )
    return problemOf(text.join(random() < 0.5 ? ' ' : ''))
  })
  expect(codes.filter(code => code === 'none').length).toBeGreaterThan(5)
  expect(new Set(codes).size).toBeGreaterThan(20)
})
