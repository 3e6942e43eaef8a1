/** Rows and cells of a sheet that was read; empty ones are left out. */

/** `formula`: the cell has a formula, with any result. `date`: a number formatted as date or time. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'formula' | 'error'

export interface SheetCell {
  /** From 1. */
  column: number
  /** The text as a user of the sheet reads it. Numbers have all their digits, even if the column is too narrow. */
  text: string
  kind: CellKind
  /** The value in the file, such as `3.5E+14`. */
  raw: string
  /** The format shows another text than `text`, such as 3.5E+14: for an identifier, the cell is ambiguous. */
  isShownDifferently?: true
  /** The value of the merged cell that begins further left in this row. */
  isContinued?: true
}

export interface SheetRow {
  /** Row number as in the spreadsheet, from 1. */
  number: number
  /** The user does not see the row, for instance because of a filter. */
  isHidden?: true
  /** In ascending order of columns. */
  cells: SheetCell[]
}
