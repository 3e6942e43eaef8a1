/** What passes between the server and a thread that reads a spreadsheet. */
import type { SheetLimits, SheetProblemCode, SheetRow } from '../../sheet'

/** What the thread is started with. */
export interface SheetStart {
  /** Of the open file; whoever starts the thread closes it. */
  fd: number
  limits: Partial<SheetLimits>
}

/** Some rows, the last of them, or why there are no more. Each is answered once the next may come. */
export type SheetMessage =
  | { rows: SheetRow[]; last: boolean }
  | { problem: { code: SheetProblemCode; row?: number; column?: number; limit?: number } }
