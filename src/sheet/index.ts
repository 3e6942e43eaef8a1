/** Reads and writes spreadsheets, in the browser and in the server's worker threads. */

export type { TablePlace } from './findTable'
export { SHEET_LIMITS, type SheetLimits } from './limits'
export { readSheet } from './readSheet'
export { SheetProblem, type SheetProblemCode } from './SheetProblem'
export type { CellKind, SheetCell, SheetRow } from './types'
export { writeCsv } from './writeCsv'
export { type WrittenSheet, type WrittenValue, writeXlsx } from './writeXlsx'
export { columnName } from './xlsxParts'
