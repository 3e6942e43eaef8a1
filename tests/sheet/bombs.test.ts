/** notes/server.md and security.md 25-28: files that are made to hurt. */
import { describe, expect, it } from 'vitest'
import { readSheet, SHEET_LIMITS } from '../../src/sheet'
import { type CraftedPart, craftZip, packRepeated, readAll, workbookParts } from './craft'

const SHEET = 'xl/worksheets/sheet1.xml'
const OPEN = '<worksheet><sheetData>'
const CLOSE = '</sheetData></worksheet>'
const MiB = 1024 * 1024

describe('A bomb', () => {
  it('of a sheet of 1 GiB in 1 MB is refused', async () => {
    const bomb = craftZip(workbookParts(packRepeated(SHEET, OPEN, ' '.repeat(MiB), 1024, CLOSE)))
    expect(bomb.length).toBeLessThan(1.2 * MiB)
    const { rows, problem } = await readAll(bomb)
    expect(problem?.code).toMatch(/^(ratio|textLength)$/)
    expect(rows).toHaveLength(0)
  })

  it('of 1,048,576 rows is refused before 100,001 of them are read', async () => {
    const block = '<row><c><v>1</v></c></row>'.repeat(4096)
    const bomb = craftZip(workbookParts(packRepeated(SHEET, OPEN, block, 256, CLOSE)))
    const { rows, problem } = await readAll(bomb)
    expect(problem?.code).toMatch(/^(ratio|rows)$/)
    expect(rows.length).toBeLessThanOrEqual(SHEET_LIMITS.rows)
  })

  it('of a string of 400 MiB in 414 KB is refused', async () => {
    const string = packRepeated(
      'xl/sharedStrings.xml',
      '<sst><si><t>',
      'A'.repeat(MiB),
      400,
      '</t></si></sst>',
    )
    const bomb = craftZip(workbookParts('<row><c t="s"><v>0</v></c></row>', [string]))
    expect(bomb.length).toBeLessThan(500 * 1024)
    expect((await readAll(bomb)).problem?.code).toMatch(/^(ratio|textLength)$/)
  })

  it('of a cell at XFD1048576 makes no million rows: the place is refused and named', async () => {
    const { problem } = await readAll(
      craftZip(workbookParts('<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>')),
    )
    expect(problem).toMatchObject({ code: 'columns', row: 1048576, column: 16384 })
  })

  it('of a lonely cell in row 1,048,576 is one row', async () => {
    const { rows } = await readAll(
      craftZip(workbookParts('<row r="1048576"><c r="A1048576"><v>7</v></c></row>')),
    )
    expect(rows).toMatchObject([{ number: 1048576, cells: [{ column: 1, text: '7' }] }])
  })

  it('of a text that never ends is refused although it packs badly', async () => {
    let seed = 7
    const noise = Array.from({ length: 3 * MiB }, () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return String.fromCharCode(97 + (seed % 26))
    }).join('')
    const { problem } = await readAll(craftZip(workbookParts(`<row><c t="str"><v>${noise}</v></c></row>`)))
    expect(problem?.code).toBe('textLength')
  })

  it.each([
    ['attribute', `<row><c r="${'A'.repeat(9 * MiB)}"/></row>`],
    ['comment', `<!--${'A'.repeat(9 * MiB)}--><row/>`],
    ['processing instruction', `<?x ${'A'.repeat(9 * MiB)}?><row/>`],
    ['tag name', `<${'A'.repeat(9 * MiB)}/>`],
  ])('of an endless %s is refused', async (_, xml) => {
    const { problem } = await readAll(craftZip(workbookParts(xml)), { limits: { ratio: 1e9 } })
    expect(problem?.code).toBe('textLength')
  })

  it('of entities that unfold a thousandfold is refused at the document type', async () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`
    expect((await readAll(craftZip(workbookParts(laughs)))).problem?.code).toBe('doctype')
  })

  it('of an outside entity reads no file', async () => {
    const xxe = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>`
    expect((await readAll(craftZip(workbookParts(xxe)))).problem?.code).toBe('doctype')
    const undeclared = craftZip(workbookParts('<row><c t="str"><v>&e;</v></c></row>'))
    expect((await readAll(undeclared)).problem?.code).toBe('corrupt')
  })

  it('of elements within elements within elements is refused', async () => {
    const { problem } = await readAll(
      craftZip(workbookParts(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)),
    )
    expect(problem?.code).toBe('corrupt')
  })

  it('of too many parts is refused, 201 as well as 60,000', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n): CraftedPart => ({ name: `p${n}`, content: '', method: 0 }))
    expect((await readAll(craftZip(many(201)))).problem).toMatchObject({ code: 'parts', limit: 200 })
    expect((await readAll(craftZip(many(60_000)))).problem?.code).toBe('parts')
  })

  it('of too many cells, and of cells without content, is refused', async () => {
    const options = { limits: { cells: 1000, ratio: 1e9 } }
    const row = `<row>${'<c s="1"/>'.repeat(100)}</row>`
    expect((await readAll(craftZip(workbookParts(row.repeat(11))), options)).problem).toMatchObject({
      code: 'cells',
      row: 11,
    })
    expect((await readAll(craftZip(workbookParts(row.repeat(10))), options)).problem).toBeUndefined()
  })

  it('of parts that are each small but not together is refused', async () => {
    const strings = Array.from({ length: 2000 }, (_, n) => `<si><t>${n}</t></si>`).join('')
    const bomb = craftZip(
      workbookParts('<row><c><v>1</v></c></row>', [
        { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
      ]),
    )
    const size = strings.length
    expect((await readAll(bomb, { limits: { totalBytes: size } })).problem?.code).toBe('unzipped')
    expect((await readAll(bomb, { limits: { partBytes: size - 1 } })).problem?.code).toBe('unzipped')
    expect((await readAll(bomb, { limits: { sharedText: 1000 } })).problem?.code).toBe('unzipped')
    expect((await readAll(bomb, { limits: { totalBytes: size + 10_000 } })).problem).toBeUndefined()
  })
})

describe('A header that lies', () => {
  const content =
    '<?xml version="1.0"?><worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>'

  it.each([
    ['a size smaller than what unfolds', { size: 10 }],
    ['a size larger than what unfolds', { size: 10_000 }],
    ['a wrong checksum', { crc: 1 }],
    ['a packing that nobody knows', { method: 99 }],
    ['packed bytes that are none', { packed: new Uint8Array([0xff, 0xff, 0xff]) }],
    ['packed bytes that end too soon', { packed: new Uint8Array([0x05]) }],
  ] satisfies [string, Partial<CraftedPart>][])('about %s is refused', async (_, lie) => {
    const { problem } = await readAll(craftZip(workbookParts({ name: SHEET, content, ...lie })))
    expect(problem?.code).toBe('corrupt')
  })

  it('in front of the data is ignored: the table of contents counts', async () => {
    const { rows } = await readAll(craftZip(workbookParts({ name: SHEET, content, localSize: 0xfffffff0 })))
    expect(rows).toHaveLength(1)
  })

  it('with two parts of one name is refused', async () => {
    const twice = [...workbookParts({ name: SHEET, content }), { name: SHEET, content }]
    expect((await readAll(craftZip(twice))).problem?.code).toBe('corrupt')
  })

  it('with an encrypted part is refused as such', async () => {
    const { problem } = await readAll(craftZip(workbookParts({ name: SHEET, content, flags: 1 })))
    expect(problem?.code).toBe('encrypted')
  })

  it('cut off anywhere, or with any byte changed, is refused or read, and never breaks', async () => {
    const whole = craftZip(workbookParts({ name: SHEET, content }))
    for (let length = 4; length < whole.length; length += 3) {
      const { problem } = await readAll(whole.subarray(0, length))
      expect(problem?.code).toBe('corrupt')
    }
    for (let at = 4; at < whole.length; at += 3) {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ 0xff
      const { rows, problem } = await readAll(changed)
      if (!problem) expect(rows).toMatchObject([{ cells: [{ text: '1' }] }])
    }
  })
})

describe('50 MB', () => {
  it('are refused while they are read: what follows is not asked for', async () => {
    let given = 0
    async function* endless() {
      for (;;) {
        given += MiB
        yield new Uint8Array(MiB)
      }
    }
    const rows = readSheet(endless(), { limits: { bytesIn: 20 * MiB } })
    await expect(rows.next()).rejects.toMatchObject({ code: 'bytesIn', limit: 20 * MiB })
    expect(given).toBe(21 * MiB)
  })
})
