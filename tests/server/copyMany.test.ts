/** Rows written by COPY: every value is read back unchanged, and a refused row does not harm the connection. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { copyMany, insertMany } from '../../src/server/store/insertMany'
import { newDatabase } from '../support/databases'
import { insertRow } from '../support/rows'

interface Row {
  line: number
  text: string | null
  extra: unknown
}

/** Parts of 300 rows, as a sheet is read. */
function* pieces(rows: Row[]) {
  for (let start = 0; start < rows.length; start += 300) yield rows.slice(start, start + 300)
}

const COLUMNS = ['line', 'text', 'extra'] as const
const AWKWARD = ['', '\\N', '\\.', 'a\tb', 'a\r\nb', '\\', '\\t', '"', "'", '가 漢字 🙂', ',', 'null']

/** Any text without the NUL character, which PostgreSQL cannot store. */
const text = fc
  .oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'binary' }))
  .map(value => value.replaceAll('\0', ''))

const db = await newDatabase()
await sql`create table copied (line integer not null, text text, extra jsonb)`.execute(db)
afterAll(() => db.destroy())

const stored = async () =>
  (await sql<Row>`select line, text, extra from copied order by line`.execute(db)).rows
const copied = async (rows: Row[]) => {
  await sql`truncate copied`.execute(db)
  return copyMany(db, 'copied', COLUMNS, pieces(rows))
}

describe('rows by COPY', () => {
  it('are read back unchanged with any text', async () => {
    const value = fc.option(text)
    const some = fc.array(fc.tuple(value, fc.dictionary(text, value)), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(some, async values => {
        const rows = values.map(([text, extra], line) => ({ line, text, extra: { ...extra } }))
        expect(await copied(rows)).toBe(rows.length)
        expect(await stored()).toEqual(rows)
      }),
      { numRuns: 50 },
    )
  })

  it('are rolled back with their transaction', async () => {
    await copied([])
    const undone = db.transaction().execute(async tx => {
      await copyMany(tx, 'copied', COLUMNS, [[{ line: 1, text: 'a', extra: {} }]])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await stored()).toEqual([])
  })

  it('that the table refuses give an error with its code, and the connection stays usable', async () => {
    await expect(copied([{ line: Number.NaN, text: '', extra: {} }])).rejects.toMatchObject({ code: '22P02' })
    expect(await copied([{ line: 1, text: '', extra: {} }])).toBe(1)
  })
})

it('thousands of rows are inserted as JSON, with defaults for other columns', async () => {
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
