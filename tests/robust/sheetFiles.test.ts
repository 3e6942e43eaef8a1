/** Files of other programs, broken ones and files as people make them: what browser and server find in each. */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SheetCheck } from '../../src/console/features/sheets/check/SheetCheck'
import type { SheetReading } from '../../src/contract/devices'
import { knownHeaders } from '../../src/engine/roster'
import type { Caller } from '../../src/server/caller'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import type { Refusal } from '../../src/server/refusal'
import type { Db } from '../../src/server/store/database'
import { readSheet, SheetProblem, type TablePlace } from '../../src/sheet'
import { testConfig } from '../support/config'
import { callers, newRosterWorld, rosterSettings } from '../support/rosterWorld'

const folder = join(import.meta.dirname, '../sheet/fixtures/others')
const config = testConfig()

type Outcome = number | string | string[]

/** The number of devices, the refused cells, or the code of the file's problem. */
const FILES: Record<string, Outcome> = {
  'openpyxl.xlsx': 2,
  'openpyxl-numbers.xlsx': 2,
  'libreoffice.xlsx': 2,
  'libreoffice-utf-16-semicolon.csv': 2,
  'libreoffice-utf-16-tab.csv': 2,
  'xlsxwriter.xlsx': 2,
  'xlsxwriter-inline.xlsx': 2,
  'dates.xlsx': ['2 시리얼 dateCell', '3 시리얼 dateCell'],
  'dates-1904.xlsx': ['2 시리얼 dateCell', '3 시리얼 dateCell'],
  'hidden-first.xlsx': 2,
  'content-types.xlsx': 2,
  'bom.csv': 2,
  'no-bom.csv': 2,
  'utf-16.csv': 2,
  'cp949.csv': 2,
  'tab.csv': 2,
  'semicolon.csv': 2,
  'mixed-ends.csv': 2,
  'formula.xlsx': ['2 시리얼 formula'],
  'merged.xlsx': 2,
  'huge-cell.xlsx': ['2 시리얼 tooLong'],
  'header-twice.xlsx': ['1 Serial duplicateHeader'],
  'header-missing.xlsx': ['1 모델 missingHeader'],
  // This sheet is for updating registered devices.
  'update.xlsx': ['1 전화번호 missingHeader', '1 모델 missingHeader'],
  'header-only.xlsx': 'roster.noRows',
  'nothing.xlsx': 'sheet.empty',
  'empty.xlsx': 'sheet.empty',
  'cut.xlsx': 'sheet.corrupt',
  'bad-xml.xlsx': 'sheet.corrupt',
  'no-sheet.xlsx': 'sheet.corrupt',
  'other-zip.xlsx': 'sheet.notSpreadsheet',
  'old-xls.xlsx': 'sheet.oldXls',
  'encrypted.xlsx': 'sheet.encrypted',
  'page.xls': 'sheet.html',
  'open-quote.csv': 'sheet.quote',
}
interface Registered {
  added: number
  /** Values of all devices, by IMEI. */
  devices?: Record<string, unknown>[]
  /** How the file was read. */
  reading?: SheetReading
}

/** Files as people make them: what is registered, or the refused cells. */
const OF_PEOPLE: Record<string, Registered | string[]> = {
  'merged-group.xlsx': {
    added: 3,
    devices: Array(3).fill({ batch: '노지 관수', version: '2.0', sido: 'KR-11', vendor: '다온스마트팜' }),
  },
  'hidden-rows.xlsx': { added: 3, reading: { hiddenRows: 1 } },
  'empty-first-sheet.xlsx': { added: 1, reading: { sheet: '목록' } },
  'numbers-summary-first.xlsx': { added: 1, reading: { sheet: '시트 1 - 표 1' } },
  'date-in-serial.xlsx': ['2 시리얼 dateCell'],
  'long-serial-number.xlsx': ['2 시리얼 digitsLost', '3 시리얼 digitsLost'],
  'bidi-marks.xlsx': {
    added: 1,
    devices: [{ id: '359999000005074', isdn: '01069000507', serial: 'SN-9001' }],
  },
  'fullwidth.xlsx': { added: 1, devices: [{ id: '359999000005082', isdn: '01069000508' }] },
  'zero-width-header.csv': { added: 1, devices: [{ id: '359999000005181' }] },
  'cp949-320.csv': { added: 1, devices: [{ serial: '뷁' }] },
  'cp949-322.csv': { added: 1, devices: [{ serial: '됬음' }] },
  'cp949-324.csv': { added: 1, devices: [{ serial: '갂' }] },
  'regions-official-names.csv': {
    added: 4,
    devices: ['KR-42', 'KR-45', 'KR-49', 'KR-11'].map(sido => ({ sido })),
  },
  'eof-1a.csv': { added: 1, devices: [{ serial: 'M521' }] },
}

const open = (name: string, from = folder) => createReadStream(join(from, name))

async function check(name: string): Promise<Outcome> {
  const checked = await checkFile(name, callers.vendor)
  if (typeof checked === 'string') return checked
  const { rows, headers } = checked.result
  if (checked.faults.length > 0) return checked.faults
  return rows || (headers.length > 0 ? 'roster.noRows' : 'sheet.empty')
}

/** The result of the check in the browser with its faults, or the code of the file's problem. */
async function checkFile(name: string, { level }: Caller, from = folder) {
  const { shared } = config.current()
  const sheet = new SheetCheck({ config: shared, resource: 'devices', level, locale: 'ko', limits: {} })
  const options = { headers: knownHeaders(shared.roster), onTable: (place: TablePlace) => sheet.begin(place) }
  try {
    for await (const row of readSheet(open(name, from), options)) sheet.add(row)
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    return `sheet.${error.code}`
  }
  const result = await sheet.validate(async () => undefined)
  const headerFaults = { row: 1, faults: result.headerFaults }
  const faults = [headerFaults, ...result.firstBadRows].flatMap(({ row, faults }) =>
    faults.map(({ column, code }) => `${row} ${column} ${code}`),
  )
  return { result, faults }
}

it('The table has every file of the folder', () => {
  expect(Object.keys(FILES).sort()).toEqual(readdirSync(folder).sort())
})

it.each(Object.entries(FILES))('The check in the browser reads %s', async (name, outcome) => {
  expect(await check(name)).toEqual(outcome)
})

describe('Files as people make them', () => {
  const people = join(import.meta.dirname, '../sheet/fixtures/people')
  let db: Db
  beforeAll(async () => {
    db = await newRosterWorld()
    await db.insertInto('vendors').values({ id: 5, name: '다온스마트팜' }).execute()
    await db.insertInto('batches').values({ id: 7, vendor_id: 5, model_id: 1, name: '노지 관수' }).execute()
  })

  it('are all in the table', () => {
    expect(Object.keys(OF_PEOPLE).sort()).toEqual(readdirSync(people).sort())
  })

  it.each(Object.entries(OF_PEOPLE))('are read alike by browser and server: %s', async (name, expected) => {
    const checked = await checkFile(name, callers.master, people)
    if (typeof checked === 'string') throw new Error(checked)
    const registered = registerRoster(db, callers.master, open(name, people), rosterSettings(config))
    if (Array.isArray(expected)) {
      expect(checked.faults).toEqual(expected)
      const { details } = await registered.then(
        () => expect.fail(),
        (refusal: Refusal) => refusal,
      )
      expect(details.rows?.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual(expected)
      return
    }
    const { added, devices, reading = {} } = expected
    expect(checked.faults).toEqual([])
    expect(checked.result).toMatchObject({ rows: added, reading })
    expect(await registered).toMatchObject({ added, ...reading })
    const registeredDevices = await db
      .selectFrom('devices')
      .leftJoin('batches', 'batches.id', 'devices.batch_id')
      .leftJoin('vendors', 'vendors.id', 'devices.vendor_id')
      .selectAll('devices')
      .select(['batches.name as batch', 'vendors.name as vendor'])
      .orderBy('devices.id')
      .execute()
    if (devices) expect(registeredDevices).toMatchObject(devices)
    await db.deleteFrom('devices').execute()
  })
})
