/** The words of the roster check: cells and rows as any sheet has them, and what can be wrong with them. */
import type sentences from '../../../i18n/ko/roster.json'
import type { Words } from '../compiled'

/** A cell of any sheet; `src/sheet` makes such cells. */
export interface RosterCell {
  /** From 1. */
  column: number
  text: string
  kind: 'text' | 'number' | 'boolean' | 'date' | 'formula' | 'error'
  /** What the file holds, such as `3.5E+14`. */
  raw: string
}

/** A row of any sheet; `src/sheet` makes such rows. */
export interface RosterRow {
  /** As the spreadsheet numbers it, from 1. */
  number: number
  cells: readonly RosterCell[]
}

/** A problem of sheets, by the key of its sentence in `i18n/{locale}/roster.json`. */
type SheetProblemCode = keyof (typeof sentences)['rows']
/** Or one of `validateRecord` (i18n below `errors.`). */
export type RosterProblemCode = SheetProblemCode | `field.${string}` | `password.${string}`

export const isSheetProblem = (code: RosterProblemCode): boolean => !code.includes('.')

export interface RosterProblem {
  row: number
  /** The header as the sheet has it; empty where there is none. */
  column: string
  /** What stood there, cut to 100 characters. */
  value: string
  code: RosterProblemCode
  /** Values for the sentence's `%{name}` places. */
  params?: Readonly<Record<string, string | number>>
  /** The sentence that config has for it. */
  message?: Words
}

export type CellProblem = Pick<RosterProblem, 'code' | 'params' | 'message'>
