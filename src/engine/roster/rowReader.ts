/** The rows of a sheet: each cell judged by its column, each row as the device that it becomes. */
import { hasLevel } from '../../domain/authority'
import { normalEmail } from '../../domain/email'
import type { CompiledConfig, CompiledRosterColumn, Locale } from '../compiled'
import type { RuleContext } from '../conditions'
import { cellChecker, checkSecretCell } from './cell'
import { isAlwaysRequired, rosterResource, validateRow } from './device'
import { isClearing, sortOut } from './record'
import type { CellProblem, RosterCell, RosterProblem, RosterRow } from './types'
import { duplicateFinder } from './unique'

export interface RosterRecord {
  row: number
  /** Fields of the product by name, as text; cells that were refused or empty are not there. */
  values: Readonly<Record<string, string>>
  /** Fields that config adds, in their own types; references as they were written. */
  extra: Readonly<Record<string, unknown>>
  /** Fields that an update takes away: their cells say so. */
  cleared: readonly string[]
}

export interface RosterContext {
  config: Pick<CompiledConfig, 'roster' | 'resources' | 'levels' | 'app'>
  /** The number of the caller's level: some columns are for higher ones. */
  level: number
  /** The user who fills it in, as rules of config see it. */
  user?: RuleContext['user']
  locale: Locale
  /** For sheets that register nothing: the columns that are read, and the required ones. */
  columns?: { read: readonly string[]; needed: readonly string[] }
  /** The sheet says what registered devices become: only the IMEI must be there, and an empty cell changes nothing. */
  isUpdate?: boolean
}

/** @returns judges a row, also against the rows before it. */
export function rowReader(
  {
    columns,
    ignored,
  }: { columns: ReadonlyMap<number, CompiledRosterColumn>; ignored: ReadonlyMap<number, string> },
  headerOf: (field: string) => string,
  context: RosterContext,
): (row: RosterRow) => { record: RosterRecord; problems: RosterProblem[] } {
  const { config, level } = context
  const { numbers: levels } = config.levels
  const inSheet = new Set([...columns.values()].map(({ field }) => field))
  const resource = rosterResource(config, name => inSheet.has(name))
  const about = {
    level,
    levels,
    password: config.app.limits.password,
    ...(context.user && { user: context.user }),
  }
  const seen = { id: new Map<string, number>(), isdn: new Map<string, number>() }
  const findDuplicates = duplicateFinder(resource)
  const needed = [...columns.values()].filter(column => isNeeded(column, context))
  const checkers = new Map(
    [...columns.values()].map(column => {
      const { field: name } = column
      const check =
        name === SECRET ? checkSecretCell : cellChecker(column, resource.fields[name], config.roster)
      return [name, check] as const
    }),
  )

  return row => {
    const problems: RosterProblem[] = []
    const names: Record<string, string> = {}
    const entered: Record<string, unknown> = {}
    const cells = new Map<string, RosterCell>()
    const refused = new Set<string>()
    const cleared: string[] = []
    const report = (field: string, problem: CellProblem) => {
      refused.add(field)
      const value = field === SECRET ? '' : cut(cells.get(field)?.text ?? '')
      problems.push({ row: row.number, column: headerOf(field), value, ...problem })
    }

    for (const cell of row.cells) {
      if (ignored.has(cell.column)) continue
      const column = columns.get(cell.column)
      if (!column) {
        const params = { at: cell.column }
        problems.push({ row: row.number, column: '', value: cut(cell.text), code: 'noHeader', params })
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
        // Without these it is no device.
        if (NEEDED.some(one => one === name)) report(name, { code: 'required' })
        else cleared.push(name)
        continue
      }
      const field = resource.fields[name]
      const checked = checkers.get(name)!(cell)
      if ('problem' in checked) report(name, checked.problem)
      else if (checked.text === '') cells.delete(name)
      else if (field && !context.columns) entered[name] = checked.value
      else names[name] = name === 'client' ? normalEmail(checked.text) : checked.text
    }
    for (const { field } of needed) if (!cells.has(field)) report(field, { code: 'required' })
    if (!context.columns && !context.isUpdate && cells.has('bunch') && !cells.has('batch'))
      report('bunch', { code: 'bunchWithoutBatch' })

    // What an update makes of a device is judged beside that device.
    const { stored, problems: wrong } = context.isUpdate
      ? { stored: entered, problems: {} }
      : context.columns
        ? { stored: {}, problems: {} }
        : validateRow(resource, entered, about)
    // `notHere` is not reported in a row with unreadable cells: its condition may depend on them.
    for (const [name, problem] of Object.entries(wrong))
      if (!refused.has(name) && (problem.code !== 'notHere' || refused.size === 0)) report(name, problem)

    const { values, extra } = sortOut(resource, stored, refused, context)
    const record = { row: row.number, values: { ...values, ...names }, extra, cleared }
    for (const [name, code] of UNIQUE) {
      const text = record.values[name]
      const first = text === undefined ? undefined : seen[name].get(text)
      if (first !== undefined) {
        delete record.values[name]
        report(name, { code, params: { first } })
      } else if (text !== undefined) seen[name].set(text, row.number)
    }
    // What an update makes of a device is compared beside all others.
    for (const [name, problem] of context.columns || context.isUpdate ? [] : findDuplicates(record)) {
      delete record.values[name]
      delete record.extra[name]
      report(name, problem)
    }
    return { record, problems }
  }
}

/** Values that no two rows may share, with the problem of the later row. */
const UNIQUE = [
  ['id', 'duplicateImei'],
  ['isdn', 'duplicatePhone'],
] as const

/** A column is not required of users who may not fill it in. */
export function isNeeded(
  { field: name, required, level: from }: CompiledRosterColumn,
  { columns, isUpdate, level, config }: RosterContext,
): boolean {
  if (isUpdate) return name === 'id'
  if (columns) return columns.needed.includes(name)
  if (NEEDED.some(one => one === name)) return true
  const field = config.resources.devices?.fields[name]
  const wanted = required || (field !== undefined && field.write !== 'never' && isAlwaysRequired(field))
  return wanted && hasLevel(level, from, config.levels.numbers)
}

/** Columns that every registration needs. */
export const NEEDED = ['id', 'isdn', 'model'] as const

/** The column of device secrets. They are stored as hashes, and no message repeats them. */
export const SECRET = 'secret'

/** As much of a text as is repeated in a problem. */
export const cut = (text: string) => [...text.slice(0, 200)].slice(0, 100).join('')
