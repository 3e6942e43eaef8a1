/** Writes csv as Excel opens it: UTF-8 with its mark, commas, CRLF. */
import { guarded } from '../domain/guardedText'
import type { WrittenSheet, WrittenValue } from './writeXlsx'

/** Characters handed over at once. */
const STEP = 64 * 1024

/**
 * The bytes of the sheet, made as they are asked for. What a program would take for a formula begins with an apostrophe
 * (security 30).
 */
export async function* writeCsv({
  columns,
  rows,
}: Pick<WrittenSheet, 'columns' | 'rows'>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  // Sent at once, so that the download visibly begins.
  yield encoder.encode(`\ufeff${line(columns.map(({ header }) => header))}`)
  let text = ''
  for await (const values of rows) {
    text += line(values)
    if (text.length < STEP) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text)
}

const line = (values: readonly WrittenValue[]) => `${values.map(field).join(',')}\r\n`

function field(value: WrittenValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = guarded(value)
  return /[",\r\n;\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
