/** Values and errors of the database driver. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertMany } from '../../src/server/store/insertMany'
import { newDatabase } from '../support/databases'
import { findRows, insertRow } from '../support/rows'

const db = await newDatabase()

test('PGlite and PostgreSQL return the same values', async () => {
  const { rows } = await sql`select ${'x'}::text as text, 12345678901::int8 as big, 1.5::numeric as number,
      '2026-11-20T03:00:00Z'::timestamptz as moment, '2026-11-20'::date as day, ${'{"a":[1,null]}'}::jsonb as json,
      null as nothing, true as yes, ${['a', 'b']}::text[] as list, count(*) as count, sum(1) as sum`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      text: 'x',
      big: 12345678901,
      number: 1.5,
      moment: new Date('2026-11-20T03:00:00Z'),
      day: '2026-11-20',
      json: { a: [1, null] },
      nothing: null,
      yes: true,
      list: ['a', 'b'],
      count: 1,
      sum: 1,
    },
  ])
})

test('thousands of rows are inserted at once, with defaults for other columns', async () => {
  const model_id = await insertRow(db, 'models', { name: 'FT-200' })
  const row = (n: number) => ({
    id: String(350000000000000 + n),
    isdn: String(1000000000 + n),
    model_id,
    linked: new Date('2026-11-20T03:00:00Z'),
    extra: { site: `서울 "${n}"` },
  })
  const rows = Array.from({ length: 12_000 }, (_, n) => row(n))
  expect(await insertMany(db, 'devices', ['id', 'isdn', 'model_id', 'linked', 'extra'], rows)).toBe(12_000)
  const last = await db.selectFrom('devices').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(last).toMatchObject({ ...row(11_999), online: false, vpn: {} })
})

test('a failed transaction writes nothing and does not disturb others', async () => {
  const broken = db.transaction().execute(async trx => {
    await insertRow(trx, 'models', { name: 'A' })
    await sql`select 1/0`.execute(trx)
  })
  const added = insertRow(db, 'models', { name: 'B' })
  await expect(broken).rejects.toMatchObject({ code: '22012' })
  await added
  expect(await findRows(db, 'models', { name: 'A' })).toEqual([])
  expect(await findRows(db, 'models', { name: 'B' })).toHaveLength(1)
})

test('the error of a duplicate names the index', async () => {
  await insertRow(db, 'models', { name: 'FT-300' })
  const error = { code: '23505', constraint: 'models_name' }
  await expect(insertRow(db, 'models', { name: 'ft-300' })).rejects.toMatchObject(error)
})
