/** Text written to csv is read unchanged as a cell of a roster, also if it looks like a formula. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkCell } from '../../src/engine/roster/cell'
import { writeCsv } from '../../src/sheet'
import { packageConfig } from '../support/config'
import { readAll } from './craft'

const { roster, resources } = packageConfig().shared
const column = roster.columns.find(({ field }) => field === 'version')!
const field = resources.devices!.fields.version!

/** The text that is read from a cell: without invisible characters and repeated spaces. */
const normalized = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

async function readBack(text: string): Promise<unknown> {
  const bytes: Uint8Array[] = []
  const headers = ['IMEI', '버전'].map(header => ({ header, width: 10 }))
  for await (const piece of writeCsv({ columns: headers, rows: [['1', text]] })) bytes.push(piece)
  const { rows } = await readAll(Buffer.concat(bytes))
  const cell = rows[1]!.cells.find(({ column }) => column === 2)
  return cell ? checkCell(cell, { ...column, max: 1_000 }, field, roster) : { text: '' }
}

it.each(['-rc1', '+1', '=1+1', '@home', '\t-', "'-rc1", "''=1", "'01012345678", "it's", "'", ' =x', "' -"])(
  'The text %j is read unchanged',
  async text => {
    expect(await readBack(text)).toMatchObject({ text: normalized(text) })
  },
)

it('Any text is read unchanged', async () => {
  const character = fc.constantFrom(...'\'=+-@\t \u200b\ufeff",;7ㄱ')
  const text = fc.oneof(
    fc.string({ unit: character, maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async text => {
      const expected = normalized(text)
      fc.pre(!/[\p{Cc}\p{Cs}]/u.test(expected))
      expect(await readBack(text)).toMatchObject({ text: expected })
    }),
    { numRuns: 300, seed: 30 },
  )
})
