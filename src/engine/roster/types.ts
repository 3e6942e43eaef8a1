/** Cells and rows of a sheet, and their problems. */
import type sentences from '../../../i18n/ko/roster.json'
import type { Words } from '../compiled'

/** A cell; the same shape as `SheetCell` of `src/sheet`. */
export interface RosterCell {
  /** From 1. */
  column: number
  text: string
  kind: 'text' | 'number' | 'boolean' | 'date' | 'formula' | 'error'
  /** The value in the file, such as `3.5E+14`. */
  raw: string
  /** The format shows another text, such as 3.5E+14. */
  isShownDifferently?: true
  /** The value of the merged cell that begins further left in this row. */
  isContinued?: true
}

/** A row; the same shape as `SheetRow` of `src/sheet`. */
export interface RosterRow {
  /** Row number as in the spreadsheet, from 1. */
  number: number
  isHidden?: true
  cells: readonly RosterCell[]
}

/** A problem of sheets: the key of its sentence under `rows` in `i18n/{locale}/roster.json`. */
type SheetProblemCode = keyof (typeof sentences)['rows']
/** Includes codes of `validateRecord`, which are keys below `errors.` */
export type RosterProblemCode = SheetProblemCode | `field.${string}` | `password.${string}`

/** True if the sentence is below `roster.rows`, false if it is below `errors`. */
export const isSheetProblem = (code: RosterProblemCode): boolean => !code.includes('.')

export interface RosterProblem {
  row: number
  /** The header in the sheet; empty for the whole row and for a column without header. */
  column: string
  /** The text of the cell, cut to 100 characters. */
  value: string
  code: RosterProblemCode
  /** Parameters of the sentence. */
  params?: Readonly<Record<string, string | number>>
  /** From config; replaces the sentence of the code. */
  message?: Words
}

export type CellProblem = Pick<RosterProblem, 'code' | 'params' | 'message'>
