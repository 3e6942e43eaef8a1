/** An import, and the rows and problems that it works with. */
import type { ImportMode } from '../../../contract/imports'
import type { RosterRecord, SheetPlan } from '../../../engine/roster'
import { normalise } from '../../../engine/values'
import type { Caller } from '../../caller'
import type { Db } from '../../store/database'
import type { RecordContext } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import type { Differences } from '../rosters/differences'
import type { ReportedProblem } from '../rosters/rosterProblems'

/** A problem of a row: of a field, or of the whole row. */
export type ReportProblem = (record: ImportedRow, field: string, problem: ReportedProblem) => void

export type ImportedRow = Pick<RosterRecord, 'row' | 'values' | 'extra' | 'cleared' | 'isInvalid'>

export interface ImportWork {
  tx: Db
  tenant: Tenant
  caller: Caller
  plan: SheetPlan
  mode: ImportMode
  context: Required<RecordContext>
  differences: Differences
  report: ReportProblem
}

/** The text by which a row finds its stored record. */
export function keyOf({ key, resource }: SheetPlan, { values, extra }: ImportedRow): unknown {
  const field = key === undefined ? undefined : resource.fields[key]
  const value = field && (extra[field.name] ?? values[field.name])
  return field && value !== undefined ? normalise(field, value) : undefined
}
