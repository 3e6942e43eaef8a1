/** A row of a sheet that is checked, as it is kept in memory. */
import type { SheetCell, SheetRow } from '../../../../sheet'

/** A row as text; cells that hold more than text as they came. */
export interface StoredRow {
  number: number
  texts: string[]
  odd: Map<number, SheetCell> | undefined
}

export function keep({ number, cells }: SheetRow): StoredRow {
  const texts: string[] = []
  let odd: StoredRow['odd']
  for (const cell of cells) {
    while (texts.length < cell.column - 1) texts.push('')
    texts[cell.column - 1] = cell.text
    if (cell.kind !== 'text' || cell.raw !== cell.text) {
      odd ??= new Map()
      odd.set(cell.column, cell)
    }
  }
  return { number, texts, odd }
}

export const cellOf = ({ texts, odd }: StoredRow, at: number): SheetCell | undefined => {
  const text = texts[at]
  return odd?.get(at + 1) ?? (text ? { column: at + 1, text, kind: 'text', raw: text } : undefined)
}

export function rowOf(row: StoredRow): SheetRow {
  const cells = row.texts.flatMap((_, at) => cellOf(row, at) ?? [])
  return { number: row.number, cells }
}
