import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { craftZip, readAll, texts } from './craft'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('A csv', () => {
  it('that Excel saved in Korea (CP949) is read', async () => {
    const { rows } = await readAll(fixture('roster-cp949.csv'))
    expect(texts(rows)[0]).toEqual([1, 'IMEI', '전화번호', '시리얼', '모델'])
    expect(texts(rows)[5]).toEqual([6, '356938030009048', '010-7777-0004', '00000004', 'FT-200'])
  })

  it('keeps what Excel left of a long number, so that it can be told', async () => {
    const { rows } = await readAll(fixture('roster-excel.csv'))
    expect(texts(rows)[1]).toEqual([2, '3.56938E+14', '1077770001', '1', 'FT-200'])
  })

  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['bars', 'a|b\n1|2\n'],
    ['returns and line feeds', 'a,b\r\n1,2\r\n'],
    ['returns alone', 'a,b\r1,2\r'],
    ['no end of the last line', 'a,b\n1,2'],
    ['a byte order mark', '\ufeffa,b\n1,2\n'],
    ['what Excel says about the separator', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['quotes', '"a","b"\n"1","2"\n'],
    ['a separator of another kind within quotes', '"a",b\n1,2'],
    ['formulas that only protect the text', 'a,b\n="1","=""2"""\n'],
    ['UTF-16', utf16('a,b\r\n1,2\r\n')],
    ['UTF-16 and tabs, as Excel’s Unicode text', utf16('a\tb\r\n1\t2\r\n')],
  ])('with %s is the same table', async (_, content) => {
    expect(texts((await readAll(content)).rows)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ])
  })

  it('with lines and quotes within a field counts them as one row', async () => {
    const { rows } = await readAll('a,b\n"두\r\n줄","say ""hi"", she said"\n3,4\n')
    expect(texts(rows)).toEqual([
      [1, 'a', 'b'],
      [2, '두\r\n줄', 'say "hi", she said'],
      [3, '3', '4'],
    ])
  })

  it('numbers its rows as a spreadsheet would, empty ones with them, and drops empty cells', async () => {
    const { rows } = await readAll('a,b,c\n\n,,\n1,,3\n')
    expect(rows.map(row => [row.number, row.cells.map(cell => cell.column)])).toEqual([
      [1, [1, 2, 3]],
      [4, [1, 3]],
    ])
  })

  it('is the same however it is cut into steps', async () => {
    const line = '356938030009048,"010-7777-0004, ""전화""",수도권 화물 1차\r\n'
    const { rows } = await readAll(line.repeat(5000))
    expect(rows).toHaveLength(5000)
    expect(new Set(rows.map(row => row.cells.map(cell => cell.text).join('/'))).size).toBe(1)
  })

  it.each([
    ['a quote without an end', 'a,b\n1,"2\n3,4\n', { code: 'quote', row: 2, column: 2 }],
    ['a field too long', `a\n${'x'.repeat(40_000)}`, { code: 'textLength', row: 2, column: 1 }],
    ['a quoted field too long', `a\n"${'x\n'.repeat(20_000)}"`, { code: 'textLength', row: 2, column: 1 }],
    ['a cell far to the right', `a\n${','.repeat(100)}x`, { code: 'columns', row: 2, column: 101 }],
    ['bytes of no encoding', Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a]), { code: 'encoding' }],
  ])('with %s is refused', async (_, content, problem) => {
    expect((await readAll(content)).problem).toMatchObject(problem)
  })

  it('refuses the row after the last allowed, and names it', async () => {
    expect((await readAll('a\n'.repeat(11), { limits: { rows: 11 } })).rows).toHaveLength(11)
    const { problem } = await readAll('a\n'.repeat(12), { limits: { rows: 11 } })
    expect(problem).toMatchObject({ code: 'rows', row: 12, limit: 11 })
  })

  it('refuses endless separators', async () => {
    const { problem } = await readAll(`${','.repeat(1000)}\n`.repeat(20), { limits: { cells: 10_000 } })
    expect(problem).toMatchObject({ code: 'cells' })
  })
})

describe('A file that is no spreadsheet is told by its content, whatever its name', () => {
  const ole = (rest: Buffer) =>
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600), rest])
  it.each([
    ['nothing at all', Buffer.alloc(0), 'empty'],
    ['white space', ' \r\n\r\n', 'empty'],
    ['an old Excel file', fixture('roster-good.xls'), 'oldXls'],
    ['a still older one', Buffer.from([0x09, 0x04, 0x06, 0x00, 0x00, 0x00, 0x10, 0x00]), 'oldXls'],
    ['an Excel file with a password', ole(Buffer.from('EncryptedPackage', 'utf16le')), 'encrypted'],
    ['an OpenDocument file', fixture('roster-good.ods'), 'ods'],
    ['a binary Excel file', craftZip([{ name: 'xl/workbook.bin', content: '' }]), 'xlsb'],
    ['a Numbers file', craftZip([{ name: 'Index/Document.iwa', content: '' }]), 'numbers'],
    ['a Word file', wordFile(), 'notSpreadsheet'],
    ['any archive', craftZip([{ name: 'a.txt', content: 'a' }]), 'notSpreadsheet'],
    ['an empty archive', craftZip([]), 'notSpreadsheet'],
    ['half an archive', Buffer.from('PK\u0003\u0004 and then nothing'), 'corrupt'],
    ['a PDF', '%PDF-1.7\n', 'pdf'],
    ['a web page that calls itself xls', '\n<html><table><tr><td>IMEI</td></tr></table></html>', 'html'],
    ['an XML spreadsheet of 2003', '\ufeff<?xml version="1.0"?><Workbook/>', 'html'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      'notSpreadsheet',
    ],
    ['zeros', Buffer.alloc(5000), 'notSpreadsheet'],
  ])('%s', async (_, content, code) => {
    const { rows, problem } = await readAll(content)
    expect(problem?.code).toBe(code)
    expect(rows).toHaveLength(0)
  })
})

function wordFile() {
  return craftZip([
    {
      name: '_rels/.rels',
      content:
        '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    { name: 'word/document.xml', content: '<w:document xmlns:w="w"/>' },
  ])
}
