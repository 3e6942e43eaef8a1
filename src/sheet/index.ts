/** Spreadsheets in and out, the same in a browser's worker and on the server. */
export type { Breathe } from './breathe'
export { SHEET_LIMITS, type SheetLimits } from './limits'
export { type ReadOptions, readSheet } from './readSheet'
export { SheetProblem, type SheetProblemCode } from './SheetProblem'
export type { CellKind, SheetCell, SheetRow } from './types'
export { type WrittenColumn, type WrittenSheet, type WrittenValue, writeXlsx } from './writeXlsx'
export { columnName } from './xlsxParts'
