/** Reading csv in the encodings and dialects that programs write, and recognising files that are no spreadsheet. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { craftZip, readAll, texts } from './craft'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('A csv file', () => {
  it('in CP949, as a Korean Excel saves it, is read', async () => {
    const { rows } = await readAll(fixture('roster-cp949.csv'))
    expect(texts(rows)[0]).toEqual([1, 'IMEI', '전화번호', '시리얼', '모델'])
    expect(texts(rows)[5]).toEqual([6, '356938030009048', '010-7777-0004', '00000004', 'FT-200'])
  })

  it('in CP949 may have every syllable, and the symbols that were added later', async () => {
    const [first, last] = ['가', '힣'].map(syllable => syllable.charCodeAt(0)) as [number, number]
    const syllables = Array.from({ length: last - first + 1 }, (_, index) =>
      String.fromCharCode(first + index),
    )
    const { rows } = await readAll(fixture('syllables-cp949.txt'))
    expect(texts(rows)).toEqual([[1, syllables.join('')]])
    expect(texts((await readAll(Buffer.from('b0a1a2e6a2e7', 'hex'))).rows)).toEqual([[1, '가€®']])
  })

  it('in CP949 is read in pieces that split a character', async () => {
    const content = Buffer.concat([Buffer.from('a'.repeat(2 ** 16 - 1)), Buffer.from('b0a1', 'hex')])
    const { rows } = await readAll(content, { limits: { textLength: 100_000 } })
    expect(rows[0]!.cells[0]!.text.slice(-2)).toBe('a가')
  })

  it.each(['b0', 'c7d1b0', 'b020', '80', 'ff', 'c9a1b0a1'])(
    'with the bytes %s is in no known encoding',
    async bytes => {
      expect((await readAll(Buffer.from(`61${bytes}`, 'hex'))).problem?.code).toBe('encoding')
    },
  )

  it('keeps the scientific notation of a long number, so that the user learns of the lost digits', async () => {
    const { rows } = await readAll(fixture('roster-excel.csv'))
    expect(texts(rows)[1]).toEqual([2, '3.56938E+14', '1077770001', '1', 'FT-200'])
  })

  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['bars', 'a|b\n1|2\n'],
    ['carriage returns and line feeds', 'a,b\r\n1,2\r\n'],
    ['carriage returns only', 'a,b\r1,2\r'],
    ['no line end after the last row', 'a,b\n1,2'],
    ['a byte order mark', '\ufeffa,b\n1,2\n'],
    ['a line of Excel that names the separator', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['the end mark of DOS', 'a,b\r\n1,2\r\n\u001a'],
    ['quotes', '"a","b"\n"1","2"\n'],
    ['another separator within quotes', '"a",b\n1,2'],
    ['formulas that keep digits as text', 'a,b\n="1","=""2"""\n'],
    ['UTF-16', utf16('a,b\r\n1,2\r\n')],
    ['UTF-16 and tabs, as Excel’s Unicode text', utf16('a\tb\r\n1\t2\r\n')],
  ])('with %s is read as the same table', async (_dialect, content) => {
    expect(texts((await readAll(content)).rows).join(' | ')).toBe('1,a,b | 2,1,2')
  })

  it('may have line ends and quotes within a quoted field', async () => {
    const { rows } = await readAll('a,b\n"두\r\n줄","say ""hi"", she said"\n3,4\n')
    expect(texts(rows)).toEqual([
      [1, 'a', 'b'],
      [2, '두\r\n줄', 'say "hi", she said'],
      [3, '3', '4'],
    ])
  })

  it('counts empty rows, and omits empty cells', async () => {
    const { rows } = await readAll('a,b,c\n\n,,\n1,,3\n')
    const places = rows.map(row => [row.number, ...row.cells.map(cell => cell.column)].join())
    expect(places).toEqual(['1,1,2,3', '4,1,3'])
  })

  it('is read correctly across the borders of its chunks', async () => {
    const line = '356938030009048,"010-7777-0004, ""전화""",수도권 화물 1차\r\n'
    const { rows } = await readAll(line.repeat(5000))
    expect(rows).toHaveLength(5000)
    expect(new Set(rows.map(row => row.cells.map(cell => cell.text).join('/'))).size).toBe(1)
  })

  it.each([
    ['an open quote', 'a,b\n1,"2\n3,4\n', { code: 'quote', row: 2, column: 2 }],
    ['a field that is too long', `a\n${'x'.repeat(40_000)}`, { code: 'textLength', row: 2, column: 1 }],
    ['a cell far to the right', `a\n${','.repeat(100)}x`, { code: 'columns', row: 2, column: 101 }],
    ['bytes of no known encoding', Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a]), { code: 'encoding' }],
  ])('with %s is refused, and the place is named', async (_fault, content, problem) => {
    expect((await readAll(content)).problem).toMatchObject(problem)
  })

  it('is refused at the first row beyond the limit, and for too many cells', async () => {
    const ofRows = async (count: number) =>
      (await readAll('a\n'.repeat(count), { limits: { rows: 11 } })).problem
    expect(await ofRows(11)).toBeUndefined()
    expect(await ofRows(12)).toMatchObject({ code: 'rows', row: 12, limit: 11 })
    const { problem } = await readAll(`${','.repeat(1000)}\n`.repeat(20), { limits: { cells: 10_000 } })
    expect(problem).toMatchObject({ code: 'cells' })
  })
})

const oldOffice = (rest: Buffer) =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600), rest])
it.each([
  ['an empty file', Buffer.alloc(0), 'empty'],
  ['white space', ' \r\n\r\n', 'empty'],
  ['an old Excel file', fixture('roster-good.xls'), 'oldXls'],
  ['an even older Excel file', Buffer.from([0x09, 0x04, 0x06, 0x00, 0x00, 0x00, 0x10, 0x00]), 'oldXls'],
  ['an Excel file with a password', oldOffice(Buffer.from('EncryptedPackage', 'utf16le')), 'encrypted'],
  ['an OpenDocument file', fixture('roster-good.ods'), 'ods'],
  ['a binary Excel file', craftZip([{ name: 'xl/workbook.bin', content: '' }]), 'xlsb'],
  ['a Numbers file', craftZip([{ name: 'Index/Document.iwa', content: '' }]), 'numbers'],
  ['a Word file', wordFile(), 'notSpreadsheet'],
  ['another archive', craftZip([{ name: 'a.txt', content: 'a' }]), 'notSpreadsheet'],
  ['an empty archive', craftZip([]), 'notSpreadsheet'],
  ['half an archive', Buffer.from('PK\u0003\u0004 and then nothing'), 'corrupt'],
  ['a PDF', '%PDF-1.7\n', 'pdf'],
  ['a web page saved as xls', '\n<html><table><tr><td>IMEI</td></tr></table></html>', 'html'],
  ['an XML spreadsheet of 2003', '\ufeff<?xml version="1.0"?><Workbook/>', 'html'],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\r', 'latin1'), 'notSpreadsheet'],
  ['zero bytes', Buffer.alloc(5000), 'notSpreadsheet'],
])('a file is recognised by its content: %s', async (_file, content, code) => {
  const { rows, problem } = await readAll(content)
  expect(problem?.code).toBe(code)
  expect(rows).toHaveLength(0)
})

function wordFile() {
  const relation = '<Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/>'
  return craftZip([
    { name: '_rels/.rels', content: `<Relationships>${relation}</Relationships>` },
    { name: 'word/document.xml', content: '<w:document xmlns:w="w"/>' },
  ])
}
