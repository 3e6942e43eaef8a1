/**
 * Rows by COPY: every value comes back as it was, on both databases, and what is refused leaves the connection fit for
 * the next.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../src/server/store/database'
import { copyMany } from '../../src/server/store/insertMany'
import { newDatabase } from '../support/databases'

interface Row {
  line: number
  text: string | null
  extra: unknown
}

/** As a sheet is read, some rows at a time. */
function* pieces(rows: Row[]) {
  for (let at = 0; at < rows.length; at += 300) yield rows.slice(at, at + 300)
}

const COLUMNS = ['line', 'text', 'extra'] as const
const AWKWARD = [
  '',
  '\\N',
  '\\.',
  'a\tb',
  'a\nb',
  'a\r\nb',
  '\\',
  '\\t',
  '"',
  "'",
  '가나다 漢字 🙂',
  ',',
  'null',
]

/** Without what no database stores: NUL, and halves of a pair. */
const text = fc
  .oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'binary' }))
  .map(one => one.replaceAll('\0', ''))

let db: Db
beforeAll(async () => {
  db = await newDatabase()
  await sql`create table copied (line integer not null, text text, extra jsonb)`.execute(db)
})
afterAll(() => db.destroy())

const stored = async () =>
  (await sql<Row>`select line, text, extra from copied order by line`.execute(db)).rows
const copied = async (rows: Row[]) => {
  await sql`truncate copied`.execute(db)
  return copyMany(db, 'copied', COLUMNS, pieces(rows))
}

describe('rows by COPY', () => {
  it('come back as they were, also the awkward ones', async () => {
    const rows = AWKWARD.map((text, line) => ({ line, text, extra: { text, list: [text, null, 1.5] } }))
    expect(await copied([...rows, { line: AWKWARD.length, text: null, extra: null }])).toBe(rows.length + 1)
    expect(await stored()).toEqual([...rows, { line: AWKWARD.length, text: null, extra: null }])
  })

  it('of any text', async () => {
    const some = fc.array(fc.tuple(text, fc.dictionary(text, text)), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(some, async values => {
        const rows = values.map(([text, extra], line) => ({ line, text, extra: { ...extra } }))
        await copied(rows)
        expect(await stored()).toEqual(rows)
      }),
      { numRuns: 50 },
    )
  })

  it('are written in chunks, and none are an empty table', async () => {
    const rows = Array.from({ length: 4_001 }, (_, line) => ({ line, text: `${line}`, extra: {} }))
    expect(await copied(rows)).toBe(4_001)
    expect((await stored()).length).toBe(4_001)
    expect(await copied([])).toBe(0)
  })

  it('within a transaction go with it', async () => {
    await copied([])
    const undone = db.transaction().execute(async tx => {
      await copyMany(tx, 'copied', COLUMNS, [[{ line: 1, text: 'a', extra: {} }]])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await stored()).toEqual([])
  })

  it('that the table refuses are an error with its code, and the next are taken', async () => {
    await expect(copied([{ line: Number.NaN, text: '', extra: {} }])).rejects.toMatchObject({
      code: '22P02',
    })
    expect(await copied([{ line: 1, text: '', extra: {} }])).toBe(1)
  })
})
