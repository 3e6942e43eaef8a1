/** The words of the roster check: cells and rows as any sheet has them, and what can be wrong with them. */

import type { Words } from './compiled'

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

export const ROSTER_PROBLEMS = [
  // The header.
  'missingHeader',
  'unknownHeader',
  'duplicateHeader',
  // A cell alone.
  'noHeader',
  'forbidden',
  'required',
  'formula',
  'errorCell',
  'control',
  'tooLong',
  'exponent',
  'imeiDigits',
  'imeiLength',
  'imeiZero',
  'imeiCheckDigit',
  'phoneDigits',
  'phoneLength',
  'phoneZero',
  'email',
  'brn',
  'url',
  'digits',
  'integer',
  'number',
  'boolean',
  'date',
  'choice',
  'notHere',
  // Rows together.
  'duplicateImei',
  'duplicatePhone',
  // What the server's records say.
  'imeiTaken',
  'phoneTaken',
  'modelUnknown',
  'batchUnknown',
  'batchOtherModel',
  'batchAmbiguous',
  'bunchWithoutBatch',
  'bunchUnknown',
  'bunchAmbiguous',
  'vendorUnknown',
  'vendorAmbiguous',
  'clientUnknown',
  'referenceUnknown',
  'referenceAmbiguous',
  // Of the devices of a batch.
  'deviceUnknown',
  'deviceOtherModel',
  'deviceOtherVendor',
  'deviceOtherPhone',
] as const
/** A problem of sheets, or one of `validateRecord` (i18n below `errors.`). */
export type RosterProblemCode = (typeof ROSTER_PROBLEMS)[number] | `field.${string}` | `password.${string}`

export const isSheetProblem = (code: RosterProblemCode): boolean =>
  ROSTER_PROBLEMS.some(known => known === code)

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
