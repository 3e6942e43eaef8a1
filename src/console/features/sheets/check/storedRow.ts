/** A compact form of sheet rows, as 100,000 of them are kept in memory. */
import type { SheetCell, SheetRow } from '../../../../sheet'

/** A row as texts. `typedCells` has the cells that are not plain text, by column number (from 1). */
export interface StoredRow {
  number: number
  texts: string[]
  typedCells: Map<number, SheetCell> | undefined
}

export function toStoredRow({ number, cells }: SheetRow): StoredRow {
  const texts: string[] = []
  let typedCells: StoredRow['typedCells']
  for (const cell of cells) {
    while (texts.length < cell.column - 1) texts.push('')
    texts[cell.column - 1] = cell.text
    if (cell.kind !== 'text' || cell.raw !== cell.text || cell.isContinued) {
      typedCells ??= new Map()
      typedCells.set(cell.column, cell)
    }
  }
  return { number, texts, typedCells }
}

export const cellOf = ({ texts, typedCells }: StoredRow, index: number): SheetCell | undefined => {
  const text = texts[index]
  return (
    typedCells?.get(index + 1) ?? (text ? { column: index + 1, text, kind: 'text', raw: text } : undefined)
  )
}

export function rowOf(row: StoredRow): SheetRow {
  const cells = row.texts.flatMap((_, index) => cellOf(row, index) ?? [])
  return { number: row.number, cells }
}
