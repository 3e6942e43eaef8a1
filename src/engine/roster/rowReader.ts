/** Reads the rows of a sheet: checks each cell by its column, then the row as a device. */
import { hasLevel } from '../../domain/authority'
import { normalEmail } from '../../domain/email'
import type { CompiledConfig, CompiledRosterColumn, Locale } from '../compiled'
import type { RuleContext } from '../conditions'
import { cellChecker, checkSecretCell } from './cell'
import { duplicateFinder } from './duplicates'
import { isClearing, splitByStorage } from './splitByStorage'
import type { CellProblem, RosterCell, RosterProblem, RosterRow } from './types'
import { isAlwaysRequired, rosterResource, validateRow } from './validateRow'

export interface RosterRecord {
  row: number
  /** Valid values of built-in fields by name, as text. */
  values: Readonly<Record<string, string>>
  /** Valid values of fields that config adds; references as they are written in the sheet. */
  extra: Readonly<Record<string, unknown>>
  /** Fields that an update clears. */
  cleared: readonly string[]
}

export interface RosterContext {
  config: Pick<CompiledConfig, 'roster' | 'resources' | 'levels' | 'app'>
  /** The number of the caller's level. */
  level: number
  /** The caller, for rules of config. */
  user?: RuleContext['user']
  locale: Locale
  /** For sheets that do not register devices: the columns to read, and the required ones. */
  columns?: { read: readonly string[]; required: readonly string[] }
  /** The sheet changes registered devices: only the IMEI is required, and empty cells change nothing. */
  isUpdate?: boolean
}

/**
 * Returns a function that reads a row and compares it with the rows before. It must be called for all rows in order.
 *
 * @param columns by column number
 * @param ignored numbers of columns that are not read
 */
export function rowReader(
  { columns, ignored }: { columns: ReadonlyMap<number, CompiledRosterColumn>; ignored: ReadonlySet<number> },
  headerOf: (field: string) => string,
  context: RosterContext,
): (row: RosterRow) => { record: RosterRecord; problems: RosterProblem[] } {
  const { config, level } = context
  const { numbers: levels } = config.levels
  const fieldsInSheet = new Set([...columns.values()].map(({ field }) => field))
  const resource = rosterResource(config, name => fieldsInSheet.has(name))
  const ruleContext = {
    level,
    levels,
    password: config.app.limits.password,
    ...(context.user && { user: context.user }),
  }
  const isRowNumber = rowNumberFinder()
  /** For the columns without duplicates: the number of the first row with each value. */
  const firstRows = { id: new Map<string, number>(), isdn: new Map<string, number>() }
  const findDuplicates = duplicateFinder(resource)
  const requiredColumns = [...columns.values()].filter(column => isColumnRequired(column, context))
  const checkers = new Map(
    [...columns.values()].map(column => {
      const { field: name } = column
      const check =
        name === SECRET_COLUMN ? checkSecretCell : cellChecker(column, resource.fields[name], config.roster)
      return [name, check] as const
    }),
  )

  return row => {
    const problems: RosterProblem[] = []
    /** Texts that only the server can convert, such as names of vendors. */
    const unresolved: Record<string, string> = {}
    /** Values of fields of devices. */
    const entered: Record<string, unknown> = {}
    const cells = new Map<string, RosterCell>()
    const invalidFields = new Set<string>()
    const cleared: string[] = []
    const report = (field: string, problem: CellProblem) => {
      invalidFields.add(field)
      const value = field === SECRET_COLUMN ? '' : excerpt(cells.get(field)?.text ?? '')
      problems.push({ row: row.number, column: headerOf(field), value, ...problem })
    }

    for (const cell of row.cells) {
      if (ignored.has(cell.column)) continue
      const column = columns.get(cell.column)
      if (!column && isRowNumber(cell)) continue
      if (!column) {
        const params = { at: cell.column }
        problems.push({ row: row.number, column: '', value: excerpt(cell.text), code: 'noHeader', params })
        continue
      }
      const { field: name } = column
      if (context.columns && !context.columns.read.includes(name)) continue
      cells.set(name, cell)
      if (!hasLevel(level, column.level, levels)) {
        report(name, { code: 'forbidden' })
        continue
      }
      if (context.isUpdate && name !== 'id' && isClearing(cell, config.roster)) {
        // An update cannot clear values that every device must have.
        if (REQUIRED_COLUMNS.some(required => required === name)) report(name, { code: 'required' })
        else cleared.push(name)
        continue
      }
      const field = resource.fields[name]
      const checked = checkers.get(name)!(cell)
      if ('problem' in checked) report(name, checked.problem)
      else if (checked.text === '') cells.delete(name)
      else if (field && !context.columns) entered[name] = checked.value
      else unresolved[name] = name === 'client' ? normalEmail(checked.text) : checked.text
    }
    for (const { field } of requiredColumns) if (!cells.has(field)) report(field, { code: 'required' })
    if (!context.columns && !context.isUpdate && cells.has('bunch') && !cells.has('batch'))
      report('bunch', { code: 'bunchWithoutBatch' })

    // An update is validated by the server, together with the stored device. In sheets that do not register devices
    // (`context.columns`) `entered` is empty.
    const { stored, problems: rowProblems } =
      context.isUpdate || context.columns
        ? { stored: entered, problems: {} }
        : validateRow(resource, entered, ruleContext)
    // `notHere` (a condition excludes the value) is not reported in rows with invalid cells: the condition may use
    // them.
    for (const [name, problem] of Object.entries(rowProblems))
      if (!invalidFields.has(name) && (problem.code !== 'notHere' || invalidFields.size === 0))
        report(name, problem)

    const { values, extra } = splitByStorage(resource, stored, invalidFields, context)
    const record = { row: row.number, values: { ...values, ...unresolved }, extra, cleared }
    for (const { name, code } of UNIQUE_COLUMNS) {
      const text = record.values[name]
      if (text === undefined) continue
      const firstRow = firstRows[name].get(text)
      if (firstRow === undefined) firstRows[name].set(text, row.number)
      else {
        delete record.values[name]
        report(name, { code, params: { first: firstRow } })
      }
    }
    // The server finds duplicates of updates, among all devices.
    for (const [name, problem] of context.columns || context.isUpdate ? [] : findDuplicates(record)) {
      delete record.values[name]
      delete record.extra[name]
      report(name, problem)
    }
    return { record, problems }
  }
}

/**
 * Returns a function that recognises row numbers in columns without a header: 1, then larger numbers. Call it with
 * every cell of such a column.
 */
function rowNumberFinder(): (cell: RosterCell) => boolean {
  const lastNumbers = new Map<number, number>()
  return ({ column, text }) => {
    const lastNumber = lastNumbers.get(column)
    const number = /^\d+$/.test(text) ? Number(text) : 0
    // Deleted rows leave gaps.
    const isNext = lastNumber === undefined ? number === 1 : number > lastNumber
    if (isNext) lastNumbers.set(column, number)
    return isNext
  }
}

/** Columns without duplicates, with the problem of the later row. */
const UNIQUE_COLUMNS = [
  { name: 'id', code: 'duplicateImei' },
  { name: 'isdn', code: 'duplicatePhone' },
] as const

/** Whether the sheet must have the column. Columns that the user may not fill in are never required by config. */
export function isColumnRequired(
  { field: name, required, level: minLevel }: CompiledRosterColumn,
  { columns, isUpdate, level, config }: RosterContext,
): boolean {
  if (isUpdate) return name === 'id'
  if (columns) return columns.required.includes(name)
  if (REQUIRED_COLUMNS.some(column => column === name)) return true
  const field = config.resources.devices?.fields[name]
  const isRequired = required || (field !== undefined && field.write !== 'never' && isAlwaysRequired(field))
  return isRequired && hasLevel(level, minLevel, config.levels.numbers)
}

/** Columns that every registration needs. */
export const REQUIRED_COLUMNS = ['id', 'isdn', 'model'] as const

/** The column of device secrets. They are stored as hashes, and no message repeats them. */
export const SECRET_COLUMN = 'secret'

/** In code points. A code point has at most two UTF-16 units. */
const MAX_EXCERPT = 100

/** The beginning of a text, to quote in a problem. */
export const excerpt = (text: string) => [...text.slice(0, 2 * MAX_EXCERPT)].slice(0, MAX_EXCERPT).join('')
