/** The row rule of a role in the database means what conditions of config mean for the record on the wire. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CompiledCondition, CompiledResource, CompiledTest } from '../../src/engine/compiled'
import { holds } from '../../src/engine/conditions'
import { ROW_COLUMNS } from '../../src/engine/fields/rowFields'
import type { Db } from '../../src/server/store/database'
import { rowRule } from '../../src/server/store/records/rowRules'
import { type StoredRow, sourceOf } from '../../src/server/store/records/sources'
import { tableOf } from '../../src/server/store/records/tables'
import { viewOf, visibleRecord } from '../../src/server/store/records/visible'
import { tenantOf } from '../../src/server/store/tenancy'
import { newDatabase } from '../support/databases'
import { configWith, SIMS } from '../support/sims'

const compiled = configWith('sims', SIMS)
const config = compiled.shared
const levels = config.levels.numbers
const asking = { level: levels.master, levels, user: { id: 1, vendor: 1, name: '가', email: 'a@test.local' } }
const master = { id: 1, level: levels.master, vendor: 0, levels }

const TEXTS = ['', ' ', '\u3000', 'KR-11', 'KR-41', 'kr-11', 'skt', "o'clock", '%']
const NUMBERS = [0, 1, 2, -90, 7.5, 3_000_000_000]
const STORED = [null, '', ' ', 'skt', '12', '1e1', 'x', 0, 12, -3.5, true, false, [], ['new'], {}] as const

async function fill(db: Db): Promise<void> {
  await db.insertInto('vendors').values({ id: 1, name: '한빛' }).execute()
  await db
    .insertInto('models')
    .values([1, 2].map(id => ({ id, name: `FT-${id}` })))
    .execute()
  await db
    .insertInto('batches')
    .values({ id: 1, name: 'KR-11', model_id: 1, vendor_id: 1, comment: ' ' })
    .execute()
  const devices = [null, '', 'KR-11', 'KR-41', 'KR-11', ' '].map((sido, at) => ({
    id: `35693803564380${at}`,
    isdn: `0101000000${at}`,
    model_id: 1 + (at % 2),
    vendor_id: at % 2,
    batch_id: at === 2 ? 1 : null,
    sido,
    edition: TEXTS[at]!,
    modem_rsrp: at === 3 ? -90 : 0,
    online: at === 4,
    linked: at === 4 ? new Date() : null,
  }))
  await db.insertInto('devices').values(devices).execute()
  const records = [...STORED.map(value => ({ carrier: value, cost: value, active: value })), {}]
  await db
    .insertInto('records')
    .values(records.map(data => ({ resource: 'sims', data: JSON.stringify(data) })))
    .execute()
}

/** A comparison that config may have, and many that it may not. */
const testOf = (fields: readonly string[]) => {
  const value = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...NUMBERS), fc.boolean())
  return fc
    .record(
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
    .filter(test => Object.keys(test).length > 1) as fc.Arbitrary<CompiledTest>
}
const ruleOf = (fields: readonly string[]): fc.Arbitrary<CompiledCondition> => {
  const tests = fc.array(testOf(fields), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    testOf(fields),
    tests.map(all => ({ all })),
    tests.map(any => ({ any })),
  )
}

/** Of what kind a field is decides how it is ordered; of texts the check of config refuses an order. */
const isOrdered = (resource: string, rule: CompiledCondition) =>
  ('all' in rule ? rule.all : 'any' in rule ? rule.any : [rule]).every(
    test =>
      !('field' in test) ||
      (test.gt === undefined && test.lt === undefined) ||
      resource === 'sims' ||
      ROW_COLUMNS[resource]?.[test.field] === 'number',
  )

describe('a row rule', () => {
  it.each([
    [
      'devices',
      ['sido', 'edition', 'isdn', 'model_id', 'batch_id', 'vendor', 'client', 'modem.rsrp', 'online'],
    ],
    ['batches', ['name', 'comment', 'model', 'vendor']],
    ['sims', ['carrier', 'cost', 'active', 'phone']],
  ])('of %s leaves the records for which its condition holds', async (name, fields) => {
    const db = await newDatabase()
    await fill(db)
    const tenant = tenantOf(db, master)
    const resource = config.resources[name] as CompiledResource
    const rows = (await tenant
      .from(sourceOf(name).rows(tenant))
      .selectAll()
      .execute()) as unknown as StoredRow[]
    const view = viewOf({ config, resource })
    const records = rows.map(row => visibleRecord(row, view))
    expect(records.length).toBeGreaterThan(0)
    await fc.assert(
      fc.asyncProperty(
        ruleOf(fields).filter(rule => isOrdered(name, rule)),
        async rule => {
          const table = tableOf(name)
          const found = await sql<{ id: unknown }>`
              select id from ${sql.raw(table)} where ${rowRule(resource, rule, asking)}`.execute(db)
          const about = { level: levels.master, levels, action: 'edit' as const }
          const expected = records.filter(record => holds(rule, { ...about, record }))
          expect(found.rows.map(({ id }) => String(id)).sort()).toEqual(
            expected.map(({ id }) => String(id)).sort(),
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  it('that the database cannot ask shows nothing', async () => {
    const db = await newDatabase()
    await fill(db)
    const shown = async (rule: CompiledCondition) => {
      const { rows } =
        await sql`select id from devices where ${rowRule(config.resources.devices!, rule, asking)}`.execute(
          db,
        )
      return rows.length
    }
    expect(await shown({ field: 'sido', eq: 'KR-11' })).toBe(2)
    for (const rule of [
      { field: 'vendor_name', eq: '한빛' },
      { field: 'gone', empty: true },
      { field: '__proto__', empty: true },
      { action: 'edit' },
      { level: 'guest' },
      { own: false },
      {
        any: [
          { field: 'sido', eq: 'KR-11' },
          { field: 'gone', ne: 1 },
        ],
      },
      { all: [] },
    ] as CompiledCondition[])
      expect([rule, await shown(rule)]).toEqual([rule, 0])
  })
})
