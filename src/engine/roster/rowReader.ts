/** Reads the rows of a sheet: checks each cell by its column, then the row as a record. */
import type { ColumnMapping } from '../../contract/devices'
import { hasLevel } from '../../domain/authority'
import type { Zone } from '../../domain/dates'
import { normalEmail } from '../../domain/email'
import type { CompiledConfig, CompiledRosterColumn, Locale } from '../compiled'
import type { RuleContext } from '../conditions'
import { cellChecker, checkSecretCell } from './cell'
import { comparable, duplicateFinder } from './duplicates'
import type { SheetPlan } from './plan'
import { isClearing, splitByStorage } from './splitByStorage'
import type { CellProblem, RosterCell, RosterProblem, RosterRow } from './types'
import { isAlwaysRequired, sheetResource, validateRow } from './validateRow'

export interface RosterRecord {
  row: number
  /**
   * Valid cells as text. In the sheet of devices: values of built-in fields. In an import: cells that name other
   * records.
   */
  values: Readonly<Record<string, string>>
  /**
   * Valid values by field. In the sheet of devices: of fields that config adds, references as they are written. In an
   * import: of all other fields.
   */
  extra: Readonly<Record<string, unknown>>
  /** Fields that an update clears. */
  cleared: readonly string[]
  /** Whether cells were refused; they are left out. */
  isInvalid?: boolean
}

export interface SheetContext {
  plan: SheetPlan
  config: Pick<CompiledConfig, 'levels' | 'app'>
  /** The number of the caller's level. */
  level: number
  /** The caller, for rules of config. */
  user?: RuleContext['user']
  locale: Locale
  /** For sheets that do not register devices: the columns to read, and the required ones. */
  columns?: { read: readonly string[]; required: readonly string[] }
  /** The sheet changes stored records: only their key is required, and empty cells change nothing. */
  isUpdate?: boolean
  /** The columns that the sender has mapped by hand. */
  mapping?: ColumnMapping
}

interface SheetColumns {
  /** By column number. */
  columns: ReadonlyMap<number, CompiledRosterColumn>
  /** Numbers of columns that are not read. */
  ignored: ReadonlySet<number>
  /** The zones of times, by field, as far as the headers name them. */
  zones: ReadonlyMap<string, Zone>
}

/**
 * Returns a function that reads a row and compares it with the rows before. It must be called for all rows in order.
 */
export function rowReader(
  { columns, ignored, zones }: SheetColumns,
  headerOf: (field: string) => string,
  context: SheetContext,
): (row: RosterRow) => { record: RosterRecord; problems: RosterProblem[] } {
  const { plan, config, level, isUpdate = false } = context
  const { numbers: levels } = config.levels
  const fieldsInSheet = new Set([...columns.values()].map(({ field }) => field))
  const resource = sheetResource(plan, name => fieldsInSheet.has(name))
  const ruleContext = {
    level,
    levels,
    password: config.app.limits.password,
    ...(context.user && { user: context.user }),
  }
  const isRowNumber = rowNumberFinder()
  /** The columns without duplicates, with the number of the first row of each value. */
  const distinct = distinctColumns(context).map(column => ({
    ...column,
    firstRows: new Map<string, number>(),
  }))
  const findDuplicates = duplicateFinder(plan.isRoster ? resource : plan.resource)
  const requiredColumns = [...columns.values()].filter(column => isColumnRequired(column, context))
  const checkers = new Map(
    [...columns.values()].map(column => {
      const { field: name } = column
      const check =
        plan.isRoster && name === SECRET_COLUMN
          ? checkSecretCell
          : cellChecker(column, plan.isRoster ? resource.fields[name] : plan.resource.fields[name], {
              ...plan,
              zone: zones.get(name) ?? (plan.isRoster ? 'UTC' : 'KST'),
            })
      return [name, check] as const
    }),
  )

  return row => {
    const problems: RosterProblem[] = []
    /** Texts that only the server can convert, such as names of vendors. */
    const unresolved: Record<string, string> = {}
    /** Values of fields. */
    const entered: Record<string, unknown> = {}
    const cells = new Map<string, RosterCell>()
    const invalidFields = new Set<string>()
    const cleared: string[] = []
    const report = (field: string, problem: CellProblem) => {
      invalidFields.add(field)
      const value = plan.isRoster && field === SECRET_COLUMN ? '' : excerpt(cells.get(field)?.text ?? '')
      problems.push({ row: row.number, column: headerOf(field), value, ...problem })
    }

    for (const cell of row.cells) {
      if (ignored.has(cell.column)) continue
      const column = columns.get(cell.column)
      // In a column without header, a merged cell repeats a value that was read already.
      if (!column && (cell.isContinued || isRowNumber(cell))) continue
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
      if (isUpdate && name !== plan.key && isClearing(cell, plan)) {
        // An update cannot clear values that every device must have.
        if (plan.always.includes(name)) report(name, { code: 'required' })
        else cleared.push(name)
        continue
      }
      const field = plan.isRoster ? resource.fields[name] : plan.resource.fields[name]
      const checked = checkers.get(name)!(cell)
      if ('problem' in checked) report(name, checked.problem)
      else if (checked.text === '') cells.delete(name)
      else if (field && !plan.isByName(field) && !context.columns) entered[name] = checked.value
      else unresolved[name] = plan.isRoster && name === 'client' ? normalEmail(checked.text) : checked.text
    }
    for (const { field } of requiredColumns) if (!cells.has(field)) report(field, { code: 'required' })
    if (plan.isRoster && !context.columns && !isUpdate && cells.has('bunch') && !cells.has('batch'))
      report('bunch', { code: 'bunchWithoutBatch' })

    // An update is validated by the server, together with the stored record. In sheets that do not register devices
    // (`context.columns`) `entered` is empty.
    const { stored, problems: rowProblems } =
      isUpdate || context.columns
        ? { stored: entered, problems: {} }
        : validateRow(resource, entered, ruleContext)
    // `notHere` (a condition excludes the value) is not reported in rows with invalid cells: the condition may use
    // them.
    for (const [name, problem] of Object.entries(rowProblems))
      if (!invalidFields.has(name) && (problem.code !== 'notHere' || invalidFields.size === 0))
        report(name, problem)

    const { values, extra } = plan.isRoster
      ? splitByStorage(resource, stored, invalidFields, context)
      : { values: {}, extra: withoutKeys(entered, invalidFields) }
    const record = {
      row: row.number,
      values: { ...values, ...withoutKeys(unresolved, invalidFields) },
      extra,
      cleared,
    }
    for (const { name, code, firstRows } of distinct) {
      const text = comparable(record.values[name] ?? record.extra[name])
      if (text === '') continue
      const firstRow = firstRows.get(text)
      if (firstRow === undefined) firstRows.set(text, row.number)
      else {
        delete record.values[name]
        delete record.extra[name]
        report(name, { code, params: { first: firstRow } })
      }
    }
    // The server finds duplicates of updates, among all devices.
    for (const [name, problem] of context.columns || isUpdate ? [] : findDuplicates(record)) {
      delete record.values[name]
      delete record.extra[name]
      report(name, problem)
    }
    return { record: problems.length > 0 ? { ...record, isInvalid: true } : record, problems }
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

/** The columns without duplicates: two rows of an update cannot have the same key. */
const distinctColumns = ({ plan: { key, distinct }, isUpdate }: SheetContext): SheetPlan['distinct'] =>
  isUpdate && key !== undefined && !distinct.some(({ name }) => name === key)
    ? [...distinct, { name: key, code: 'duplicateValue' }]
    : distinct

/** A copy without these keys. */
const withoutKeys = <Value>(values: Readonly<Record<string, Value>>, keys: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !keys.has(name)))

/** Whether the sheet must have the column. Columns that the user may not fill in are never required by config. */
export function isColumnRequired(
  { field: name, required, level: minLevel }: CompiledRosterColumn,
  { plan, columns, isUpdate, level, config }: SheetContext,
): boolean {
  if (isUpdate) return name === plan.key
  if (columns) return columns.required.includes(name)
  if (plan.always.includes(name)) return true
  const field = plan.resource.fields[name]
  const isRequired = required || (field !== undefined && field.write !== 'never' && isAlwaysRequired(field))
  return isRequired && hasLevel(level, minLevel, config.levels.numbers)
}

/** The column of device secrets. They are stored as hashes, and no message repeats them. */
export const SECRET_COLUMN = 'secret'

/** In code points. A code point has at most two UTF-16 units. */
const MAX_EXCERPT = 100

/** The beginning of a text, to quote in a problem. */
export const excerpt = (text: string) => [...text.slice(0, 2 * MAX_EXCERPT)].slice(0, MAX_EXCERPT).join('')
