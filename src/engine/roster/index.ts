/**
 * Reads sheets of devices (decision 29) and of other resources, in the browser and on the server. Problems are codes
 * with their place; their sentences are in i18n under `roster.rows.{code}`. Only the server compares with stored
 * records.
 */
import type { Zone } from '../../domain/dates'
import type { CompiledRosterColumn } from '../compiled'
import { pick } from '../i18n'
import { isRecordProblem } from '../validation/checks'
import { absentHeaders, type HeaderCell, matchHeaders } from './header'
import { isColumnRequired, type RosterRecord, rowReader, type SheetContext } from './rowReader'
import type { RosterProblem, RosterRow } from './types'

export { correctedCell, isCorrectable } from './correction'
export { comparable } from './duplicates'
export { EVERY_OTHER, type HeaderCell, headerFinder, isMappable, knownHeaders, matchHeaders } from './header'
export { importPlan, planOf, REQUIRED_COLUMNS, rosterPlan, type SheetPlan } from './plan'
export { isColumnRequired, type RosterRecord, SECRET_COLUMN, type SheetContext } from './rowReader'
export {
  isSheetProblem,
  type RosterCell,
  type RosterProblem,
  type RosterProblemCode,
  type RosterRow,
} from './types'

export interface RosterReader {
  /** The recognised headers, from left to right. */
  headers: readonly string[]
  /** Headers that an update ignores: columns of the device list that no sheet can change. */
  ignored: readonly string[]
  /** Headers of columns that only number the rows (`numbering` of config). */
  numbering: readonly string[]
  /** Whether the sheet has a column for a field. */
  has(field: string): boolean
  /** The name of a field in problems: its header in the sheet, or its label if the sheet has no such column. */
  headerOf(field: string): string
  /** Checks a row, and compares it with the rows read before. The record contains the valid cells. */
  read(row: RosterRow): { record: RosterRecord; problems: RosterProblem[] }
}

/** Reads the header row, whose columns may be in any order. Returns a reader for the other rows, or the problems. */
export function rosterReader(
  header: RosterRow,
  context: SheetContext,
): { reader: RosterReader } | { problems: RosterProblem[] } {
  const { plan, locale } = context
  const cells = matchHeaders(header, context)
  const recognised = new Map<number, CompiledRosterColumn>()
  const headers = new Map<string, string>()
  const zones = new Map<string, Zone>()
  for (const { at, name, column, zone } of cells) {
    if (!column) continue
    recognised.set(at, column)
    headers.set(column.field, name)
    if (zone) zones.set(column.field, zone)
  }
  const missing = plan.columns.filter(
    column => isColumnRequired(column, context) && !headers.has(column.field),
  )
  const problems: RosterProblem[] = [
    ...[...missing.map(column => pick(column.header, locale)), ...absentHeaders(cells, context.mapping)].map(
      column => ({ row: header.number, column, value: '', code: 'missingHeader' as const }),
    ),
    ...cells.flatMap(({ name, problem }) =>
      problem ? [{ row: header.number, column: name, value: name, ...problem }] : [],
    ),
  ]
  if (problems.length > 0) return { problems }
  const unread = (...reasons: HeaderCell['unread'][]) => cells.filter(cell => reasons.includes(cell.unread))
  const headerOf = (field: string) => headers.get(field) ?? labelOf(field, context)
  return {
    reader: {
      headers: [...headers.values()],
      ignored: unread('ignored').map(({ name }) => name),
      numbering: unread('numbering').map(({ name }) => name),
      has: field => headers.has(field),
      headerOf,
      read: rowReader(
        {
          columns: recognised,
          ignored: new Set(cells.flatMap(({ at, unread }) => (unread ? at : []))),
          zones,
        },
        headerOf,
        context,
      ),
    },
  }
}

/** The name of a field without a column in the sheet; empty for a problem of the whole row. */
function labelOf(field: string, { plan, locale }: SheetContext): string {
  if (isRecordProblem(field)) return ''
  const name =
    plan.columns.find(column => column.field === field)?.header ?? plan.resource.fields[field]?.label
  return name ? pick(name, locale) : field
}
