import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { SheetCheck } from '../../src/console/features/sheets/check/SheetCheck'
import type { CheckRows } from '../../src/console/features/sheets/check/types'
import { type Caller, userOf } from '../../src/server/caller'
import { checkRows } from '../../src/server/commands/rosters/checkRows'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import { Refusal } from '../../src/server/refusal'
import type { Db } from '../../src/server/store/database'
import { readSheet, type WrittenSheet, writeXlsx } from '../../src/sheet'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { imei, rosterTable } from '../support/rosterTables'
import { atScale } from '../support/scale'

/** As delivered, and two columns of config's own: a number with bounds and a short text. */
const config = testConfig(({ shared }) => {
  const { columns } = shared.roster
  const { fields } = shared.resources.devices!
  const column = columns.find(({ field }) => field === 'version')!
  const added = { ...fields.version!, storage: 'extra', read: 'guest', write: 'client' } as const
  fields.weight = { ...added, name: 'weight', type: 'number', min: 0, max: 50 }
  fields.place = { ...added, name: 'place', max: 5 }
  for (const [field, ko, en] of [
    ['weight', '무게', 'Weight'],
    ['place', '장소', 'Place'],
  ] as const)
    columns.push({ ...column, field, header: { ko, en }, aliases: [], max: 5, storage: 'extra' })
})
const compiled = config.current()
const levels = compiled.shared.levels.numbers
const callerOf = (id: number, level: number, vendor: number) =>
  ({ id, level, vendor, levels, name: '', email: '', session: `of ${id}` }) as Caller
const vendor = callerOf(2, levels.vendor, 1)
const CALLERS = {
  client: callerOf(3, levels.client, 1),
  vendor,
  master: callerOf(1, levels.master, 0),
}

const HEADER = ['IMEI', '전화번호', '시리얼', '모델', '그룹', '하위 그룹', '회원', '지역']
async function* bytes(sheets: readonly WrittenSheet[]) {
  yield* writeXlsx(sheets)
}
const sheetOf = (
  rows: readonly (readonly string[])[],
  header: readonly string[] = HEADER,
): WrittenSheet[] => [{ name: '단말', columns: header.map(text => ({ header: text })), rows }]

let db: Db
beforeAll(async () => {
  db = await newDatabase()
  await db.insertInto('vendors').values({ id: 1, name: '한빛' }).execute()
  await db
    .insertInto('clients')
    .values([
      { id: 1, vendor_id: 0, level: levels.master, email: 'm@x.kr', name: 'm', password_hash: 'x' },
      { id: 2, vendor_id: 1, level: levels.vendor, email: 'v@x.kr', name: 'v', password_hash: 'x' },
      { id: 3, vendor_id: 1, level: levels.client, email: 'client@x.kr', name: 'c', password_hash: 'x' },
    ])
    .execute()
  await db
    .insertInto('sessions')
    .values([1, 2, 3].map(id => ({ id: `of ${id}`, client_id: id })))
    .execute()
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

const dryRun = async (sheets: readonly WrittenSheet[], caller = vendor) => {
  const { level } = caller
  const user = userOf(caller)
  const check = new SheetCheck({ config: compiled.shared, level, user, locale: 'ko', limits: {} })
  for await (const row of readSheet(bytes(sheets))) check.add(row)
  const read: CheckRows = []
  const result = await check.judge(rows => {
    read.push(...rows)
    return checkRows(db, caller, rows, compiled.shared)
  })
  return { check, result, read }
}
/** The cells that are refused, or the devices that are there afterwards, which go again. */
const upload = async (sheets: readonly WrittenSheet[], caller = vendor) => {
  const settings = { ...compiled, locale: 'ko' as const, say: config.translate, now: new Date() }
  try {
    await registerRoster(db, caller, bytes(sheets), settings)
    const stored = await storedDevices()
    await sql`delete from devices`.execute(db)
    await seedDevice()
    return { refused: [], stored }
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.rows) throw error
    const refused = error.details.rows.map(({ row, column, code }) => `${row} ${column} ${code}`).sort()
    return { refused, stored: [] }
  }
}
/** But for the one that is there before; names as they are written, since a sheet may write them otherwise. */
const storedDevices = async () => {
  const { rows } = await sql<Record<string, unknown>>`
      select d.id, d.isdn, d.serial, d.version, coalesce(d.sido, '') as sido, lower(m.name) as model, coalesce(b.name, '') as batch,
        coalesce(u.name, '') as bunch, coalesce(c.email, '') as client, d.vendor_id as vendor, d.extra
      from devices d join models m on m.id = d.model_id left join batches b on b.id = d.batch_id
        left join bunches u on u.id = d.bunch_id left join clients c on c.id = d.client_id
      where d.id <> ${imei(0)} order by d.id`.execute(db)
  return rows
}
/** What the dry run has read, as it would be stored. */
const asStored = (read: CheckRows, caller: Caller) =>
  read
    .map(({ values, extra }) => ({
      id: '',
      serial: '',
      version: '',
      sido: '',
      batch: '',
      bunch: '',
      ...values,
      extra,
      model: values.model?.toLowerCase(),
      client: values.client || (caller.level === levels.client ? 'client@x.kr' : ''),
      vendor: values.vendor ? 1 : caller.vendor,
    }))
    .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))

describe('What the dry run reads and says of any table', () => {
  it.each(Object.entries(CALLERS))('is what the server does with the sheet of a %s', async (_who, caller) => {
    let stored = 0
    await fc.assert(
      fc.asyncProperty(rosterTable, async ({ header, rows }) => {
        const sheet = sheetOf(rows, header)
        const { check, result, read } = await dryRun(sheet, caller)
        const heads = { row: result.headerRow, faults: result.headerFaults }
        const told = [heads, ...result.bad].flatMap(({ row, faults }) =>
          faults.map(({ column, code }) => `${row} ${column} ${code}`),
        )
        const expected = { refused: told.sort(), stored: told.length > 0 ? [] : asStored(read, caller) }
        expect(await upload(check.write(), caller)).toEqual(expected)
        if (!result.changed) expect(await upload(sheet, caller)).toEqual(expected)
        stored += expected.stored.length
      }),
      { numRuns: atScale(8, 300), seed: 14 },
    )
    expect(stored, 'some are good').toBeGreaterThan(0)
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
  expect(await upload(check.write())).toMatchObject({ refused: [], stored: [{ id: '356938035643809' }] })
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

describe('the bad rows as a sheet', () => {
  const linesOf = async ({ rows }: WrittenSheet) => {
    const lines: (readonly unknown[])[] = []
    for await (const cells of rows) lines.push(cells)
    return lines
  }

  it('are all of them, each with its reason, however many the page shows', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => [imei(n), '1', String(n), 'FT-100'])
    const check = new SheetCheck({ config: compiled.shared, level: levels.vendor, locale: 'ko', limits: {} })
    for await (const row of readSheet(bytes(sheetOf(rows)))) check.add(row)
    const { bad, badRows } = await check.judge(async () => undefined)
    expect([bad.length, badRows]).toEqual([2_000, 2_500])
    const [sheet, reasons] = check.writeBad({ reasonSheet: '이유', header: ['행', '값'] }, async faults =>
      faults.map(({ column, code }) => `${column} ${code}`),
    )
    const written = await linesOf(sheet!)
    expect(written.map(([, , serial]) => serial)).toEqual(rows.map(([, , serial]) => serial))
    const lines = await linesOf(reasons!)
    expect(lines).toHaveLength(2_500)
    expect(lines.at(-1)).toEqual(['2501', '전화번호', '1', '전화번호 phoneLength'])
  })
})

describe('what the server refuses of an update', () => {
  it('is put right in place: an edited cell is bad no more, the others stay', async () => {
    const context = { config: compiled.shared, level: levels.vendor, locale: 'ko', limits: {} } as const
    const check = new SheetCheck({ ...context, isUpdate: true })
    const sheet = sheetOf(
      [
        [imei(1), '01055550001'],
        [imei(2), '01055550002'],
      ],
      ['IMEI', '전화번호'],
    )
    for await (const row of readSheet(bytes(sheet))) check.add(row)
    const judge = async () => {
      const { bad } = await check.judge(async () => undefined)
      return bad.map(({ row, faults }) => [row, ...faults.map(({ at, message }) => `${at} ${message?.ko}`)])
    }
    const refused = (row: number, column: string, message: string) => ({
      row,
      column,
      message,
      value: '',
      code: 'deviceUnknown',
    })
    check.refuse([
      refused(2, 'IMEI', '없는 단말'),
      refused(2, '전화번호', '쓰는 번호'),
      refused(3, 'IMEI', '없는 단말'),
    ])
    expect(await judge()).toEqual([
      [2, '0 없는 단말', '1 쓰는 번호'],
      [3, '0 없는 단말'],
    ])
    check.edit(2, 0, imei(3))
    check.edit(3, 0, imei(4))
    expect(await judge()).toEqual([[2, '1 쓰는 번호']])
    check.edit(2, 1, '01055550003')
    expect(await judge()).toEqual([])
    check.refuse([refused(3, 'IMEI', '없는 단말')])
    expect(await judge()).toEqual([[3, '0 없는 단말']])
  })
})
