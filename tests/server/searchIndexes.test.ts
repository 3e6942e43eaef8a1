/** The indexes of the search answer the search alone: what is equal is looked up in the keys (decision 461). */
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Db } from '../../src/server/store/database'
import { inIds, searched } from '../../src/server/store/sql'
import { newDatabase } from '../support/databases'

/** A fleet of this size is what the planner misjudges: of a large one it takes the keys by itself. */
const DEVICES = 6_000
/** Of the indexes in question. */
const ENDING = '_searched'

let db: Db
const ids = Array.from({ length: 500 }, (_, at) => String(356938030000001 + at * 7))
const planOf = async (query: RawBuilder<unknown>, on = db) => {
  const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(on)
  return rows.map(row => Object.values(row)[0]).join('\n')
}

beforeAll(async () => {
  db = await newDatabase()
  await sql`insert into models (name) values ('FT-100')`.execute(db)
  await sql`insert into devices (id, isdn, serial, model_id, vendor_id)
      select (356938030000000 + n)::text, '0109' || lpad(n::text, 7, '0'), n::text, 1, 0 from generate_series(1, ${sql.lit(DEVICES)}) n`.execute(
    db,
  )
  await sql`analyze devices`.execute(db)
})

it('many IMEIs that begin alike are found by the key', async () => {
  const found = sql`select id from devices where ${inIds(sql`devices.id`, ids)}`
  expect(await planOf(found)).not.toContain(ENDING)
  expect((await found.execute(db)).rows).toHaveLength(500)
  const none = sql`select id from devices where ${inIds(sql`devices.id`, [])}`
  expect((await none.execute(db)).rows).toEqual([])
})

it.each(['id', 'isdn', 'serial'])('a join by %s goes by the key or the table', async column => {
  const told = sql`select d.id from json_to_recordset(${JSON.stringify(ids.map(told => ({ told })))}::json) as h (told text)
      join devices d on d.${sql.ref(column)} = h.told`
  expect(await planOf(told)).not.toContain(ENDING)
})

it.each(['id', 'isdn', 'serial'])('a part of %s is found by the index of the search', async column => {
  const found = sql`select * from devices where ${searched(sql.ref(column))} like '%5678%'`
  const plan = await db.transaction().execute(async tx => {
    // What would be quicker in so small a fleet.
    await sql`set local enable_seqscan = off`.execute(tx)
    return planOf(found, tx)
  })
  expect(plan).toContain(`devices_${column}${ENDING}`)
})
