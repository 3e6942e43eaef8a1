/** Reading xlsx: every kind of cell as a spreadsheet shows it, and refusals that name the place. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CraftedPart, craftZip, readAll, texts, workbookParts } from './craft'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const read = (rows: string, more?: CraftedPart[]) => readAll(craftZip(workbookParts(rows, more)))
const part = (name: string, content: string): CraftedPart => ({ name, content })
const workbook = (content: string) => part('xl/workbook.xml', `<workbook xmlns:r="r">${content}</workbook>`)
const relations = (content: string) =>
  part('xl/_rels/workbook.xml.rels', `<Relationships>${content}</Relationships>`)
const styles = (content: string) => part('xl/styles.xml', `<styleSheet>${content}</styleSheet>`)

describe('A roster of LibreOffice', () => {
  it('is read with every digit, in cells of any format', async () => {
    const { rows } = await readAll(fixture('roster-good.xlsx'))
    expect(rows).toHaveLength(21)
    const header = ['IMEI', '전화번호', '시리얼', '모델', '그룹', '하위 그룹', '버전', 'APN']
    expect(texts(rows)[0]).toEqual([1, ...header])
    expect(rows.slice(1).map(row => row.cells[0]!.text)).toEqual(
      rows.slice(1).map(() => expect.stringMatching(/^35693803\d{7}$/)),
    )
    // Numbers whose format adds leading zeros: the phone in row 8, the serial in row 10.
    expect(rows[7]!.cells[1]).toEqual({ column: 2, text: '010-9876-0066', kind: 'number', raw: '1098760066' })
    expect(rows[9]!.cells[2]).toEqual({ column: 3, text: '00005108', kind: 'number', raw: '5108' })
    expect(rows[5]!.cells[0]).toMatchObject({ text: '356938037001485', kind: 'number' })
  })

  it('keeps the row numbers after empty rows', async () => {
    const { rows } = await readAll(fixture('roster-wrong.xlsx'))
    expect(rows.map(row => row.number)).toEqual([...Array.from({ length: 14 }, (_, n) => n + 1), 17, 18])
  })
})

describe('A cell', () => {
  it('of LibreOffice is read as it is shown, whatever its kind', async () => {
    const { rows } = await readAll(fixture('values.xlsx'))
    expect(rows.slice(1).map(row => [row.number, ...row.cells.map(cell => [cell.kind, cell.text])])).toEqual([
      [
        2,
        ['text', '007 <&> "q"'],
        ['number', '0.1'],
        ['date', '2026-03-05'],
        ['date', '10:30:00'],
        ['number', '1'],
        ['formula', '0.3'],
        ['formula', '#DIV/0!'],
        ['text', '굵은 글씨와 보통'],
      ],
      [
        3,
        ['text', '두 줄\n글자'],
        ['number', '350000000000006'],
        ['date', '2024-02-29T23:59:59'],
        ['date', '26:03:04'],
        ['number', '0'],
        ['formula', '가나'],
        ['text', '첫 줄\n둘째 줄'],
      ],
      [7, ['number', '-1.5'], ['formula', ''], ['text', expect.stringContaining('양끝 공백')]],
    ])
  })

  it.each([
    ['<c t="b"><v>1</v></c>', 'boolean', 'TRUE', '1'],
    ['<c t="e"><v>#N/A</v></c>', 'error', '#N/A', '#N/A'],
    ['<c t="d"><v>2026-03-05</v></c>', 'date', '2026-03-05', '2026-03-05'],
    ['<c t="str"><v>글자</v></c>', 'text', '글자', '글자'],
    ['<c t="str"><v><![CDATA[<글자> & ]]>더</v></c>', 'text', '<글자> & 더', '<글자> & 더'],
    ['<c t="str"><v>줄_x000D_끝 _x005F_x000D_</v></c>', 'text', '줄\r끝 _x000D_', '줄\r끝 _x000D_'],
    ['<c t="inlineStr"><is><t>가</t></is></c>', 'text', '가', '가'],
    ['<c t="inlineStr"><is><r><t>가</t></r><r><rPr><b/></rPr><t>나</t></r></is></c>', 'text', '가나', '가나'],
    ['<c t="inlineStr"><is><t>東京</t><rPh><t>トウキョウ</t></rPh></is></c>', 'text', '東京', '東京'],
    ['<c><v>350123456789012</v></c>', 'number', '350123456789012', '350123456789012'],
    ['<c><v>3.50123456789012E+14</v></c>', 'number', '350123456789012', '3.50123456789012E+14'],
    ['<c><v>3.5E14</v></c>', 'number', '350000000000000', '3.5E14'],
    ['<c><v>-0</v></c>', 'number', '0', '-0'],
    ['<c><v>0.30000000000000004</v></c>', 'number', '0.3', '0.30000000000000004'],
    ['<c><v>35012345678901234567</v></c>', 'number', '35012345678901234567', '35012345678901234567'],
    ['<c><f>A1</f><v>5</v></c>', 'formula', '5', '5'],
    ['<c t="str"><f t="shared" si="0"/><v>x</v></c>', 'formula', 'x', 'x'],
    ['<c t="s"><v>1</v></c>', 'text', '둘', '둘'],
  ])('%s is read as %s "%s"', async (cell, kind, text, raw) => {
    const strings = part('xl/sharedStrings.xml', '<sst><si><t>하나</t></si><si><t>둘</t></si></sst>')
    const { rows } = await read(`<row>${cell}</row>`, [strings])
    expect(rows).toEqual([{ number: 1, cells: [{ column: 1, kind, text, raw }] }])
  })

  // `differently`: the spreadsheet shows another text, which it made from the value by its format.
  it.each([
    ['14', 46086, 'date', '2026-03-05'],
    ['20', 0.4375, 'date', '10:30:00'],
    ['57', 46086, 'date', '2026-03-05'],
    ['yyyy"년" m"월" d"일";@', 46086, 'date', '2026-03-05'],
    ['[$-412]yyyy-mm-dd', 46086, 'date', '2026-03-05'],
    ['[h]:mm:ss', 1.5, 'date', '36:00:00'],
    ['yyyy-mm-dd', 1, 'date', '1900-01-01'],
    ['yyyy-mm-dd', 59, 'date', '1900-02-28'],
    ['yyyy-mm-dd', 61, 'date', '1900-03-01'],
    ['yyyy-mm-dd', -1, 'number', '-1'],
    ['yyyy-mm-dd', 3e9, 'number', '3000000000'],
    ['General', 46086, 'number', '46086'],
    ['0.00E+00', 350123456789012, 'number', '350123456789012', 'differently'],
    ['0.00', 1.1, 'number', '1.10'],
    ['0.00', 1.125, 'number', '1.125', 'differently'],
    ['0', 1.7, 'number', '1.7', 'differently'],
    ['0.0##', 1.25, 'number', '1.25'],
    ['2', 1.1, 'number', '1.10'],
    ['9', 0.5, 'number', '50%'],
    ['9', 0.07, 'number', '7%'],
    ['9', 1.5, 'number', '150%'],
    ['9', 1e-7, 'number', '1e-7', 'differently'],
    ['9', 0.125, 'number', '12.5%', 'differently'],
    ['9', -0.1, 'number', '-10%', 'differently'],
    ['10', 0.0725, 'number', '7.25%'],
    ['0.0%', 0, 'number', '0.0%'],
    ['00-12-34', 1, 'number', '1', 'differently'],
    ['00-00-00', 1234, 'number', '00-12-34'],
    ['0;;"없음"', 0, 'number', '없음'],
    ['#호', 12, 'number', '12호'],
    ['[=1]"A"0;[Red]"B"0', 2, 'number', 'B2'],
    ['# ?/?', 0.5, 'number', '0.5', 'differently'],
    ['0.00', -1.1, 'number', '-1.1', 'differently'],
    ['@', 12, 'number', '12'],
    ['#,##0', 1234, 'number', '1234', 'differently'],
    ['000\\-0000\\-0000', 1012345678, 'number', '010-1234-5678'],
    ['[<=999999]####\\-####;\\(0##\\)\\ ####\\-####', 1012345678, 'number', '(010) 1234-5678'],
    ['00000000', 1234, 'number', '00001234'],
    ['"S"0000', 7, 'number', 'S0007'],
  ])('with the format %s and the value %s is read as %s %s', async (format, value, kind, text, shown?) => {
    const isBuiltIn = /^[1-9]\d*$/.test(format)
    const escaped = format.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    const formats = `<numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts>`
    const cellStyles = '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    const xf = `<cellXfs><xf numFmtId="0"/><xf numFmtId="${isBuiltIn ? format : 164}"/></cellXfs>`
    const cell = `<row><c s="1"><v>${value}</v></c></row>`
    const { rows } = await read(cell, [styles((isBuiltIn ? '' : formats + cellStyles) + xf)])
    expect(rows[0]!.cells[0]).toMatchObject({ kind, text })
    expect(rows[0]!.cells[0]!.isShownDifferently).toBe(shown === 'differently' || undefined)
  })

  it('with a date is counted from 1904 if the workbook counts so', async () => {
    const sheets = '<sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets>'
    const { rows } = await read('<row><c><v>44624</v></c><c><v>0</v></c></row>', [
      workbook(`<workbookPr date1904="1"/>${sheets}`),
      styles('<cellXfs><xf numFmtId="14"/></cellXfs>'),
    ])
    expect(texts(rows)).toEqual([[1, '2026-03-05', '1904-01-01']])
  })
})

describe('A sheet', () => {
  it('without references of rows and cells is numbered in order', async () => {
    const { rows } = await read(
      '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/><row><c><v>4</v></c></row>',
    )
    const places = rows.map(row => [row.number, ...row.cells.map(cell => cell.column)].join())
    expect(places).toEqual(['1,1,3', '3,1'])
  })

  it('of strict Open XML, with prefixes and absolute targets, is read', async () => {
    const sheet =
      '<?xml version="1.0"?><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="2"><x:c r="B2" t="inlineStr"><x:is><x:t>가</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    const type = 'http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet'
    const relation = `<Relationship Id="rId1" Type="${type}" Target="/xl/worksheets/sheet1.xml"/>`
    const { rows } = await read(sheet, [relations(relation)])
    expect(rows).toMatchObject([{ number: 2, cells: [{ column: 2, text: '가' }] }])
  })

  it('in UTF-16 is read', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="str"><v>글자</v></c></row></sheetData></worksheet>'
    const content = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])
    const { rows } = await readAll(craftZip(workbookParts({ name: 'xl/worksheets/sheet1.xml', content })))
    expect(texts(rows)).toEqual([[1, '글자']])
  })

  it('is the first visible worksheet, whatever the case and path of its part', async () => {
    const hidden =
      '<sheet name="a" state="hidden" r:id="rId1"/><sheet name="b" state="veryHidden" r:id="rId1"/>'
    const visible = '<sheet name="chart" r:id="rId8"/><sheet name="c" r:id="rId9"/>'
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="a/${type}" Target="${target}"/>`
    const { rows } = await read('<row><c><v>1</v></c></row>', [
      workbook(`<sheets>${hidden}${visible}</sheets>`),
      relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId8', 'chartsheet', 'worksheets/chart.xml') +
          relation('rId9', 'worksheet', '../xl/./Blatt.XML'),
      ),
      part('xl/blatt.xml', '<worksheet><sheetData><row><c><v>9</v></c></row></sheetData></worksheet>'),
    ])
    expect(texts(rows)).toEqual([[1, '9']])
  })

  it('with merged cells has their value in every row and column that has other cells', async () => {
    const merged =
      '<mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="D1:E1"/><mergeCell ref="C3:C4"/></mergeCells>'
    const row = (number: number, cells: string) =>
      `<row r="${number}"><c r="A${number}"><v>${number}</v></c>${cells}</row>`
    const text = (reference: string, value: string) => `<c r="${reference}" t="str"><v>${value}</v></c>`
    const rows = [
      row(1, text('D1', '머리')),
      row(2, text('B2', '서울')),
      // A value below a merged cell is invisible.
      row(3, text('B3', '부산')),
      '<row r="4"><c r="B4" s="1"/></row>',
      row(5, text('B5', '대구')),
    ]
    const sheet = `<?xml version="1.0"?><worksheet><sheetData>${rows.join('')}</sheetData>${merged}</worksheet>`
    const found = texts((await read(sheet)).rows).map(cells => cells.join())
    expect(found).toEqual(['1,1,머리,머리', '2,2,서울', '3,3,서울', '5,5,대구'])
    expect((await read(sheet)).rows[0]!.cells.map(cell => cell.isContinued ?? false)).toEqual([
      false,
      false,
      true,
    ])
  })

  it('with many overlapping merged cells is refused before it takes long', async () => {
    const rows = Array.from({ length: 100 }, () => '<row><c><v>1</v></c></row>').join('')
    const merged = '<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)
    const sheet = `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`
    expect((await read(sheet)).problem?.code).toBe('cells')
  })

  it('marks its hidden rows', async () => {
    const { rows } = await read('<row hidden="1"><c><v>1</v></c></row><row hidden="0"><c><v>2</v></c></row>')
    expect(rows.map(({ isHidden }) => isHidden)).toEqual([true, undefined])
  })

  it('is missing if all sheets are hidden', async () => {
    const sheets = '<sheets><sheet name="a" state="hidden" r:id="rId1"/></sheets>'
    const { problem } = await read('<row/>', [workbook(sheets)])
    expect(problem?.code).toBe('noSheet')
  })

  it('in an uncompressed zip64 archive with a comment is read', async () => {
    const parts = workbookParts('<row><c><v>1</v></c></row>').map(part => ({
      ...part,
      zip64: true,
      method: 0,
    }))
    const { rows } = await readAll(craftZip(parts, 'PK\u0005\u0006 a comment that looks like the end'))
    expect(texts(rows)).toEqual([[1, '1']])
  })

  it.each([
    ['an unknown string', '<row><c t="s"><v>5</v></c></row>', { row: 1, column: 1 }],
    ['letters as a number', '<row r="3"><c r="B3"><v>abc</v></c></row>', { row: 3, column: 2 }],
    ['cells in the wrong order', '<row r="3"><c r="B3"/><c r="A3"/></row>', { row: 3 }],
    ['rows in the wrong order', '<row r="3"/><row r="2"/>', {}],
    ['a row beyond the last', '<row r="1048577"><c><v>1</v></c></row>', {}],
    ['unmatched tags', '<row></rows>', {}],
    ['a missing end tag', '<row>', {}],
  ])('with %s is refused as corrupt', async (_fault, xml, place) => {
    expect((await read(xml)).problem).toMatchObject({ code: 'corrupt', ...place })
  })

  it('is refused at the first row beyond the limit', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `<row r="${n * 2 + 1}"><c><v>${n}</v></c></row>`).join(
      '',
    )
    const options = { limits: { rows: 11 } }
    const { problem } = await readAll(craftZip(workbookParts(rows)), options)
    expect(problem).toMatchObject({ code: 'rows', row: 23, limit: 11 })
    const eleven = rows.slice(0, rows.lastIndexOf('<row'))
    expect((await readAll(craftZip(workbookParts(eleven)), options)).problem).toBeUndefined()
  })

  it('is refused for a cell longer than a spreadsheet allows', async () => {
    const { problem } = await read(`<row r="2"><c r="C2" t="str"><v>${'가'.repeat(32_768)}</v></c></row>`)
    expect(problem).toMatchObject({ code: 'textLength', row: 2, column: 3 })
  })
})
