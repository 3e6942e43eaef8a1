/** What we write as csv comes back as it was from whoever reads it as a sheet of devices. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkCell } from '../../src/engine/roster/cell'
import { writeCsv } from '../../src/sheet'
import { packageConfig } from '../support/config'
import { readAll } from './craft'

const { roster, resources } = packageConfig().shared
const column = roster.columns.find(({ field }) => field === 'version')!
const field = resources.devices!.fields.version!

/** Without what reading a cell takes from any text: marks that nobody sees, and spaces more than one. */
const tidy = (text: string) =>
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
  const cell = rows[1]!.cells.find(one => one.column === 2)
  return cell ? checkCell(cell, { ...column, max: 1_000 }, field, roster) : { text: '' }
}

it.each(['-rc1', '+1', '=1+1', '@home', '\t-', "'-rc1", "''=1", "'01012345678", "it's", "'", ' =x', "' -"])(
  'a text such as %j comes back as it was',
  async text => {
    expect(await readBack(text)).toMatchObject({ text: tidy(text) })
  },
)

it('any text comes back as it was, but for spaces', async () => {
  const sign = fc.constantFrom(
    "'",
    '=',
    '+',
    '-',
    '@',
    '\t',
    ' ',
    '\u200b',
    '\ufeff',
    '"',
    ',',
    ';',
    '7',
    'ㄱ',
  )
  const text = fc.oneof(
    fc.string({ unit: sign, maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async given => {
      const wanted = tidy(given)
      fc.pre(!/[\p{Cc}\p{Cs}]/u.test(wanted))
      expect(await readBack(given)).toMatchObject({ text: wanted })
    }),
    { numRuns: 500, seed: 30 },
  )
})
