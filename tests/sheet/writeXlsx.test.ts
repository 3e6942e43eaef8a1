/** Written xlsx files: their text comes back, no cell becomes a formula, and columns offer choices. */
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type WrittenSheet, writeXlsx } from '../../src/sheet'
import { readAll, texts } from './craft'

async function write(...sheets: WrittenSheet[]) {
  const pieces: Uint8Array[] = []
  for await (const piece of writeXlsx(sheets)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('A written sheet', () => {
  it('is read unchanged', async () => {
    const rows = [
      ['356938030009048', '01012345678', '<&>"\'', null, ' 양끝 공백 '],
      ['', 42, '줄\n바꿈\r끝', 'emoji 🔑', '_x0041_ 그대로'],
      ['\u0000\u0001\u001f', '\ud800', '탭\t', '\ufffe', 'x'],
    ] as const
    const columns = ['a', 'b', 'c', 'd', 'e'].map(header => ({ header }))
    const { rows: read } = await readAll(await write({ name: '단말', columns, rows }))
    expect(texts(read)).toEqual([
      [1, 'a', 'b', 'c', 'd', 'e'],
      [2, '356938030009048', '01012345678', '<&>"\'', ' 양끝 공백 '],
      [3, '42', '줄\n바꿈\r끝', 'emoji 🔑', '_x0041_ 그대로'],
      [4, '\u0000\u0001\u001f', '\ud800', '탭\t', '\ufffe', 'x'],
    ])
    expect(read[2]!.cells[0]).toMatchObject({ column: 2, kind: 'number' })
  })

  it('stores formulas as text, which stays text when a user edits it', async () => {
    const values = ['=1+1', '+82', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://evil","x")']
    const file = await write({ name: 's', columns: [{ header: '=1' }], rows: values.map(value => [value]) })
    const { rows } = await readAll(file)
    const cells = rows.map(({ cells: [cell] }) => `${cell!.kind} ${cell!.text}`)
    expect(cells).toEqual(['=1', ...values].map(value => `text ${value}`))
    const parts = unzipSync(file)
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    expect(sheet).not.toContain('<f>')
    const [, formats] = strFromU8(parts['xl/styles.xml']!).split('<cellXfs')
    const quoted = formats!.match(/<xf [^>]*>/g)!.findIndex(one => one.includes('quotePrefix="1"'))
    expect(sheet.match(new RegExp(`<c r="A\\d+" s="${quoted}"`, 'g'))).toHaveLength(values.length)
  })

  it('freezes its header and formats its columns as text', async () => {
    const file = await write({ name: 's', columns: [{ header: 'IMEI', width: 20 }], rows: [] })
    const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('state="frozen"')
    expect(sheet).toMatch(/<col min="1" max="1" width="20" style="2"/)
  })

  it('offers choices from a hidden sheet, which is not read', async () => {
    const file = await write(
      {
        name: '단말',
        columns: [
          { header: 'IMEI' },
          { header: '모델', choices: ['FT-100', 'FT,"200"'] },
          { header: '그룹', choices: ['1차'] },
        ],
        rows: [['1', 'FT-100', '1차']],
      },
      { name: '설명', columns: [{ header: '열', choices: ['x'] }], rows: [['IMEI']], wrap: true },
    )
    const parts = unzipSync(file)
    const first = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    expect(first).toContain('sqref="B2:B1048576"><formula1>_lists!$A$1:$A$2</formula1>')
    expect(first).toContain('sqref="C2:C1048576"><formula1>_lists!$B$1:$B$1</formula1>')
    expect(strFromU8(parts['xl/worksheets/sheet2.xml']!)).toContain('<formula1>_lists!$C$1:$C$1</formula1>')
    expect(strFromU8(parts['xl/workbook.xml']!)).toContain('<sheet name="_lists" sheetId="3" state="hidden"')
    expect(strFromU8(parts['xl/worksheets/sheet3.xml']!)).toContain('FT,&quot;200&quot;')
    expect(texts((await readAll(file)).rows)[1]).toEqual([2, '1', 'FT-100', '1차'])
  })

  it('has valid and unique tab names', async () => {
    const names = ["'a/b[c]:d*e?f\\g'", '', 'x'.repeat(40), 'X'.repeat(40), '_lists']
    const file = await write(...names.map(name => ({ name, columns: [{ header: 'h' }], rows: [] })))
    const tabs = [...strFromU8(unzipSync(file)['xl/workbook.xml']!).matchAll(/<sheet name="([^"]*)"/g)].map(
      found => found[1]!,
    )
    expect(tabs).toHaveLength(5)
    expect(new Set(tabs.map(tab => tab.toLowerCase())).size).toBe(5)
    for (const tab of tabs) expect(tab).toMatch(/^[^[\]:*?/\\']{1,31}$/)
  })

  it('is streamed: the next rows are taken only when their bytes are read', async () => {
    let taken = 0
    function* rows() {
      for (; taken < 100_000; taken++)
        yield [`35693803${String(taken).padStart(7, '0')}`, `${(taken * 7919) % 100_003}`]
    }
    const bytes = writeXlsx([{ name: 's', columns: [{ header: 'a' }, { header: 'b' }], rows: rows() }])
    let at = 0
    for await (const piece of bytes) {
      at += piece.length
      if (at > 20_000) break
    }
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(20_000)
  })
})
