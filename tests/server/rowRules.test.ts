/** A row rule has the same meaning in SQL as the condition has for a record of the API. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { CompiledCondition, CompiledResource, CompiledTest } from '../../src/engine/compiled'
import { holds } from '../../src/engine/conditions'
import { ROW_COLUMNS } from '../../src/engine/fields/rowFields'
import { rowRule } from '../../src/server/store/records/rowRules'
import { type StoredRow, sourceOf } from '../../src/server/store/records/sources'
import { tableOf } from '../../src/server/store/records/tables'
import { viewOf, visibleRecord } from '../../src/server/store/records/visible'
import { tenantOf } from '../../src/server/store/tenancy'
import { newDatabase } from '../support/databases'
import { insertRow, insertRows } from '../support/rows'
import { configWith, SIMS } from '../support/sims'

const config = configWith('sims', SIMS).shared
const levels = config.levels.numbers
const user = { level: levels.master, levels, user: { id: 1, vendor: 1, name: '가', email: 'a@test.local' } }
const master = { id: 1, level: levels.master, vendor: 0, levels }

const TEXTS = ['', ' ', '\u3000', 'KR-11', 'KR-41', 'kr-11', 'skt', "o'clock", '%']
const NUMBERS = [0, 1, 2, -90, 7.5, 3_000_000_000]
const STORED = [null, '', ' ', 'skt', '12', '1e1', 'x', 0, 12, -3.5, true, false, [], ['new'], {}] as const

const db = await newDatabase()
await insertRow(db, 'vendors', { id: 1, name: '한빛' })
await insertRow(db, 'models', { id: 1, name: 'FT-1' })
await insertRow(db, 'models', { id: 2, name: 'FT-2' })
await insertRow(db, 'batches', { id: 1, name: 'KR-11', model_id: 1, vendor_id: 1, comment: ' ' })
const deviceRows = [null, '', 'KR-11', 'KR-41', 'KR-11', ' '].map((sido, index) => ({
  id: `35693803564380${index}`,
  isdn: `0101000000${index}`,
  model_id: 1 + (index % 2),
  vendor_id: index % 2,
  batch_id: index === 2 ? 1 : null,
  sido,
  edition: TEXTS[index]!,
  modem_rsrp: index === 3 ? -90 : 0,
  online: index === 4,
  linked: index === 4 ? new Date() : null,
}))
await insertRows(db, 'devices', deviceRows)
const storedData = [...STORED.map(value => ({ carrier: value, cost: value, active: value })), {}]
const simRows = storedData.map(data => ({ resource: 'sims', data: JSON.stringify(data) }))
await insertRows(db, 'records', simRows)

const idsBy = async (resource: CompiledResource, rule: CompiledCondition) => {
  const table = sql.raw(tableOf(resource.name))
  const { rows } = await sql<{ id: unknown }>`
      select id from ${table} where ${rowRule(resource, rule, user)}`.execute(db)
  return rows.map(({ id }) => String(id)).sort()
}

/** Any comparison, including those that config refuses. */
const testOf = (fields: readonly string[]) => {
  const value = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...NUMBERS), fc.boolean())
  const comparison = fc.record(
    {
      field: fc.constantFrom(...fields),
      eq: value,
      ne: value,
      in: fc.array(value, { minLength: 1, maxLength: 3 }),
      gt: fc.constantFrom(...NUMBERS),
      lt: fc.constantFrom(...NUMBERS),
      empty: fc.boolean(),
    },
    { requiredKeys: ['field'] },
  )
  return comparison.filter(test => Object.keys(test).length > 1) as fc.Arbitrary<CompiledTest>
}
const ruleOf = (fields: readonly string[]): fc.Arbitrary<CompiledCondition> => {
  const tests = fc.array(testOf(fields), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    testOf(fields),
    tests.map(all => ({ all })),
    tests.map(any => ({ any })),
  )
}
/** Config refuses `gt` and `lt` for fields that are no numbers. */
const comparesNumbers = (resource: string, rule: CompiledCondition) =>
  ('all' in rule ? rule.all : 'any' in rule ? rule.any : [rule]).every(
    test =>
      !('field' in test) ||
      (test.gt === undefined && test.lt === undefined) ||
      resource === 'sims' ||
      ROW_COLUMNS[resource]?.[test.field] === 'number',
  )

it.each([
  [
    'devices',
    ['sido', 'edition', 'isdn', 'model_id', 'batch_id', 'vendor', 'client', 'modem.rsrp', 'online'],
  ],
  ['batches', ['name', 'comment', 'model', 'vendor']],
  ['sims', ['carrier', 'cost', 'active', 'phone']],
])('a rule of %s selects the records for which the condition holds', async (name, fields) => {
  const tenant = tenantOf(db, master)
  const resource = config.resources[name]!
  const rows: unknown = await tenant.from(sourceOf(name).rows(tenant)).selectAll().execute()
  const view = viewOf({ config, resource })
  const records = (rows as StoredRow[]).map(row => visibleRecord(row, view))
  expect(records.length).toBeGreaterThan(0)
  const rules = ruleOf(fields).filter(rule => comparesNumbers(name, rule))
  const sameMeaning = fc.asyncProperty(rules, async rule => {
    const context = { level: levels.master, levels, action: 'edit' as const }
    const expected = records.filter(record => holds(rule, { ...context, record }))
    expect(await idsBy(resource, rule)).toEqual(expected.map(({ id }) => String(id)).sort())
  })
  await fc.assert(sameMeaning, { numRuns: 100 })
})

it('a rule that the database cannot check selects nothing', async () => {
  const devices = config.resources.devices!
  expect(await idsBy(devices, { field: 'sido', eq: 'KR-11' })).toHaveLength(2)
  const unknown = { field: 'gone', ne: 1 }
  for (const rule of [
    { field: 'vendor_name', eq: '한빛' },
    { field: 'gone', empty: true },
    { action: 'edit' },
    { own: false },
    { any: [{ field: 'sido', eq: 'KR-11' }, unknown] },
    { all: [] },
  ] as CompiledCondition[])
    expect([rule, await idsBy(devices, rule)]).toEqual([rule, []])
})
