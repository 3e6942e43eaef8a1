/** Finds the table among the sheets of a file: titles, summaries and empty sheets may stand before it. */
import { plainHeader } from '../domain/typed'
import type { SheetRow } from './types'

/**
 * A sheet that may contain the table. `read` may be called twice; where it yields `undefined`, the caller can pause.
 */
export interface Candidate {
  /** The name of the tab. */
  name?: string
  read(): Generator<SheetRow | undefined, void, undefined>
}

/** Where the table was found. */
export interface TablePlace {
  /** The name of the sheet, if the file has more than one. */
  sheet?: string
}

/** The number of rows in which to look for the header. */
const SEARCHED_ROWS = 20

/**
 * The rows of the first sheet that has a header, from the header on. Without `headers`, or if no sheet has one, all
 * rows of the first sheet that is not empty.
 *
 * @param headers the known headers, as they are written in a sheet
 * @param onTable called before the first row
 */
export function* rowsOfTable(
  candidates: readonly Candidate[],
  headers: readonly string[] | undefined,
  onTable: (place: TablePlace) => void,
): Generator<SheetRow | undefined, void, undefined> {
  const knownHeaders = headers && new Set(headers.map(plainHeader))
  const placeOf = ({ name }: Candidate): TablePlace =>
    candidates.length > 1 && name !== undefined ? { sheet: name } : {}
  let firstWithRows: Candidate | undefined
  for (const candidate of candidates) {
    const rows = candidate.read()
    const firstRows: SheetRow[] = []
    // Not `for … of`: leaving such a loop closes the generator, but the other rows are read below.
    for (let next = rows.next(); !next.done; next = rows.next()) {
      if (next.value) firstRows.push(next.value)
      else yield
      if (firstRows.length >= (knownHeaders ? SEARCHED_ROWS : 1)) break
    }
    const header = knownHeaders ? headerIndex(firstRows, knownHeaders) : 0
    if (firstRows.length > 0 && header !== undefined) {
      onTable(placeOf(candidate))
      yield* firstRows.slice(header)
      yield* rows
      return
    }
    rows.return()
    if (firstRows.length > 0) firstWithRows ??= candidate
  }
  if (!firstWithRows) return
  onTable(placeOf(firstWithRows))
  yield* firstWithRows.read()
}

/**
 * The index of the row with the most known headers. A single known header below the first row counts only if the row
 * has no other cells. `undefined` if there is no such row.
 */
function headerIndex(rows: readonly SheetRow[], knownHeaders: ReadonlySet<string>): number | undefined {
  let best: { index: number; count: number } | undefined
  for (const [index, { cells }] of rows.entries()) {
    const count = cells.filter(({ text }) => knownHeaders.has(plainHeader(text))).length
    const isCertain = index === 0 || count > 1 || count === cells.length
    if (count > 0 && isCertain && count > (best?.count ?? 0)) best = { index, count }
  }
  return best?.index
}
