/** Writes csv for Excel: UTF-8 with byte order mark, commas, CRLF. */
import { escapeFormula } from '../domain/formulaEscape'
import type { WrittenSheet, WrittenValue } from './writeXlsx'

/** Characters per chunk. */
const CHUNK_CHARS = 64 * 1024

/**
 * The bytes of the sheet, generated on demand. Texts that look like a formula get an apostrophe (security 30).
 */
export async function* writeCsv({
  columns,
  rows,
}: Pick<WrittenSheet, 'columns' | 'rows'>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  // Sent first, so that the download starts visibly.
  yield encoder.encode(`\ufeff${line(columns.map(({ header }) => header))}`)
  let text = ''
  for await (const values of rows) {
    text += line(values)
    if (text.length < CHUNK_CHARS) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text)
}

const line = (values: readonly WrittenValue[]) => `${values.map(field).join(',')}\r\n`

function field(value: WrittenValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = escapeFormula(value)
  return /[",\r\n;\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
