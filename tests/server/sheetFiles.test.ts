/**
 * Files of other programs, and broken ones: what the check in the browser finds in each, and the server in some of
 * them.
 */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SheetCheck } from '../../src/console/features/sheets/check/SheetCheck'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import { Refusal } from '../../src/server/refusal'
import type { Db } from '../../src/server/store/database'
import { readSheet, SheetProblem } from '../../src/sheet'
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
  'dates.xlsx': 2,
  'dates-1904.xlsx': 2,
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
  'merged.xlsx': ['3 모델 required'],
  'huge-cell.xlsx': ['2 시리얼 tooLong'],
  'header-twice.xlsx': ['1 Serial duplicateHeader'],
  'header-missing.xlsx': ['1 모델 missingHeader'],
  // A sheet for updating registered devices.
  'update.xlsx': ['1 모델 missingHeader', '1 전화번호 missingHeader'],
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
/**
 * The server reads with the same code, in a thread that packs the cells: one file for each kind of cell and problem.
 */
const UPLOADED = [
  'openpyxl-numbers.xlsx',
  'dates-1904.xlsx',
  'utf-16.csv',
  'cp949.csv',
  'formula.xlsx',
  'merged.xlsx',
  'huge-cell.xlsx',
  'encrypted.xlsx',
]

const open = (name: string) => createReadStream(join(folder, name))

async function check(name: string): Promise<Outcome> {
  const { level } = callers.vendor
  const sheet = new SheetCheck({ config: config.current().shared, level, locale: 'ko', limits: {} })
  try {
    for await (const row of readSheet(open(name))) sheet.add(row)
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    return `sheet.${error.code}`
  }
  const { rows, headers, bad, headerFaults, headerRow } = await sheet.validate(async () => undefined)
  const faults = [{ row: headerRow, faults: headerFaults }, ...bad].flatMap(({ row, faults }) =>
    faults.map(({ column, code }) => `${row} ${column} ${code}`),
  )
  if (faults.length > 0) return faults
  return rows || (headers.length > 0 ? 'roster.noRows' : 'sheet.empty')
}

async function upload(db: Db, name: string): Promise<Outcome> {
  try {
    return (await registerRoster(db, callers.vendor, open(name), rosterSettings(config))).added
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { rows } = error.details
    if (!rows || error.code.startsWith('sheet.')) return error.code
    return rows.map(({ row, column, code }) => `${row} ${column} ${code}`)
  } finally {
    await db.deleteFrom('devices').execute()
  }
}

it('The table has every file of the folder', () => {
  expect(Object.keys(FILES).sort()).toEqual(readdirSync(folder).sort())
})

it.each(Object.entries(FILES))('The check in the browser reads %s', async (name, outcome) => {
  expect(await check(name)).toEqual(outcome)
})

describe('The server reads like the browser', () => {
  let db: Db
  beforeAll(async () => {
    db = await newRosterWorld()
  })

  it.each(UPLOADED)('%s', async name => {
    expect(await upload(db, name)).toEqual(FILES[name])
  })
})
