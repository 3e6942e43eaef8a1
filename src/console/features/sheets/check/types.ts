/** What the page and the thread that checks a sheet say to each other. */
import type { RosterConflict, RosterRows } from '../../../../contract/devices'
import type { RowError } from '../../../../contract/envelope'
import type { CompiledConfig, Locale } from '../../../../engine/compiled'
import type { Circumstance } from '../../../../engine/conditions'
import type { RosterProblem } from '../../../../engine/roster'
import type { SheetLimits, SheetProblemCode } from '../../../../sheet'

/** Whose sheet it is, and by which config it is judged. */
export interface CheckContext {
  config: Pick<CompiledConfig, 'roster' | 'resources' | 'levels' | 'app'>
  level: number
  user?: Circumstance['user']
  locale: Locale
  limits: Partial<SheetLimits>
  /** It says what registered devices become; the server compares it as a whole. */
  isUpdate?: boolean
}

/** A cell that something is wrong with. */
export type CellFault = Pick<RosterProblem, 'code' | 'params' | 'message'> & {
  /** From 0, of the columns of the sheet; -1 where the sheet has no such column. */
  at: number
  /** As it is called. */
  column: string
}

export interface BadRow {
  /** As the spreadsheet numbers it; 1 is usually the header. */
  row: number
  cells: readonly string[]
  faults: readonly CellFault[]
}

/** A cell that was put right. */
export interface Correction {
  row: number
  column: string
  from: string
  to: string
}

export interface CheckResult {
  /** Rows below the header. */
  rows: number
  headers: readonly string[]
  /** Where the header stands. */
  headerRow: number
  /** The first of the bad rows, and how many there are. */
  bad: readonly BadRow[]
  badRows: number
  /** The first of what was mended, and how much there is. */
  mendings: readonly Correction[]
  mended: number
  /** Something was mended or edited: the file is no longer what was chosen. */
  changed: boolean
  /** The header is not understood: nothing beneath it could be judged. */
  headerFaults: readonly CellFault[]
  /** Whether the server was asked about all rows. */
  asked: boolean
}

export type CheckRows = RosterRows['rows']

/** The bad rows as a sheet; the reasons stand on a second one, which is not uploaded. */
export interface BadSheet {
  reasonSheet: string
  header: readonly string[]
}

/** To the thread. */
export type CheckRequest =
  | { do: 'open'; file: Blob; context: CheckContext }
  | { do: 'edit'; row: number; at: number; text: string }
  | { do: 'conflicts'; conflicts: readonly RosterConflict[] | undefined }
  /** Cells that the server refused when it compared an update. */
  | { do: 'refuse'; rows: readonly RowError[] }
  /** The answer to `say`. */
  | { do: 'said'; sentences: readonly string[] }
  /** All of it, or its bad rows. */
  | { do: 'write'; only?: BadSheet }

/** From the thread. */
export type CheckAnswer =
  | { is: 'progress'; step: 'reading' | 'asking'; rows: number; total?: number }
  | { is: 'ask'; rows: CheckRows }
  /** What is wrong with cells, in the user's language, which the page knows. */
  | { is: 'say'; faults: readonly CellFault[] }
  | { is: 'result'; result: CheckResult }
  | { is: 'unreadable'; code: SheetProblemCode; row?: number; limit?: number }
  | { is: 'file'; bytes: Blob }
  | { is: 'failed'; message: string }
