/**
 * Packs rows for the transfer from the reading thread: a flat array is transferred six times as fast as an object per
 * cell.
 */
import type { CellKind, SheetRow } from '../../sheet'

/** For each row its number, marks and number of cells, then for each cell column, kind, marks, text and raw value. */
export type PackedRows = (string | number)[]

/** The mark of a hidden row, and of a cell that is shown differently. */
const MARKED = 1
/** The mark of a cell that continues a merged one; added to that of a cell that is shown differently. */
const CONTINUED = 2

export function packRows(rows: readonly SheetRow[]): PackedRows {
  const packed: PackedRows = []
  for (const { number, isHidden, cells } of rows) {
    packed.push(number, isHidden ? MARKED : 0, cells.length)
    for (const { column, kind, isShownDifferently, isContinued, text, raw } of cells) {
      const marks = (isShownDifferently ? MARKED : 0) + (isContinued ? CONTINUED : 0)
      packed.push(column, kind, marks, text, raw)
    }
  }
  return packed
}

export function unpackRows(packed: PackedRows): SheetRow[] {
  const rows: SheetRow[] = []
  for (let index = 0; index < packed.length; ) {
    const number = packed[index] as number
    const rowMark = packed[index + 1] as number
    const length = packed[index + 2] as number
    index += 3
    const cells: SheetRow['cells'] = []
    for (let cell = 0; cell < length; cell++, index += 5) {
      const marks = packed[index + 2] as number
      cells.push({
        column: packed[index] as number,
        kind: packed[index + 1] as CellKind,
        ...((marks & MARKED) !== 0 && { isShownDifferently: true }),
        ...((marks & CONTINUED) !== 0 && { isContinued: true }),
        text: packed[index + 3] as string,
        raw: packed[index + 4] as string,
      })
    }
    rows.push({ number, ...(rowMark === MARKED && { isHidden: true }), cells })
  }
  return rows
}
