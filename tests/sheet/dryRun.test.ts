import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { SheetCheck } from '../../src/console/features/sheets/check/SheetCheck'
import { luhnDigit } from '../../src/domain/imei'
import type { Caller } from '../../src/server/caller'
import { checkRows } from '../../src/server/commands/rosters/checkRows'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import { Refusal } from '../../src/server/refusal'
import type { Db } from '../../src/server/store/database'
import { readSheet, type WrittenSheet, writeXlsx } from '../../src/sheet'
import { testConfig } from '../support/config'
import { eachDatabase } from '../support/databases'
import { atScale } from '../support/scale'

const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const config = testConfig()
const compiled = config.current()
const levels = compiled.shared.levels.numbers
const vendor: Caller = {
  ...{ id: 2, level: levels.vendor, vendor: 1, levels, name: '', email: '' },
  session: 'of 2',
} as Caller

const HEADER = ['IMEI', '전화번호', '시리얼', '모델', '그룹', '하위 그룹', '회원', '지역']
const pick = (...texts: string[]) => fc.constantFrom(...texts)
const table = fc.array(
  fc.tuple(
    fc.oneof(fc.nat(8).map(imei), pick('356938035643808', '35693', 'x', '3.5E+14', '3.56938035643809E+14')),
    fc.oneof(
      fc.nat(8).map(n => `0101234000${n}`),
      pick('1012345678', '010-1234-99999', '', '+82 10-1234-0001'),
    ),
    pick('1', '0001', ''),
    pick('FT-100', 'ft-200', 'ZZ-9', ''),
    pick('', '', '가 그룹', '나 그룹', '없는 그룹'),
    pick('', '', '허브', '없는 허브'),
    pick('', '', 'client@x.kr', 'nobody@x.kr'),
    pick('', '서울', 'KR-11', '화성'),
  ),
  { minLength: 1, maxLength: 12 },
)

async function* bytes(sheets: readonly WrittenSheet[]) {
  yield* writeXlsx(sheets)
}
const sheetOf = (rows: readonly (readonly string[])[]): WrittenSheet[] => [
  { name: '단말', columns: HEADER.map(header => ({ header })), rows },
]

eachDatabase((_name, open) => {
  let db: Db
  beforeAll(async () => {
    db = await open()
    await db.insertInto('vendors').values({ id: 1, name: '한빛' }).execute()
    await db
      .insertInto('clients')
      .values([
        { id: 2, vendor_id: 1, level: levels.vendor, email: 'v@x.kr', name: 'v', password_hash: 'x' },
        { id: 3, vendor_id: 1, level: levels.client, email: 'client@x.kr', name: 'c', password_hash: 'x' },
      ])
      .execute()
    await db.insertInto('sessions').values({ id: 'of 2', client_id: 2 }).execute()
    await db
      .insertInto('models')
      .values([
        { id: 1, name: 'FT-100' },
        { id: 2, name: 'FT-200' },
      ])
      .execute()
    await db
      .insertInto('batches')
      .values([
        { id: 1, vendor_id: 1, model_id: 1, name: '가 그룹' },
        { id: 2, vendor_id: 1, model_id: 2, name: '나 그룹' },
      ])
      .execute()
    await db.insertInto('bunches').values({ id: 1, batch_id: 1, name: '허브' }).execute()
    await seedDevice()
  })
  const seedDevice = () =>
    db
      .insertInto('devices')
      .values({ id: imei(0), isdn: '01012340000', serial: '1', model_id: 1, vendor_id: 1 })
      .execute()

  const dryRun = async (sheets: readonly WrittenSheet[]) => {
    const check = new SheetCheck({ config: compiled.shared, level: vendor.level, locale: 'ko', limits: {} })
    for await (const row of readSheet(bytes(sheets))) check.add(row)
    const result = await check.judge(rows => checkRows(db, vendor, rows, compiled.shared))
    return { check, result }
  }
  const upload = async (sheets: readonly WrittenSheet[]) => {
    const settings = { ...compiled, locale: 'ko' as const, say: config.translate, now: new Date() }
    try {
      await registerRoster(db, vendor, bytes(sheets), settings)
      await sql`delete from devices`.execute(db)
      await seedDevice()
      return []
    } catch (error) {
      if (!(error instanceof Refusal) || !error.details.rows) throw error
      return error.details.rows.map(({ row, column, code }) => `${row} ${column} ${code}`).sort()
    }
  }

  describe('What the dry run says of any table', () => {
    it('is what the server says of the sheet that is sent', async () => {
      await fc.assert(
        fc.asyncProperty(table, async rows => {
          const { check, result } = await dryRun(sheetOf(rows))
          const told = result.bad.flatMap(({ row, faults }) =>
            faults.map(({ column, code }) => `${row} ${column} ${code}`),
          )
          expect(await upload(check.write())).toEqual(told.sort())
          if (!result.changed) expect(await upload(sheetOf(rows))).toEqual(told)
        }),
        { numRuns: atScale(6, 300), seed: 14 },
      )
    })
  })

  it('mends what is certain, and says so', async () => {
    const rows = [['3.56938035643809E+14', '1012345678', '1', 'FT-100', '', '', '', '']]
    const { check, result } = await dryRun(sheetOf(rows))
    expect([result.badRows, result.mended, result.mendings]).toEqual([
      0,
      2,
      [
        { row: 2, column: 'IMEI', from: '3.56938035643809E+14', to: '356938035643809' },
        { row: 2, column: '전화번호', from: '1012345678', to: '01012345678' },
      ],
    ])
    expect(await upload(check.write())).toEqual([])
  })

  it('judges an edited cell anew, also against the other rows and the records', async () => {
    const good = (n: number) => [imei(n), `0105555000${n}`, '1', 'FT-100', '', '', '', '']
    const { check, result } = await dryRun(sheetOf([good(1), good(1), good(0)]))
    const codes = ({ bad }: typeof result) =>
      bad.map(({ row, faults }) => [row, ...faults.map(({ code }) => code)])
    expect(codes(result)).toEqual([
      [3, 'duplicateImei', 'duplicatePhone'],
      [4, 'imeiTaken'],
    ])
    check.edit(3, 0, imei(2))
    check.edit(3, 1, '01055550002')
    check.edit(4, 0, imei(3))
    const again = await check.judge(rows => checkRows(db, vendor, rows, compiled.shared))
    expect([codes(again), again.changed]).toEqual([[], true])
  })

  it('puts a misspelt header right in place', async () => {
    const sheet = sheetOf([[imei(4), '01055550004', '1', 'FT-100', '', '', '', '']])
    const header = HEADER.map(text => ({ header: text === '시리얼' ? '시리열' : text }))
    const { check, result } = await dryRun([{ ...sheet[0]!, columns: header }])
    expect(result.headerFaults).toMatchObject([
      { code: 'missingHeader', column: '시리얼' },
      { code: 'unknownHeader', at: 2, params: { hint: '시리얼' } },
    ])
    check.edit(1, 2, '시리얼')
    const again = await check.judge(async () => undefined)
    expect([again.headerFaults, again.badRows, again.asked]).toEqual([[], 0, false])
  })
})
