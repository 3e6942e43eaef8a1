/** Why a file could not be read as a sheet: a code and a position; the message is in i18n. */
import type sentences from '../../i18n/ko/errors.json'

/** The key of the message under `sheet` in `i18n/{locale}/errors.json`. */
export type SheetProblemCode = keyof (typeof sentences)['sheet']

interface SheetPlace {
  /** Row number as in the spreadsheet, from 1. */
  row?: number
  /** Column number, from 1. */
  column?: number
  /** The limit that was exceeded, in its own unit. */
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

/** Throws if the amount exceeds the limit. */
export function expectAtMost(
  limit: number,
  amount: number,
  code: SheetProblemCode,
  row?: number,
  column?: number,
): void {
  if (amount > limit) throw new SheetProblem(code, { row, column, limit })
}
