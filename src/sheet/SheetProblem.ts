/** Why a file could not be read as a sheet: a code and a place, never a sentence (`i18n/{locale}/sheet.json` has those). */

export const SHEET_PROBLEMS = [
  // What it is instead of a spreadsheet, told by its content.
  'empty',
  'notSpreadsheet',
  'oldXls',
  'xlsb',
  'ods',
  'numbers',
  'pdf',
  'html',
  'encrypted',
  // What is wrong inside.
  'corrupt',
  'doctype',
  'noSheet',
  'encoding',
  'quote',
  // What is too much.
  'bytesIn',
  'unzipped',
  'ratio',
  'parts',
  'rows',
  'columns',
  'cells',
  'textLength',
  'memory',
] as const
export type SheetProblemCode = (typeof SHEET_PROBLEMS)[number]

export interface SheetPlace {
  /** Row as the spreadsheet numbers it, from 1. */
  row?: number
  /** Column, from 1. */
  column?: number
  /** The cap that was passed, in its own unit. */
  limit?: number
}

export class SheetProblem extends Error {
  override readonly name = 'SheetProblem'
  readonly row?: number
  readonly column?: number
  readonly limit?: number

  constructor(
    readonly code: SheetProblemCode,
    place: SheetPlace = {},
  ) {
    super(code)
    this.row = place.row
    this.column = place.column
    this.limit = place.limit
  }
}

/** Throws the problem of a cap that is passed. */
export function expectAtMost(
  limit: number,
  amount: number,
  code: SheetProblemCode,
  row?: number,
  column?: number,
): void {
  if (amount > limit) throw new SheetProblem(code, { row, column, limit })
}
