/** Spreadsheets in and out, the same in a browser's worker and on the server. */
export { SHEET_LIMITS, type SheetLimits } from './limits'
export { readSheet } from './readSheet'
export { SheetProblem, type SheetProblemCode } from './SheetProblem'
export type { CellKind, SheetCell, SheetRow } from './types'
export { type WrittenSheet, type WrittenValue, writeXlsx } from './writeXlsx'
export { columnName } from './xlsxParts'
