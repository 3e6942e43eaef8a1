/**
 * Reads sheets of devices (decision 29) and of other resources, in the browser and on the server. Problems are codes
 * with their place; their sentences are in i18n under `roster.rows.{code}`. Only the server compares with stored
 * records.
 */
import type { Zone } from '../../domain/dates'
import { plainHeader } from '../../domain/typed'
import type { CompiledRosterColumn } from '../compiled'
import { pick } from '../i18n'
import { isRecordProblem } from '../validation/checks'
import { headerFinder, isListHeader } from './header'
import {
  excerpt,
  isColumnRequired,
  type RosterRecord,
  rowReader,
  SECRET_COLUMN,
  type SheetContext,
} from './rowReader'
import type { RosterProblem, RosterRow } from './types'

export { correctedCell, isCorrectable } from './correction'
export { comparable } from './duplicates'
export { headerFinder, knownHeaders } from './header'
export { importPlan, planOf, REQUIRED_COLUMNS, rosterPlan, type SheetPlan } from './plan'
export { type RosterRecord, SECRET_COLUMN, type SheetContext } from './rowReader'
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
  skipped: readonly string[]
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
  const { plan } = context
  const { columns, numbering, resource } = plan
  const numberHeaders = new Set(numbering.map(plainHeader))
  const find = headerFinder(plan)
  const problems: RosterProblem[] = []
  const recognised = new Map<number, CompiledRosterColumn>()
  const headers = new Map<string, string>()
  const ignored = new Map<number, string>()
  const skipped = new Map<number, string>()
  const zones = new Map<string, Zone>()
  for (const cell of header.cells) {
    const text = excerpt(cell.text.trim())
    const match = find(cell.text)
    const place = { row: header.number, column: text, value: text }
    if (!match.column && numberHeaders.has(plainHeader(cell.text))) {
      skipped.set(cell.column, text)
    } else if (!match.column && context.isUpdate && isListHeader(resource, cell.text)) {
      ignored.set(cell.column, text)
    } else if (!match.column) {
      problems.push({ ...place, code: 'unknownHeader', params: { hint: hintOf(match.suggestion, context) } })
    } else if (headers.has(match.column.field)) {
      problems.push({
        ...place,
        code: 'duplicateHeader',
        params: { first: headers.get(match.column.field)! },
      })
    } else if (plan.isRoster && context.isUpdate && match.column.field === SECRET_COLUMN) {
      problems.push({ ...place, code: 'notForUpdate' })
    } else {
      recognised.set(cell.column, match.column)
      if (match.zone) zones.set(match.column.field, match.zone)
      headers.set(match.column.field, text)
    }
  }
  for (const column of columns) {
    if (!isColumnRequired(column, context) || headers.has(column.field)) continue
    const name = pick(column.header, context.locale)
    problems.unshift({ row: header.number, column: name, value: '', code: 'missingHeader' })
  }
  if (problems.length > 0) return { problems }
  const headerOf = (field: string) => headers.get(field) ?? labelOf(field, context)
  return {
    reader: {
      headers: [...headers.values()],
      ignored: [...ignored.values()],
      skipped: [...skipped.values()],
      has: field => headers.has(field),
      headerOf,
      read: rowReader(
        { columns: recognised, ignored: new Set([...ignored.keys(), ...skipped.keys()]), zones },
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

/** The header that was probably meant, else all headers. */
function hintOf(suggestion: CompiledRosterColumn | undefined, { locale, plan }: SheetContext): string {
  const suggestions = suggestion ? [suggestion] : plan.columns
  return suggestions.map(({ header }) => pick(header, locale)).join(', ')
}
