import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { crc32 } from '../../src/sheet/zip'
import { type CraftedPart, craftZip, readAll, referenceCrc32, texts, workbookParts } from './craft'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const read = (rows: string, more?: CraftedPart[]) => readAll(craftZip(workbookParts(rows, more)))

describe('A roster that LibreOffice wrote', () => {
  it('is read with every digit, however its cells are formatted', async () => {
    const { rows } = await readAll(fixture('roster-good.xlsx'))
    expect(rows).toHaveLength(21)
    expect(texts(rows)[0]).toEqual([
      1,
      'IMEI',
      '전화번호',
      '시리얼',
      '모델',
      '그룹',
      '하위 그룹',
      '버전',
      'APN',
    ])
    expect(rows.slice(1).map(row => row.cells[0]!.text)).toEqual(
      rows.slice(1).map(() => expect.stringMatching(/^35693803\d{7}$/)),
    )
    // Rows 8 and 9 hold the phone as a number whose format puts the zero in front, rows 10 and 11 the serial.
    expect(rows[7]!.cells[1]).toEqual({ column: 2, text: '01098760066', kind: 'number', raw: '1098760066' })
    expect(rows[9]!.cells[2]).toEqual({ column: 3, text: '00005108', kind: 'number', raw: '5108' })
    expect(rows[5]!.cells[0]).toMatchObject({ text: '356938037001485', kind: 'number' })
  })

  it('keeps its row numbers over empty rows', async () => {
    const { rows } = await readAll(fixture('roster-wrong.xlsx'))
    expect(rows.map(row => row.number)).toEqual([...Array.from({ length: 14 }, (_, n) => n + 1), 17, 18])
  })
})

describe('Every kind of cell', () => {
  it('of LibreOffice is read for what it shows', async () => {
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
    ['<c t="b"><v>0</v></c>', 'boolean', 'FALSE', '0'],
    ['<c t="e"><v>#N/A</v></c>', 'error', '#N/A', '#N/A'],
    ['<c t="d"><v>2026-03-05</v></c>', 'date', '2026-03-05', '2026-03-05'],
    ['<c t="str"><v>글자</v></c>', 'text', '글자', '글자'],
    ['<c t="str"><v><![CDATA[<글자> & ]]>더</v></c>', 'text', '<글자> & 더', '<글자> & 더'],
    ['<c t="str"><v>줄_x000D_끝 _x005F_x000D_</v></c>', 'text', '줄\r끝 _x000D_', '줄\r끝 _x000D_'],
    ['<c t="inlineStr"><is><t>가</t></is></c>', 'text', '가', '가'],
    ['<c t="inlineStr"><is><r><t>가</t></r><r><rPr><b/></rPr><t>나</t></r></is></c>', 'text', '가나', '가나'],
    [
      '<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
      'text',
      '東京',
      '東京',
    ],
    ['<c><v>350123456789012</v></c>', 'number', '350123456789012', '350123456789012'],
    ['<c><v>3.50123456789012E+14</v></c>', 'number', '350123456789012', '3.50123456789012E+14'],
    ['<c><v>3.5E14</v></c>', 'number', '350000000000000', '3.5E14'],
    ['<c><v>1.0</v></c>', 'number', '1', '1.0'],
    ['<c><v>-0</v></c>', 'number', '0', '-0'],
    ['<c><v>0.30000000000000004</v></c>', 'number', '0.3', '0.30000000000000004'],
    ['<c><v>35012345678901234567</v></c>', 'number', '35012345678901234567', '35012345678901234567'],
    ['<c><f>A1</f><v>5</v></c>', 'formula', '5', '5'],
    ['<c t="str"><f t="shared" si="0"/><v>x</v></c>', 'formula', 'x', 'x'],
    ['<c t="s"><v>1</v></c>', 'text', '둘', '둘'],
  ])('%s is %s "%s"', async (cell, kind, text, raw) => {
    const strings = {
      name: 'xl/sharedStrings.xml',
      content: '<sst><si><t>하나</t></si><si><t>둘</t></si></sst>',
    }
    const { rows } = await read(`<row>${cell}</row>`, [strings])
    expect(rows).toEqual([{ number: 1, cells: [{ column: 1, kind, text, raw }] }])
  })

  it.each([
    ['14', 46086, 'date', '2026-03-05'],
    ['22', 46086.4375, 'date', '2026-03-05T10:30:00'],
    ['20', 0.4375, 'date', '10:30:00'],
    ['46', 1.5, 'date', '36:00:00'],
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
    ['0.00E+00', 350123456789012, 'number', '350123456789012'],
    ['#,##0', 1234, 'number', '1234'],
    ['0.00', 5, 'number', '5'],
    ['000-0000-0000', 1012345678, 'number', '01012345678'],
    ['000\\-0000\\-0000', 1012345678, 'number', '01012345678'],
    ['[<=999999]####\\-####;\\(0##\\)\\ ####\\-####', 1012345678, 'number', '01012345678'],
    ['00000000', 1234, 'number', '00001234'],
    ['0', 7, 'number', '7'],
    ['"S"0000', 7, 'number', '0007'],
  ])('a number with the format %s: %s is %s %s', async (format, value, kind, text) => {
    const own = /^\d+$/.test(format) && format !== '0' && format !== '00000000'
    const escaped = format.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    const styles = own
      ? `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs></styleSheet>`
      : `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${escaped}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
    const { rows } = await read(`<row><c s="1"><v>${value}</v></c></row>`, [
      { name: 'xl/styles.xml', content: styles },
    ])
    expect(rows[0]!.cells[0]).toMatchObject({ kind, text })
  })

  it('counts days from 1904 where the workbook says so', async () => {
    const workbook = {
      name: 'xl/workbook.xml',
      content:
        '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    }
    const styles = {
      name: 'xl/styles.xml',
      content: '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    }
    const { rows } = await read('<row><c><v>44624</v></c><c><v>0</v></c></row>', [workbook, styles])
    expect(texts(rows)).toEqual([[1, '2026-03-05', '1904-01-01']])
  })
})

describe('A sheet', () => {
  it('without places for rows and cells is counted through', async () => {
    const { rows } = await read(
      '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/><row><c><v>4</v></c></row>',
    )
    expect(rows.map(row => [row.number, row.cells.map(cell => cell.column)])).toEqual([
      [1, [1, 3]],
      [3, [1]],
    ])
  })

  it('with prefixes, as the strict form allows, is read the same', async () => {
    const sheet =
      '<?xml version="1.0"?><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="2"><x:c r="B2" t="inlineStr"><x:is><x:t>가</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    const rels = {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    }
    const { rows } = await read(sheet, [rels])
    expect(rows).toMatchObject([{ number: 2, cells: [{ column: 2, text: '가' }] }])
  })

  it('in UTF-16 is read', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="str"><v>글자</v></c></row></sheetData></worksheet>'
    const content = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])
    const { rows } = await readAll(craftZip(workbookParts({ name: 'xl/worksheets/sheet1.xml', content })))
    expect(texts(rows)).toEqual([[1, '글자']])
  })

  it('is the first that is not hidden, wherever its part is called', async () => {
    const { rows } = await read('<row><c><v>1</v></c></row>', [
      {
        name: 'xl/workbook.xml',
        content:
          '<workbook xmlns:r="r"><sheets><sheet name="a" state="hidden" r:id="rId1"/><sheet name="b" state="veryHidden" r:id="rId1"/><sheet name="chart" r:id="rId8"/><sheet name="c" r:id="rId9"/></sheets></workbook>',
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content:
          '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId8" Type="a/chartsheet" Target="worksheets/chart.xml"/><Relationship Id="rId9" Type="a/worksheet" Target="../xl/./Blatt.XML"/></Relationships>',
      },
      {
        name: 'xl/blatt.xml',
        content: '<worksheet><sheetData><row><c><v>9</v></c></row></sheetData></worksheet>',
      },
    ])
    expect(texts(rows)).toEqual([[1, '9']])
  })

  it('is asked for in vain when all are hidden', async () => {
    const { problem } = await read('<row/>', [
      {
        name: 'xl/workbook.xml',
        content:
          '<workbook xmlns:r="r"><sheets><sheet name="a" state="hidden" r:id="rId1"/></sheets></workbook>',
      },
    ])
    expect(problem?.code).toBe('noSheet')
  })

  it('in a zip64 archive, stored without packing, behind a comment, is read', async () => {
    const parts = workbookParts('<row><c><v>1</v></c></row>').map(part => ({
      ...part,
      zip64: true,
      method: 0,
    }))
    const { rows } = await readAll(craftZip(parts, 'PK\u0005\u0006 a comment that looks like the end'))
    expect(texts(rows)).toEqual([[1, '1']])
  })

  it.each([
    [
      'a cell that points to no string',
      '<row><c t="s"><v>5</v></c></row>',
      { code: 'corrupt', row: 1, column: 1 },
    ],
    [
      'a number that is none',
      '<row r="3"><c r="B3"><v>abc</v></c></row>',
      { code: 'corrupt', row: 3, column: 2 },
    ],
    ['cells that step back', '<row r="3"><c r="B3"/><c r="A3"/></row>', { code: 'corrupt', row: 3 }],
    ['a row beyond the last', '<row r="2147483648"><c><v>1</v></c></row>', { code: 'corrupt' }],
    ['a row just beyond the last', '<row r="1048577"><c><v>1</v></c></row>', { code: 'corrupt' }],
    ['rows that step back', '<row r="3"/><row r="2"/>', { code: 'corrupt' }],
    ['tags that do not match', '<row></rows>', { code: 'corrupt' }],
    ['an end that is missing', '<row>', { code: 'corrupt' }],
  ])('with %s is refused', async (_, xml, problem) => {
    expect((await read(xml)).problem).toMatchObject(problem)
  })

  it('refuses the row after the last allowed, and names it', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `<row r="${n * 2 + 1}"><c><v>${n}</v></c></row>`).join(
      '',
    )
    const options = { limits: { rows: 11 } }
    const { problem } = await readAll(craftZip(workbookParts(rows)), options)
    expect(problem).toMatchObject({ code: 'rows', row: 23, limit: 11 })
    const eleven = rows.slice(0, rows.lastIndexOf('<row'))
    expect((await readAll(craftZip(workbookParts(eleven)), options)).problem).toBeUndefined()
  })

  it('refuses a cell longer than a spreadsheet allows, and names it', async () => {
    const { problem } = await read(`<row r="2"><c r="C2" t="str"><v>${'가'.repeat(32_768)}</v></c></row>`)
    expect(problem).toMatchObject({ code: 'textLength', row: 2, column: 3 })
  })
})

it('The checksum is the one that zip uses', () => {
  expect(crc32(0, Buffer.from('123456789'))).toBe(0xcbf43926)
  expect(crc32(crc32(0, Buffer.from('1234')), Buffer.from('56789'))).toBe(0xcbf43926)
  if (referenceCrc32) expect(crc32(0, fixture('values.xlsx'))).toBe(referenceCrc32(fixture('values.xlsx')))
})
