/** Refused cells as text for a mail or a spreadsheet: a line each, tabs between. */
import type { RowError } from '../../../contract/envelope'

/** What a spreadsheet would take for a formula stays text (security.md 30). */
const safe = (text: string) => {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  return /^\s*[=+\-@]/.test(line) ? `'${line}` : line
}

export function rowErrorsText(rows: readonly RowError[], headers: readonly string[]): string {
  const lines = rows.map(({ row, column, value, message }) => [String(row), column, value, message].map(safe))
  return [headers, ...lines].map(cells => cells.join('\t')).join('\r\n')
}
