import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSheet, writeXlsx } from '../../src/sheet'
import { craftZip, inPieces, readAll, workbookParts } from './craft'

const seed = 20_261_120

describe('Whatever arrives', () => {
  it('as bytes is read or refused, and never breaks', async () => {
    const signature = fc.constantFrom('', 'PK\u0003\u0004', '\ufeff', '<', '"', 'IMEI,', '%PDF')
    await fc.assert(
      fc.asyncProperty(signature, fc.uint8Array({ maxLength: 400 }), async (begin, rest) => {
        const { rows } = await readAll(Buffer.concat([Buffer.from(begin), rest]))
        for (const row of rows) expect(row.cells.length).toBeGreaterThan(0)
      }),
      { seed, numRuns: 1000 },
    )
  })

  it('as XML of a sheet is read or refused, and never breaks', async () => {
    const piece = fc.constantFrom(
      ...[
        '<row>',
        '</row>',
        '<row r="5">',
        '<c>',
        '</c>',
        '<c r="B2" t="s">',
        '<c t="inlineStr">',
        '<c s="9"/>',
      ],
      ...[
        '<v>',
        '</v>',
        '<f/>',
        '<is>',
        '</is>',
        '<t>',
        '</t>',
        '<rPh>',
        '</rPh>',
        '1',
        '가',
        '<![CDATA[x]]>',
        '&amp;',
        ']]>',
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async pieces => {
        const { rows, problem } = await readAll(craftZip(workbookParts(pieces.join(''))))
        if (!problem) for (const row of rows) expect(row.cells.every(cell => cell.column >= 1)).toBe(true)
      }),
      { seed, numRuns: 1000 },
    )
  })

  it('written and read again is the same, whatever the characters', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 20 })
      .filter(words => words.trim() !== '')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        async rows => {
          const read: string[][] = []
          const columns = ['a', 'b', 'c', 'd'].map(header => ({ header }))
          for await (const row of readSheet(writeXlsx([{ name: 's', columns, rows }])))
            read.push(row.cells.map(cell => cell.text))
          expect(read.slice(1)).toEqual(rows)
        },
      ),
      { seed, numRuns: 300 },
    )
  })

  it('as csv of any table, however it is cut, is that table', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab,;"\n\t가 ='), minLength: 1, maxLength: 8 })
    const filled = text.filter(words => words.trim() !== '' && !/^="[^"]*"$/.test(words))
    const table = fc.array(fc.array(filled, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(table, async rows => {
        const csv = [['x', 'y', 'z'], ...rows].map(row => row.map(quoted).join(',')).join('\r\n')
        const read: string[][] = []
        for await (const row of readSheet(inPieces(Buffer.from(csv), 3)))
          read.push(row.cells.map(cell => cell.text))
        expect(read.slice(1)).toEqual(rows)
      }),
      { seed, numRuns: 500 },
    )
  })
})

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
