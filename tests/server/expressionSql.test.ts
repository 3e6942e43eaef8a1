/** An expression of config has the same value in the browser, on the server and in SQL. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { evaluate, isTrue } from '../../src/engine/expressions/evaluate'
import { conditionSql, expressionSql, fieldValue } from '../../src/server/store/records/expressionSql'
import { newDatabase } from '../support/databases'
import { anyExpression, compiled, recordsOfAll } from '../support/expressions'
import { about, context, inSql, type Row, read, written } from '../support/expressionValues'

// Values must not depend on the time zone of the machine: each browser has its own.
vi.stubEnv('TZ', 'America/New_York')
afterAll(() => vi.unstubAllEnvs())

const db = await newDatabase()

test('random expressions have the same value for any record', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyExpression,
      fc.array(recordsOfAll, { minLength: 8, maxLength: 8 }),
      async (expression, records) => {
        const stored = JSON.parse(JSON.stringify(records)) as Row[]
        const found = await inSql(db, stored, expressionSql(expression, context))
        expect(found.map(value => read(expression, value))).toEqual(
          stored.map(record => written(expression, evaluate(expression, { ...about, record }))),
        )
      },
    ),
    { numRuns: 300, seed: 20_261_123 },
  )
})

test.each<[string, Row, string | null]>([
  ['price * quantity', { price: 0.1, quantity: 3 }, '0.300000000'],
  ['price / quantity', { price: 1e14, quantity: 3 }, '33333333333333.333333333'],
  ['price * price', { price: 1e14 }, null],
  ['price + 1', { price: 1e15 }, null],
  ['price % 3', { price: -7 }, '-1.000000000'],
  ['floor(price)', { price: -1.5 }, '-2'],
  ['ceil(price)', { price: 1.2 }, '2'],
  ['size(name)', { name: '😀가' }, '2'],
  ['empty(price) || price > 3', {}, 'true'],
  ['price > 3', {}, null],
  ['price > 3 && paid', { paid: false }, 'false'],
  ['device == 7', { device: '7' }, 'true'],
  ['vendor == user.vendor', { vendor: 7 }, 'true'],
  ["seen >= '2026-01-31'", { seen: '2026-01-30T15:00:00.000Z' }, 'true'],
  ["date(seen) == '2026-02-01'", { seen: '2026-01-31T15:00:00.000Z' }, 'true'],
  ['end > begin', { begin: '2026-02-30', end: '2026-03-01' }, null],
  ['daysBetween(begin, end)', { begin: '2024-02-28', end: '2024-03-01' }, '2.000000000'],
  ["'new' in tags && size(tags) == 1", { tags: ['new'] }, 'true'],
])('%s of %j is %s', async (source, record, expected) => {
  const expression = compiled(source)
  const [found] = await inSql(db, [record], expressionSql(expression, context))
  expect(read(expression, found!)).toBe(read(expression, expected))
  expect(written(expression, evaluate(expression, { ...about, record }))).toBe(read(expression, expected))
})

test('a list of references has the ids of its field, also in a table with a column `id`', async () => {
  const references = fieldValue('references', { json: sql`'["3", ""]'::jsonb` })
  const { rows } = await sql<{
    value: unknown
  }>`select ${references} as value from (select 5 as id) as t`.execute(db)
  expect(rows).toEqual([{ value: ['3', '0'] }])
})

test('a condition without a value does not hold', async () => {
  const condition = compiled('!(price > 3)')
  expect(await inSql(db, [{}, { price: 1 }], conditionSql(condition, context))).toEqual(['false', 'true'])
  expect([{}, { price: 1 }].map(record => isTrue(condition, { ...about, record }))).toEqual([false, true])
})

test('the largest expressions that config accepts have a value', async () => {
  const sum = compiled(`price${' + price'.repeat(145)}`)
  const deep = compiled(`${'min(price, '.repeat(18)}price${')'.repeat(18)}`)
  const choices = compiled(`${'('.repeat(9)}paid${' ? paid : active)'.repeat(9)}`)
  for (const [expression, expected] of [
    [sum, 292],
    [deep, 2],
    [choices, 'true'],
  ] as const) {
    const [found] = await inSql(db, [{ price: 2, paid: true }], expressionSql(expression, context))
    expect(read(expression, found!)).toBe(expected)
  }
})
