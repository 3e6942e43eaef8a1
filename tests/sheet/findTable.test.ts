/** The table is found in a file, also below titles and summaries, and behind other sheets. */
import { describe, expect, it } from 'vitest'
import type { TablePlace } from '../../src/sheet'
import { craftZip, readAll, texts, workbookParts } from './craft'

const HEADERS = ['IMEI', '전화번호', '모델']

/** A workbook with these sheets, by name: the cells of each row. */
function workbookOf(sheets: Record<string, string[][]>): Uint8Array {
  const names = Object.keys(sheets)
  const relation = (type: string, index: number) =>
    `<Relationship Id="s${index}" Type="a/${type}" Target="worksheets/s${index}.xml"/>`
  const rowsOf = (rows: string[][]) =>
    rows.map(cells => `<row>${cells.map(cell => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`).join('')
  const parts = names.map((name, index) => ({
    name: `xl/worksheets/s${index}.xml`,
    content: `<worksheet><sheetData>${rowsOf(sheets[name]!)}</sheetData></worksheet>`,
  }))
  const tabs = names.map((name, index) => `<sheet name="${name}" r:id="s${index}"/>`).join('')
  const relations = names.map((_, index) => relation('worksheet', index)).join('')
  return craftZip(
    workbookParts('', [
      { name: 'xl/workbook.xml', content: `<workbook xmlns:r="r"><sheets>${tabs}</sheets></workbook>` },
      { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${relations}</Relationships>` },
      ...parts,
    ]),
  )
}

/** The rows that are read, and the place of the table. */
async function readTable(file: Uint8Array | string, headers: string[] | undefined = HEADERS) {
  let place: TablePlace | undefined
  const { rows } = await readAll(file, {
    ...(headers && { headers }),
    onTable: found => {
      place = found
    },
  })
  return { rows: texts(rows), place }
}

describe('A table', () => {
  const table = [
    ['IMEI', '전화번호', '모델'],
    ['1', '2', '3'],
  ]

  it('is read from the first sheet with its headers, and the sheet is named', async () => {
    const file = workbookOf({ 빈: [], 요약: [['표 1개'], ['이름', '쪽']], 목록: table, 다음: table })
    const rows = [
      [1, 'IMEI', '전화번호', '모델'],
      [2, '1', '2', '3'],
    ]
    expect(await readTable(file)).toEqual({ rows, place: { sheet: '목록' } })
  })

  it('in the only sheet of a file is returned without the name of the sheet', async () => {
    expect((await readTable(workbookOf({ 목록: table }))).place).toEqual({})
  })

  it('is the first sheet that is not empty, from its first row, if no headers are known or found', async () => {
    const file = workbookOf({ 빈: [], 요약: [['표 1개']], 목록: [['a', 'b']] })
    const first = { rows: [[1, '표 1개']], place: { sheet: '요약' } }
    expect(await readTable(file)).toEqual(first)
    expect(await readTable(file, undefined)).toEqual(first)
  })

  it.each<[string, string, number]>([
    ['a title', '2026년 단말 목록\nIMEI,전화번호\n1,2', 2],
    ['a title that has a header in it', '모델,현황표\n\nIMEI,전화번호,모델\n1,2,3', 3],
    ['a header in full width with marks', '제목\nＩＭＥＩ\u200b,전화 번호\n1,2', 2],
    ['a table of one column', '제목\nIMEI\n1', 2],
    ['a mistyped header', 'IMEI,전번\n1,2', 1],
    ['a value like a header in a later row', 'IMEI,전번\n모델,2', 1],
  ])('in a file with %s begins at its header', async (_above, file, row) => {
    expect((await readTable(file)).rows[0]![0]).toBe(row)
  })
})
