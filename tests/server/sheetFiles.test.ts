/** Files that this project did not write: what the check in the browser says of each, and the server the same of the whole. */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SheetCheck } from '../../src/console/features/sheets/check/SheetCheck'
import type { Caller } from '../../src/server/caller'
import { checkRows } from '../../src/server/commands/rosters/checkRows'
import { registerRoster } from '../../src/server/commands/rosters/registerRoster'
import { Refusal } from '../../src/server/refusal'
import type { Db } from '../../src/server/store/database'
import { readSheet, SheetProblem } from '../../src/sheet'
import { testConfig } from '../support/config'
import { openPglite } from '../support/databases'

const folder = join(import.meta.dirname, '../sheet/fixtures/others')
const config = testConfig()
const compiled = config.current()
const { numbers: levels } = compiled.shared.levels
const caller = {
  id: 2,
  level: levels.vendor,
  vendor: 1,
  levels,
  name: '',
  email: '',
  session: 'of 2',
} as Caller

/** How many devices it has, why it is no sheet, or its bad cells. */
const FILES: Record<string, number | string | string[]> = {
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
  // Of devices that are registered.
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

let db: Db
beforeAll(async () => {
  db = await openPglite()
  await db.insertInto('vendors').values({ id: 1, name: '한빛' }).execute()
  const account = {
    id: 2,
    vendor_id: 1,
    level: levels.vendor,
    email: 'v@x.kr',
    name: 'v',
    password_hash: 'x',
  }
  await db.insertInto('clients').values(account).execute()
  await db.insertInto('sessions').values({ id: 'of 2', client_id: 2 }).execute()
  await db.insertInto('models').values({ name: 'FT-100' }).execute()
})

const open = (name: string) => createReadStream(join(folder, name))

async function checked(name: string): Promise<number | string | string[]> {
  const check = new SheetCheck({ config: compiled.shared, level: caller.level, locale: 'ko', limits: {} })
  try {
    for await (const row of readSheet(open(name))) check.add(row)
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    return `sheet.${error.code}`
  }
  const { rows, headers, bad, headerFaults, headerRow } = await check.judge(asked =>
    checkRows(db, caller, asked, compiled.shared),
  )
  const faults = [{ row: headerRow, faults: headerFaults }, ...bad].flatMap(({ row, faults }) =>
    faults.map(({ column, code }) => `${row} ${column} ${code}`),
  )
  if (faults.length > 0) return faults
  return rows || (headers.length > 0 ? 'roster.noRows' : 'sheet.empty')
}

async function uploaded(name: string): Promise<number | string | string[]> {
  const settings = { ...compiled, locale: 'ko' as const, say: config.translate, now: new Date() }
  try {
    return (await registerRoster(db, caller, open(name), settings)).added
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { rows } = error.details
    if (!rows || error.code.startsWith('sheet.')) return error.code
    return rows.map(({ row, column, code }) => `${row} ${column} ${code}`)
  } finally {
    await db.deleteFrom('devices').execute()
  }
}

describe('A file of another program, or a broken one', () => {
  it('has its line here', () => {
    expect(Object.keys(FILES).sort()).toEqual(readdirSync(folder).sort())
  })

  it.each(Object.entries(FILES))('%s', async (name, outcome) => {
    expect({ checked: await checked(name), uploaded: await uploaded(name) }).toEqual({
      checked: outcome,
      uploaded: outcome,
    })
  })
})
