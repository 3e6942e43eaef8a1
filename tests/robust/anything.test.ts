/** Random bytes and XML are read or refused; random tables are written and read unchanged. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSheet, writeXlsx } from '../../src/sheet'
import { craftZip, inPieces, readAll, workbookParts } from '../sheet/craft'

const seed = 20_261_120
/** The texts of all rows but the header. */
async function textsOf(file: AsyncIterable<Uint8Array>): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readSheet(file)) rows.push(cells.map(cell => cell.text))
  return rows.slice(1)
}

it('Random bytes are read or refused', async () => {
  const signature = fc.constantFrom('', 'PK\u0003\u0004', '\ufeff', '<', '"', 'IMEI,', '%PDF')
  await fc.assert(
    fc.asyncProperty(signature, fc.uint8Array({ maxLength: 400 }), async (start, rest) => {
      const { rows } = await readAll(Buffer.concat([Buffer.from(start), rest]))
      for (const row of rows) expect(row.cells.length).toBeGreaterThan(0)
    }),
    { seed, numRuns: 400 },
  )
})

it('Random XML in a workbook is read or refused', async () => {
  const tags = ['row', 'c', 'v', 'is', 't', 'rPh'].flatMap(tag => [`<${tag}>`, `</${tag}>`])
  const withAttributes = ['<row r="5">', '<c r="B2" t="s">', '<c t="inlineStr">', '<c s="9"/>', '<f/>']
  const texts = ['1', '가', '<![CDATA[x]]>', '&amp;', ']]>']
  const piece = fc.constantFrom(...tags, ...withAttributes, ...texts)
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async pieces => {
      const { rows, problem } = await readAll(craftZip(workbookParts(pieces.join(''))))
      if (!problem) for (const row of rows) expect(row.cells.every(cell => cell.column >= 1)).toBe(true)
    }),
    { seed, numRuns: 400 },
  )
})

it('Any text written to xlsx is read unchanged', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(text => text.trim() !== '')
  const table = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 5 })
  const columns = ['a', 'b', 'c', 'd'].map(header => ({ header }))
  await fc.assert(
    fc.asyncProperty(table, async rows => {
      expect(await textsOf(writeXlsx([{ name: 's', columns, rows }]))).toEqual(rows)
    }),
    { seed, numRuns: 100 },
  )
})

it('Any table in csv is read unchanged, however the bytes are split', async () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const text = fc.string({ unit: fc.constantFrom(...'ab,;"\n\t가 ='), minLength: 1, maxLength: 8 })
  const cell = text.filter(text => text.trim() !== '' && !/^="[^"]*"$/.test(text))
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(table, async rows => {
      const csv = [['x', 'y', 'z'], ...rows].map(row => row.map(quoted).join(',')).join('\r\n')
      expect(await textsOf(inPieces(Buffer.from(csv), 3))).toEqual(rows)
    }),
    { seed, numRuns: 300 },
  )
})
