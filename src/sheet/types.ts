/** What a sheet is once read: rows that hold something, and in them the cells that do. */

/** `formula` is a cell that holds one, whatever its result; `date` a number that its style shows as a date or time. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'formula' | 'error'

export interface SheetCell {
  /** From 1. */
  column: number
  /**
   * What a reader of the sheet would take it for: whole numbers in all their digits, with the zeros that a format such
   * as 000-0000-0000 puts in front.
   */
  text: string
  kind: CellKind
  /** What the file holds, such as `3.5E+14`. */
  raw: string
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  number: number
  /** By ascending column. */
  cells: SheetCell[]
}
