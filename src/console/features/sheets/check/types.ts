/** The messages between the page and the worker that checks a sheet. */
import type { ColumnMapping, SheetReading } from '../../../../contract/devices'
import type { RowError } from '../../../../contract/envelope'
import type { ImportRows } from '../../../../contract/imports'
import type { CompiledConfig, Locale } from '../../../../engine/compiled'
import type { RuleContext } from '../../../../engine/conditions'
import type { RosterProblem } from '../../../../engine/roster'
import type { SheetLimits, SheetProblemCode } from '../../../../sheet'

/** The config and the user for whom the sheet is checked. */
export interface CheckContext {
  config: Pick<CompiledConfig, 'roster' | 'resources' | 'levels' | 'app'>
  /** Whose records the sheet has. */
  resource: string
  level: number
  user?: RuleContext['user']
  locale: Locale
  limits: Partial<SheetLimits>
  /** Whether the sheet changes stored records. The server then checks it as a whole, in the comparison. */
  isUpdate?: boolean
}

/** A fault of a cell. */
export type CellFault = Pick<RosterProblem, 'code' | 'params' | 'message'> & {
  /** Zero-based column of the sheet; -1 if the sheet has no such column. */
  index: number
  /** The column's header. */
  column: string
}

/** A header that config does not know, or whose column cannot be read. */
export interface UnknownHeader {
  name: string
  fault: CellFault
  /** The field that it means, or null if its column is not wanted; absent until the user has chosen. */
  field?: string | null
  /** The field has a similar name; the user has not chosen. */
  isSuggested: boolean
  /** The first texts of the column. */
  examples: readonly string[]
}

/** A column that the user can choose for a header. */
export interface ColumnOption {
  field: string
  header: string
  isRequired: boolean
}

export interface BadRow {
  /** Row number of the spreadsheet, from 1; usually 1 is the header. */
  row: number
  cells: readonly string[]
  faults: readonly CellFault[]
}

/** An automatic correction of a cell. */
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
  /** The first bad rows, only those with the chosen reason; and the number of all bad rows. */
  firstBadRows: readonly BadRow[]
  badRowCount: number
  /** The reasons of all bad rows, the most frequent first. */
  reasons: readonly Reason[]
  /** The key of the chosen reason; absent for all. */
  chosenReason?: string
  /** The first automatic corrections, and the number of all. */
  firstCorrections: readonly Correction[]
  correctionCount: number
  /** Whether the sheet differs from the chosen file, by corrections or edits. */
  isChanged: boolean
  /** Whether the user has edited cells, or chosen columns for headers. */
  isEdited: boolean
  /** If not empty, the header is invalid and the rows could not be checked. */
  headerFaults: readonly CellFault[]
  unknownHeaders: readonly UnknownHeader[]
  columnOptions: readonly ColumnOption[]
  /** The columns that the server must read by choice. */
  mapping: ColumnMapping
  /** Whether the server has checked all rows. */
  checkedOnServer: boolean
  /** What the user should know about how the sheet was read. */
  reading: SheetReading
  /** Headers of columns that only number the rows. */
  numbering: readonly string[]
}

/** Why cells of one column are refused. */
export interface Reason {
  key: string
  /** One of the faults; parameters in which they differ are `…`. */
  example: CellFault
  /** The number of rows. */
  rows: number
}

export type CheckRows = ImportRows['rows']

/** A refused value of a row that the server has compared with stored records. */
export interface Conflict {
  row: number
  field: string
  code: string
  /** In the user's language; absent if the console has the sentence of the code. */
  message?: string
}

/** Texts for a file with the bad rows; its second sheet, which an upload ignores, lists the reasons. */
export interface BadSheet {
  reasonSheet: string
  header: readonly string[]
}

/** The messages to the worker. */
export type CheckRequest =
  | { do: 'open'; file: Blob; context: CheckContext }
  | { do: 'edit'; row: number; column: number; text: string }
  /** The sheet now has another purpose. */
  | { do: 'purpose'; isUpdate: boolean }
  /** The columns that the user has chosen for headers. */
  | { do: 'map'; columns: ColumnMapping }
  /** Shows only the bad rows with this reason; all if it is absent. */
  | { do: 'filter'; reason: string | undefined }
  | { do: 'conflicts'; conflicts: readonly Conflict[] | undefined }
  /** Cells that the server refused in the comparison of an update. */
  | { do: 'refuse'; rows: readonly RowError[] }
  /** The reply to `askTexts`. */
  | { do: 'texts'; texts: readonly string[] }
  /** The whole sheet, or only its bad rows. */
  | { do: 'write'; only?: BadSheet }

/** The messages from the worker. */
export type CheckAnswer =
  | { is: 'progress'; step: 'reading' | 'asking'; rows: number; total?: number }
  | { is: 'ask'; rows: CheckRows }
  /** Asks the page for the messages of faults in the user's language. */
  | { is: 'askTexts'; faults: readonly CellFault[] }
  | { is: 'result'; result: CheckResult }
  | { is: 'unreadable'; code: SheetProblemCode; row?: number; limit?: number }
  | { is: 'file'; bytes: Blob }
  | { is: 'failed'; message: string }
