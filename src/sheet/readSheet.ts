/** Reads the table of an xlsx or a csv from an untrusted sender. */

import { readCsv } from './csv'
import { type Candidate, rowsOfTable, type TablePlace } from './findTable'
import { archiveProblem, fileKind } from './kind'
import { SHEET_LIMITS, type SheetLimits } from './limits'
import { MergedCells, readMergedAreas } from './mergedCells'
import { PackedStrings } from './packedStrings'
import { createPauser, type Pause } from './pause'
import { expectAtMost, SheetProblem } from './SheetProblem'
import { readSharedStrings } from './sharedStrings'
import { readStyles } from './styles'
import type { SheetRow } from './types'
import { openWorkbook } from './workbook'
import { worksheetHandler } from './worksheet'
import { parseXml } from './xml'
import { openZip } from './zip'

export interface ReadOptions {
  limits?: Partial<SheetLimits>
  pause?: Pause
  /** Known headers: reading begins at the row that has them, in the first sheet that has one (`rowsOfTable`). */
  headers?: readonly string[]
  /** Called before the first row. */
  onTable?: (place: TablePlace) => void
}

/**
 * The rows that are not empty, from top to bottom, of the first visible sheet that is not empty. May throw
 * `SheetProblem` at any time, even after the last row: then discard all rows.
 */
export async function* readSheet(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<SheetRow, void, undefined> {
  const limits = { ...SHEET_LIMITS, ...options.limits }
  const pauseWhenDue = createPauser(options.pause)
  const bytes = await collect(source, limits)
  const kind = fileKind(bytes)
  if (kind !== 'zip' && kind !== 'text') throw new SheetProblem(kind)
  for (const row of readTable(kind, bytes, limits, options)) {
    if (row) yield row
    else await pauseWhenDue()
  }
}

/** Yields rows, and `undefined` where the caller can pause. */
function* readTable(
  kind: 'zip' | 'text',
  bytes: Uint8Array,
  limits: SheetLimits,
  { headers, onTable = () => undefined }: ReadOptions,
): Generator<SheetRow | undefined, void, undefined> {
  const candidates =
    kind === 'zip' ? yield* openSheets(bytes, limits) : [{ read: () => readCsv(bytes, limits) }]
  yield* rowsOfTable(candidates, headers, onTable)
}

/**
 * Reads the whole file into memory, since a zip has its directory at the end. Throws `bytesIn` as soon as the file
 * exceeds the limit, without reading the rest.
 */
async function collect(
  source: AsyncIterable<Uint8Array>,
  limits: Pick<SheetLimits, 'bytesIn'>,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of source) {
    size += piece.length
    expectAtMost(limits.bytesIn, size, 'bytesIn')
    pieces.push(piece)
  }
  const file = new Uint8Array(size)
  let offset = 0
  for (const piece of pieces) {
    file.set(piece, offset)
    offset += piece.length
  }
  return file
}

/** Opens the visible sheets of an xlsx. Yields where the caller can pause. */
function* openSheets(bytes: Uint8Array, limits: SheetLimits): Generator<undefined, Candidate[], undefined> {
  const zip = openZip(bytes, limits)
  const problem = archiveProblem(zip)
  if (problem) throw new SheetProblem(problem)
  const workbook = openWorkbook(zip)
  const sharedStrings = new PackedStrings()
  // Read before the sheets, whose cells refer to the strings by index.
  if (workbook.sharedStrings) yield* readSharedStrings(zip, workbook.sharedStrings, limits, sharedStrings)
  const styles = readStyles(zip, workbook.styles)
  return workbook.sheets.map(({ name, part }) => ({
    name,
    *read() {
      const mergedCells = new MergedCells(yield* readMergedAreas(zip, part), limits)
      const rows: SheetRow[] = []
      const handler = worksheetHandler(
        { sharedStrings, styles, from1904: workbook.from1904, mergedCells, limits },
        row => rows.push(row),
      )
      for (const _ of parseXml(zip.read(part), handler)) {
        yield* rows.splice(0)
        yield
      }
      yield* rows
    },
  }))
}
