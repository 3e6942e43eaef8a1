/** Rows and cells of a sheet that was read; empty ones are left out. */

/** `formula`: the cell has a formula, with any result. `date`: a number formatted as date or time. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'formula' | 'error'

export interface SheetCell {
  /** From 1. */
  column: number
  /**
   * The text as a user of the sheet reads it: integers with all digits and with the leading zeros of a format such as
   * 000-0000-0000.
   */
  text: string
  kind: CellKind
  /** The value in the file, such as `3.5E+14`. */
  raw: string
}

export interface SheetRow {
  /** Row number as in the spreadsheet, from 1. */
  number: number
  /** In ascending order of columns. */
  cells: SheetCell[]
}
