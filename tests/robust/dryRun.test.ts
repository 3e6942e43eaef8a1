/** The browser and the server check a sheet with the same result. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SheetCheck } from '../../src/console/features/sheets/check/SheetCheck'
import type { CheckRows } from '../../src/console/features/sheets/check/types'
import type { ColumnMapping } from '../../src/contract/devices'
import { type Caller, userOf } from '../../src/server/caller'
import { checkRows } from '../../src/server/commands/rosters/insertStagedDevices'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import { Refusal } from '../../src/server/refusal'
import { readSheet, type WrittenSheet, writeXlsx } from '../../src/sheet'
import { testConfig } from '../support/config'
import { rosterTable } from '../support/rosterTables'
import { callers, levels, newRosterWorld, rosterSettings } from '../support/rosterWorld'
import { insertDevices } from '../support/rows'
import { atScale } from '../support/scale'
import { imeiOf } from '../support/walk'

/** Config with two added columns: a number with bounds and a short text. */
const config = testConfig(({ shared }) => {
  const { columns } = shared.roster
  const { fields } = shared.resources.devices!
  const column = columns.find(({ field }) => field === 'version')!
  const added = { ...fields.version!, storage: 'extra', read: 'guest', write: 'client' } as const
  fields.weight = { ...added, name: 'weight', type: 'number', min: 0, max: 50 }
  fields.place = { ...added, name: 'place', max: 5 }
  for (const [field, header] of Object.entries({
    weight: { ko: '무게', en: 'Weight' },
    place: { ko: '장소', en: 'Place' },
  }))
    columns.push({ ...column, field, header, aliases: [], max: 5, storage: 'extra' })
})
const { shared } = config.current()
const { vendor } = callers

const HEADER = ['IMEI', '전화번호', '시리얼', '모델', '그룹', '하위 그룹', '회원', '지역']
const sheetOf = (rows: readonly (readonly string[])[], header = HEADER): WrittenSheet[] => [
  { name: '단말', columns: header.map(text => ({ header: text })), rows },
]

const db = await newRosterWorld()
const addRegisteredDevice = () => insertDevices(db, 1, () => ({ isdn: '01012340000', serial: '1' }))
await addRegisteredDevice()

const newCheck = async (sheets: readonly WrittenSheet[], caller = vendor, isUpdate = false) => {
  const of = { resource: 'devices', level: caller.level, user: userOf(caller) }
  const check = new SheetCheck({ config: shared, ...of, locale: 'ko', limits: {}, isUpdate })
  for await (const row of readSheet(writeXlsx(sheets))) check.add(row)
  return check
}
const dryRun = async (sheets: readonly WrittenSheet[], caller = vendor) => {
  const check = await newCheck(sheets, caller)
  const readRows: CheckRows = []
  const result = await check.validate(rows => {
    readRows.push(...rows)
    return checkRows(db, caller, rows, shared)
  })
  return { check, result, readRows }
}
/** Uploads a sheet. Devices that it registers are returned and deleted again. */
const upload = async (sheets: readonly WrittenSheet[], caller = vendor, mapping: ColumnMapping = {}) => {
  try {
    await registerRoster(db, caller, writeXlsx(sheets), { ...rosterSettings(config), mapping })
    const stored = await storedDevices()
    await sql`delete from devices`.execute(db)
    await addRegisteredDevice()
    return { refused: [], stored }
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.rows) throw error
    const refused = error.details.rows.map(({ row, column, code }) => `${row} ${column} ${code}`).sort()
    return { refused, stored: [] }
  }
}
/** The devices that the upload has registered, with the names of model, batch and bunch instead of their ids. */
const storedDevices = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select d.id, d.isdn, d.serial, d.version, coalesce(d.sido, '') as sido, lower(m.name) as model,
      coalesce(b.name, '') as batch, coalesce(u.name, '') as bunch, coalesce(c.email, '') as client,
      d.vendor_id as vendor, d.extra
    from devices d join models m on m.id = d.model_id left join batches b on b.id = d.batch_id
      left join bunches u on u.id = d.bunch_id left join clients c on c.id = d.client_id
    where d.id <> ${imeiOf(0)} order by d.id`.execute(db)
  return rows
}
/** The rows that the check has read, as the server would store them. */
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
    .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))

it.each(['client', 'vendor', 'master'] as const)(
  'the check finds in any table of a %s the faults that the server reports, and the devices that it stores',
  async name => {
    const caller = callers[name]
    let storedRows = 0
    await fc.assert(
      fc.asyncProperty(rosterTable, async ({ header, rows }) => {
        const sheet = sheetOf(rows, [...header])
        const { check, result, readRows } = await dryRun(sheet, caller)
        const headerRow = { row: 1, faults: result.headerFaults }
        const found = [headerRow, ...result.firstBadRows].flatMap(({ row, faults }) =>
          faults.map(({ column, code }) => `${row} ${column} ${code}`),
        )
        const expected = { refused: found.sort(), stored: found.length > 0 ? [] : asStored(readRows, caller) }
        expect(await upload(check.write(), caller, result.mapping)).toEqual(expected)
        if (!result.isChanged) expect(await upload(sheet, caller, result.mapping)).toEqual(expected)
        storedRows += expected.stored.length
      }),
      { numRuns: atScale(2, 300), seed: 14 },
    )
    expect(storedRows, 'some tables are valid').toBeGreaterThan(0)
  },
)

it('the check takes a misspelt header for its column until the user chooses; the server reads the same columns', async () => {
  const sheet = sheetOf(
    [[imeiOf(4), '1055550004', 'S-4', 'FT-100', '메모', '1055550005', 'x']],
    ['IMEI', '전화번혼', '시리열', '모델', '비고', '연락처', '모델'],
  )
  const { check, result } = await dryRun(sheet)
  const shown = async (columns: ColumnMapping) => {
    check.map(columns)
    const { unknownHeaders, headerFaults, mapping, firstCorrections } = await check.validate(
      async () => undefined,
    )
    return {
      headers: unknownHeaders.map(
        ({ name, field, isSuggested }) => `${name}: ${field}${isSuggested ? '?' : ''}`,
      ),
      faults: headerFaults.map(({ column, code }) => `${column} ${code}`),
      mapping,
      corrections: firstCorrections.map(({ column, to }) => `${column} ${to}`),
    }
  }
  expect(result.unknownHeaders[0]).toMatchObject({ examples: ['01055550004'] })
  expect(result.columnOptions.map(({ field, isRequired }) => isRequired && field)).toContain('isdn')
  expect(await shown({})).toMatchObject({
    headers: [
      '전화번혼: isdn?',
      '시리열: serial?',
      '비고: undefined',
      '연락처: undefined',
      '모델 (2): undefined',
    ],
    faults: ['비고 unknownHeader', '연락처 unknownHeader', '모델 (2) duplicateHeader'],
    corrections: ['전화번혼 01055550004'],
  })
  // Another column of phone numbers: the first one is as in the file again.
  const chosen = { 연락처: 'isdn', 비고: null, '모델 (2)': null, 전화번혼: null }
  const { mapping, ...rest } = await shown(chosen)
  expect(rest).toMatchObject({ faults: [], corrections: ['연락처 01055550005'] })
  expect(mapping).toEqual({ 연락처: 'isdn', 시리열: 'serial', '*': null })
  const { stored } = await upload(check.write(), vendor, mapping)
  expect(stored).toMatchObject([{ isdn: '01055550005', serial: 'S-4', model: 'ft-100' }])
})

it('the check writes all refused rows with their reasons into a sheet, also those that the page does not show', async () => {
  const linesOf = async ({ rows }: WrittenSheet) => {
    const lines: (readonly unknown[])[] = []
    for await (const cells of rows) lines.push(cells)
    return lines
  }
  const rows = Array.from({ length: 2_500 }, (_, n) => [imeiOf(n), '1', String(n), 'FT-100'])
  const check = await newCheck(sheetOf(rows))
  const { firstBadRows, badRowCount } = await check.validate(async () => undefined)
  expect([firstBadRows.length, badRowCount]).toEqual([2_000, 2_500])
  const [sheet, reasons] = check.writeBad({ reasonSheet: '이유', header: ['행', '값'] }, async faults =>
    faults.map(({ column, code }) => `${column} ${code}`),
  )
  expect((await linesOf(sheet!)).map(([, , serial]) => serial)).toEqual(rows.map(([, , serial]) => serial))
  const lines = await linesOf(reasons!)
  expect(lines).toHaveLength(2_500)
  expect(lines.at(-1)).toEqual(['2501', '전화번호', '1', '전화번호 phoneLength'])
})

it('the check of an update marks the cells that the server has refused, until they are edited', async () => {
  const rows = [1, 2].map(n => [imeiOf(n), `0105555000${n}`])
  const check = await newCheck(sheetOf(rows, ['IMEI', '전화번호']), vendor, true)
  const marked = async () => {
    const { firstBadRows } = await check.validate(async () => undefined)
    return firstBadRows.map(({ row, faults }) => [
      row,
      ...faults.map(({ index, message }) => `${index} ${message?.ko}`),
    ])
  }
  const fault = { value: '', code: 'deviceUnknown' }
  const refused = (row: number, column: string) => ({ ...fault, row, column, message: `아닌 ${column}` })
  check.refuse([refused(2, 'IMEI'), refused(2, '전화번호'), refused(3, 'IMEI')])
  expect(await marked()).toEqual([
    [2, '0 아닌 IMEI', '1 아닌 전화번호'],
    [3, '0 아닌 IMEI'],
  ])
  check.edit(2, 0, imeiOf(3))
  check.edit(3, 0, imeiOf(4))
  expect(await marked()).toEqual([[2, '1 아닌 전화번호']])
  check.refuse([refused(3, 'IMEI')])
  expect(await marked()).toEqual([[3, '0 아닌 IMEI']])
})
