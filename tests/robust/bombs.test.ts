/** Malicious files are refused before they cost much memory or time (security 25-28). */
import { describe, expect, it } from 'vitest'
import { readSheet, SHEET_LIMITS } from '../../src/sheet'
import type { ReadOptions } from '../../src/sheet/readSheet'
import { type CraftedPart, craftZip, packRepeated, readAll, workbookParts } from '../sheet/craft'

const SHEET = 'xl/worksheets/sheet1.xml'
const OPEN = '<worksheet><sheetData>'
const CLOSE = '</sheetData></worksheet>'
const MiB = 1024 * 1024
const STRINGS = 'xl/sharedStrings.xml'

/** Reads a workbook whose sheet, or whose rows, are given. */
const read = (sheet: string | CraftedPart, options?: ReadOptions, more?: CraftedPart[]) =>
  readAll(craftZip(workbookParts(sheet, more)), options)

describe('A file that would need too much memory or time is refused:', () => {
  it('a sheet of 1 GiB in 1 MB', async () => {
    const bomb = craftZip(workbookParts(packRepeated(SHEET, OPEN, ' '.repeat(MiB), 1024, CLOSE)))
    expect(bomb.length).toBeLessThan(1.2 * MiB)
    const { rows, problem } = await readAll(bomb)
    expect(problem?.code).toMatch(/^(ratio|textLength)$/)
    expect(rows).toHaveLength(0)
  })

  it('a million rows, of which at most 100,000 are read', async () => {
    const block = '<row><c><v>1</v></c></row>'.repeat(4096)
    const { rows, problem } = await read(packRepeated(SHEET, OPEN, block, 256, CLOSE))
    expect(problem?.code).toMatch(/^(ratio|rows)$/)
    expect(rows.length).toBeLessThanOrEqual(SHEET_LIMITS.rows)
  })

  it('a string of 400 MiB in 414 KB', async () => {
    const string = packRepeated(STRINGS, '<sst><si><t>', 'A'.repeat(MiB), 400, '</t></si></sst>')
    const bomb = craftZip(workbookParts('<row><c t="s"><v>0</v></c></row>', [string]))
    expect(bomb.length).toBeLessThan(500 * 1024)
    expect((await readAll(bomb)).problem?.code).toMatch(/^(ratio|textLength)$/)
  })

  it('a text of 3 MiB that cannot be compressed', async () => {
    let seed = 7
    const noise = Array.from({ length: 3 * MiB }, () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return String.fromCharCode(97 + (seed % 26))
    }).join('')
    expect((await read(`<row><c t="str"><v>${noise}</v></c></row>`)).problem?.code).toBe('textLength')
  })

  it.each([
    ['attribute', `<row><c r="${'A'.repeat(9 * MiB)}"/></row>`],
    ['processing instruction', `<?x ${'A'.repeat(9 * MiB)}?><row/>`],
  ])('an endless %s', async (_part, xml) => {
    expect((await read(xml, { limits: { ratio: 1e9 } })).problem?.code).toBe('textLength')
  })

  it('entities that expand a thousandfold, or that read a file', async () => {
    const withEntity = (entity: string) =>
      read(`<?xml version="1.0"?><!DOCTYPE x [${entity}]>${OPEN}<row><c t="str"><v>&b;</v></c></row>${CLOSE}`)
    const laughs = `<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">`
    for (const entity of [laughs, '<!ENTITY b SYSTEM "file:///etc/passwd">'])
      expect((await withEntity(entity)).problem?.code).toBe('doctype')
    expect((await read('<row><c t="str"><v>&b;</v></c></row>')).problem?.code).toBe('corrupt')
  })

  it('201 parts, and 60,000', async () => {
    const parts = (length: number) =>
      Array.from({ length }, (_, n): CraftedPart => ({ name: `p${n}`, content: '', method: 0 }))
    expect((await readAll(craftZip(parts(201)))).problem).toMatchObject({ code: 'parts', limit: 200 })
    expect((await readAll(craftZip(parts(60_000)))).problem?.code).toBe('parts')
  })

  it('too many cells, even empty ones', async () => {
    const options = { limits: { cells: 1000, ratio: 1e9 } }
    const row = `<row>${'<c s="1"/>'.repeat(100)}</row>`
    expect((await read(row.repeat(11), options)).problem).toMatchObject({ code: 'cells', row: 11 })
    expect((await read(row.repeat(10), options)).problem).toBeUndefined()
  })

  it('parts that are too large together', async () => {
    const strings = Array.from({ length: 2000 }, (_, n) => `<si><t>${n}</t></si>`).join('')
    const part = { name: STRINGS, content: `<sst>${strings}</sst>` }
    const problem = async (limits: ReadOptions['limits']) =>
      (await read('<row><c><v>1</v></c></row>', { limits }, [part])).problem?.code
    const size = strings.length
    expect(await problem({ totalBytes: size })).toBe('unzipped')
    expect(await problem({ partBytes: size - 1 })).toBe('unzipped')
    expect(await problem({ sharedText: 1000 })).toBe('unzipped')
    expect(await problem({ totalBytes: size + 10_000 })).toBeUndefined()
  })

  it('a file of more than 20 MiB, of which no more is read', async () => {
    let bytesRead = 0
    async function* endless() {
      for (;;) {
        bytesRead += MiB
        yield new Uint8Array(MiB)
      }
    }
    const rows = readSheet(endless(), { limits: { bytesIn: 20 * MiB } })
    await expect(rows.next()).rejects.toMatchObject({ code: 'bytesIn', limit: 20 * MiB })
    expect(bytesRead).toBe(21 * MiB)
  })
})

it('A cell in the last row is read as one row without the rows before it, and in the last column refused with its place', async () => {
  const { rows } = await read('<row r="1048576"><c r="A1048576"><v>7</v></c></row>')
  expect(rows).toMatchObject([{ number: 1048576, cells: [{ column: 1, text: '7' }] }])
  const { problem } = await read('<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>')
  expect(problem).toMatchObject({ code: 'columns', row: 1048576, column: 16384 })
})

describe('An archive', () => {
  const content = `<?xml version="1.0"?>${OPEN}<row><c><v>1</v></c></row>${CLOSE}`
  const sheet = (more: Partial<CraftedPart>) => ({ name: SHEET, content, ...more })

  it.each<[string, Partial<CraftedPart>, string]>([
    ['a size that is too small', { size: 10 }, 'corrupt'],
    ['a wrong checksum', { crc: 1 }, 'corrupt'],
    ['an unknown compression', { method: 99 }, 'corrupt'],
    ['compressed bytes that end too soon', { packed: new Uint8Array([0x05]) }, 'corrupt'],
    ['an encrypted part', { flags: 1 }, 'encrypted'],
  ])('with %s is refused', async (_fault, more, code) => {
    expect((await read(sheet(more))).problem?.code).toBe(code)
  })

  it('with two parts of the same name is refused; the central directory counts, not the headers of parts', async () => {
    const parts = [...workbookParts(sheet({})), sheet({})]
    expect((await readAll(craftZip(parts))).problem?.code).toBe('corrupt')
    expect((await read(sheet({ localSize: 0xfffffff0 }))).rows).toHaveLength(1)
  })

  it('that is cut off anywhere is refused; with any byte changed it is refused or read correctly', async () => {
    const whole = craftZip(workbookParts(sheet({})))
    for (let length = 4; length < whole.length; length += 3)
      expect((await readAll(whole.subarray(0, length))).problem?.code).toBe('corrupt')
    for (let index = 4; index < whole.length; index += 3) {
      const changed = Buffer.from(whole)
      changed[index] = changed[index]! ^ 0xff
      const { rows, problem } = await readAll(changed)
      if (!problem) expect(rows).toMatchObject([{ cells: [{ text: '1' }] }])
    }
  })
})
