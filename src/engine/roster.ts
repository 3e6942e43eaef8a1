/**
 * What makes a row of a roster sheet a device (decision 29): its header understood, each cell judged by `config/roster.json`.
 * Answers with codes and the place of each; what only the database knows is judged by the server. Sentences are in i18n under
 * `roster.rows.{code}`.
 */
import { reaches } from '../domain/authority'
import { normalEmail } from '../domain/email'
import type { CompiledConfig, CompiledRosterColumn, Locale } from './compiled'
import { checkCell } from './rosterCell'
import { headerFinder } from './rosterHeader'
import type { CellProblem, RosterCell, RosterProblem, RosterRow } from './rosterTerms'
import { pick } from './text'

export {
  ROSTER_PROBLEMS,
  type RosterCell,
  type RosterProblem,
  type RosterProblemCode,
  type RosterRow,
} from './rosterTerms'

export interface RosterRecord {
  row: number
  /** By field, as text; cells that were refused or empty are not there. */
  values: Readonly<Record<string, string>>
  /** Fields that config adds, in their own types. */
  extra: Readonly<Record<string, unknown>>
}

export interface RosterReader {
  /** As the sheet has them, from left to right. */
  headers: readonly string[]
  /** Whether the sheet has a column for a field. */
  has(field: string): boolean
  /** The header that the sheet has for a field, for problems found later. */
  headerOf(field: string): string
  /** Judges a row, also against the rows before it. The record holds what was right. */
  read(row: RosterRow): { record: RosterRecord; problems: RosterProblem[] }
}

export interface RosterContext {
  config: Pick<CompiledConfig, 'roster' | 'resources' | 'levels'>
  /** The number of the caller's level: some columns are for higher ones. */
  level: number
  locale: Locale
  /** For sheets that register nothing: the columns that are looked at, and those that must be there. */
  columns?: { read: readonly string[]; needed: readonly string[] }
}

/** Understands the header, or says what is wrong with it. The columns may stand in any order. */
export function rosterReader(
  header: RosterRow,
  context: RosterContext,
): { reader: RosterReader } | { problems: RosterProblem[] } {
  const { columns } = context.config.roster
  const find = headerFinder(columns)
  const problems: RosterProblem[] = []
  const found = new Map<number, CompiledRosterColumn>()
  const headers = new Map<string, string>()
  for (const cell of header.cells) {
    const text = cut(cell.text.trim())
    const column = find(cell.text)
    const place = { row: header.number, column: text, value: text }
    if (!column.found) {
      problems.push({ ...place, code: 'unknownHeader', params: { hint: hintOf(column.near, context) } })
    } else if (headers.has(column.found.field)) {
      problems.push({
        ...place,
        code: 'duplicateHeader',
        params: { first: headers.get(column.found.field)! },
      })
    } else {
      found.set(cell.column, column.found)
      headers.set(column.found.field, text)
    }
  }
  for (const column of columns) {
    if (!isNeeded(column, context) || headers.has(column.field)) continue
    const name = pick(column.header, context.locale)
    problems.unshift({ row: header.number, column: name, value: '', code: 'missingHeader' })
  }
  if (problems.length > 0) return { problems }
  const headerOf = (field: string) => headers.get(field) ?? field
  return {
    reader: {
      headers: [...headers.values()],
      has: field => headers.has(field),
      headerOf,
      read: rowReader(found, headerOf, context),
    },
  }
}

const isNeeded = ({ field, required }: CompiledRosterColumn, { columns }: RosterContext) =>
  columns ? columns.needed.includes(field) : required

const hintOf = (column: CompiledRosterColumn | undefined, { locale, config }: RosterContext) =>
  column ? pick(column.header, locale) : config.roster.columns.map(one => pick(one.header, locale)).join(', ')

function rowReader(
  columns: ReadonlyMap<number, CompiledRosterColumn>,
  headerOf: (field: string) => string,
  context: RosterContext,
): RosterReader['read'] {
  const { config, level } = context
  const fields = config.resources.devices?.fields ?? {}
  const seen = { id: new Map<string, number>(), isdn: new Map<string, number>() }

  return row => {
    const problems: RosterProblem[] = []
    const values: [string, string][] = []
    const extra: [string, unknown][] = []
    const filled = new Set<string>()
    const report = (field: string, cell: RosterCell | undefined, { code, params }: CellProblem) =>
      problems.push({
        row: row.number,
        column: headerOf(field),
        value: cut(cell?.text ?? ''),
        code,
        ...(params && { params }),
      })

    for (const cell of row.cells) {
      const column = columns.get(cell.column)
      if (!column) {
        problems.push({ row: row.number, column: '', value: cut(cell.text), code: 'noHeader' })
        continue
      }
      if (context.columns && !context.columns.read.includes(column.field)) continue
      filled.add(column.field)
      if (!reaches(level, column.level, config.levels.numbers)) {
        report(column.field, cell, { code: 'forbidden' })
        continue
      }
      const checked = checkCell(cell, column, fields[column.field], config.roster)
      if ('problem' in checked) report(column.field, cell, checked.problem)
      else if (checked.text === '') filled.delete(column.field)
      else if (column.stored === 'extra') extra.push([column.field, checked.value])
      else {
        const text = column.field === 'client' ? normalEmail(checked.text) : checked.text
        const first = firstWith(seen, column.field, text, row.number)
        if (first === undefined) values.push([column.field, text])
        else
          report(column.field, cell, {
            code: column.field === 'id' ? 'duplicateImei' : 'duplicatePhone',
            params: { first },
          })
      }
    }
    for (const column of columns.values())
      if (isNeeded(column, context) && !filled.has(column.field))
        report(column.field, undefined, { code: 'required' })
    if (!context.columns && filled.has('bunch') && !filled.has('batch'))
      report(
        'bunch',
        row.cells.find(cell => columns.get(cell.column)?.field === 'bunch'),
        {
          code: 'bunchWithoutBatch',
        },
      )
    return {
      record: { row: row.number, values: Object.fromEntries(values), extra: Object.fromEntries(extra) },
      problems,
    }
  }
}

/** The row that already has this IMEI or phone number; remembers this one otherwise. */
function firstWith(
  seen: Readonly<Record<string, Map<string, number>>>,
  field: string,
  text: string,
  row: number,
): number | undefined {
  const rows = Object.hasOwn(seen, field) ? seen[field]! : undefined
  const first = rows?.get(text)
  if (first === undefined) rows?.set(text, row)
  return first
}

const cut = (text: string) => [...text.slice(0, 200)].slice(0, 100).join('')
