/**
 * The trigram indexes serve the search only: equal values are found by the keys and indexes (decision 461). Fields that
 * config adds have an index for sorting, if their values fit.
 */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Caller } from '../../src/server/caller'
import { recordListOf } from '../../src/server/routes/records/lists'
import { allOf, indexedText, inIds } from '../../src/server/store/sql'
import { tenantOf } from '../../src/server/store/tenancy'
import { runUniqueUpkeep } from '../../src/server/upkeep/uniqueUpkeep'
import { compileWith, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { planOf } from '../support/plans'

/** In a table of this size the planner would take the search index for equal values if the query allowed it. */
const DEVICES = 6_000
const SUFFIX = '_searched'
const COLUMNS = ['id', 'isdn', 'serial']
const ids = Array.from({ length: 500 }, (_, n) => String(356938030000001 + n * 7))

const db = await newDatabase()
await sql`insert into models (name) values ('FT-100')`.execute(db)
await sql`insert into devices (id, isdn, serial, model_id, vendor_id)
    select (356938030000000 + n)::text, '0109' || lpad(n::text, 7, '0'), n::text, 1, 0 from generate_series(1, ${sql.lit(DEVICES)}) n`.execute(
  db,
)
await sql`analyze devices`.execute(db)
const withIds = (list: string[]) => sql`select id from devices where ${inIds(sql`devices.id`, list)}`

it('many IMEIs are found by the primary key', async () => {
  expect(await planOf(db, withIds(ids))).not.toContain(SUFFIX)
  expect((await withIds(ids).execute(db)).rows).toHaveLength(500)
  expect((await withIds([]).execute(db)).rows).toEqual([])
})

it.each(COLUMNS)('a join by %s does not use the search index', async column => {
  const rows = JSON.stringify(ids.map(value => ({ value })))
  const join = sql`select d.id from json_to_recordset(${rows}::json) as r (value text)
      join devices d on d.${sql.ref(column)} = r.value`
  expect(await planOf(db, join)).not.toContain(SUFFIX)
})

it.each(COLUMNS)('part of %s is found by the search index', async column => {
  const search = sql`select * from devices where ${indexedText(sql.ref(column))} like '%5678%'`
  expect(await planOf(db, search)).toContain(`devices_${column}${SUFFIX}`)
})

it('the history of a record is found by its index', async () => {
  const config = testConfig().current().shared
  const caller = { id: 1, level: 9, vendor: 0, levels: config.levels.numbers } as Caller
  const tenant = tenantOf(db, caller)
  const resource = config.resources.history!
  const { source, conditions } = recordListOf({ tenant, caller, config, resource, now: new Date(0) })
  const rows = tenant.from(source.rows()).where(allOf(conditions({ resource: 'batches', record: '3' })))
  expect(await planOf(db, sql`${rows.select('row.id')}`)).toMatch(
    /history_record[\s\S]*Index Cond: \(\(\w*\.?resource = /,
  )
})

it('added fields of devices have an index for sorting, except references and long texts', async () => {
  const added = {
    code: { type: 'text', label: '가', max: 20 },
    memo: { type: 'text', label: '나', max: 900 },
    spare: { type: 'reference', label: '다', reference: 'models' },
    bought: { type: 'date', label: '라' },
    price: { type: 'number', label: '마' },
  }
  const { shared } = compileWith({
    'resources/devices.json': file => {
      Object.assign(file.fields as object, added)
      ;(file.list as { columns: unknown[] }).columns.push(...Object.keys(added))
    },
  })
  const indexes = async () => {
    const { rows } = await sql<{
      definition: string
    }>`select pg_get_indexdef(indexrelid) as definition from pg_index
      where indexrelid::regclass::text like 'fleet_sorts_%'`.execute(db)
    return rows.map(({ definition }) => Object.keys(added).find(name => definition.includes(`'${name}'`)))
  }
  expect(await runUniqueUpkeep(db, {}, shared)).not.toHaveProperty('failure')
  expect((await indexes()).filter(Boolean).toSorted()).toEqual(['bought', 'code', 'price'])
  // Config no longer offers them.
  await runUniqueUpkeep(db, {}, testConfig().current().shared)
  expect((await indexes()).filter(Boolean)).toEqual([])
})
