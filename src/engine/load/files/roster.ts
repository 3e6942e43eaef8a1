/** Compiles `roster.json`. Columns are fields of devices, or assign the device to a vendor, client or bunch. */
import { highest, isAtLeast, type Needed } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { plainHeader } from '../../../domain/typed'
import type { CompiledField, CompiledResource, CompiledRoster, CompiledRosterColumn } from '../../compiled'
import { localized } from '../../i18n'
import { knownHeaders, REQUIRED_COLUMNS, SECRET_COLUMN } from '../../roster'
import { isAlwaysRequired } from '../../roster/validateRow'
import type { Roster } from '../../shapes/files'
import type { RuleName } from '../../validation/rules'
import type { Location } from '../Location'
import { checkHeaders } from '../resource/headers'
import type { LevelOf } from './app'

/** Columns that are not fields of devices (decisions 25 and 28, security 61). */
const EXTRA_COLUMNS: readonly string[] = ['bunch', 'vendor', 'client', SECRET_COLUMN]

/** Built-in fields that a sheet can fill in. Devices report the other fields, or other records contain them. */
const ENTERABLE_FIELDS: readonly string[] = [
  ...REQUIRED_COLUMNS,
  ...['serial', 'batch', 'version', 'release', 'edition', 'modem.apn', 'modem.band', 'sido'],
]

/** Rules that can check a cell; others need an argument or other fields. */
const CELL_RULES: readonly RuleName[] = ['email', 'phone', 'brn', 'imei', 'url', 'digits', 'integer']

/** The default `max` of a column: characters of a cell. */
const DEFAULT_MAX = 255

/** The smallest `max` for IMEIs and phone numbers, in characters. */
const SMALLEST_MAX: Readonly<Record<string, number>> = { id: 15, isdn: 11 }

export function compileRoster(
  roster: Roster,
  root: Location,
  devices: CompiledResource | undefined,
  levelOf: LevelOf,
): CompiledRoster {
  const names = roster.columns.map(({ field }) => field)
  root.at('columns').expectUniqueKey(roster.columns, 'field')
  const columns = roster.columns.map((column, index) =>
    compileColumn(column, root.at('columns', index), devices, levelOf),
  )
  checkHeaders(columns, index => root.at('columns', index, 'header'))
  for (const name of REQUIRED_COLUMNS) {
    const index = names.indexOf(name)
    if (index < 0) root.at('columns').report('rosterNeeds', { name })
    else if (!columns[index]!.required) root.at('columns', index).report('rosterRequired', { name })
  }
  // Without a column for every required field, no device could be registered.
  for (const field of Object.values(devices?.fields ?? {}))
    if (field.write !== 'never' && isAlwaysRequired(field) && !names.includes(field.name))
      root.at('columns').report('rosterNeeds', { name: field.name })
  const [sheet, fileName] = [localized(roster.sheet), localized(roster.fileName)]
  if (!Object.values(fileName).every(name => /^[^/\\:*?"<>|\p{Cc}\p{Bidi_Control}]+\.xlsx$/u.test(name)))
    root.at('fileName').report('fileName')
  // Excel's rule for names of sheets.
  if (!Object.values(sheet).every(name => /^[^[\]:*?/\\]{1,31}$/.test(name) && !/^'|'$/.test(name)))
    root.at('sheet').report('sheetName')
  const lowerCase = (words: readonly string[]) => words.map(word => word.toLowerCase())
  const [yes, no, clear] = [lowerCase(roster.yes), lowerCase(roster.no), lowerCase(roster.clear ?? [])]
  for (const [index, name] of no.entries())
    if (yes.includes(name)) root.at('no', index).report('duplicate', { name })
  for (const [index, name] of clear.entries())
    if (yes.includes(name) || no.includes(name)) root.at('clear', index).report('duplicate', { name })
  const { imeiCheckDigit = true, numbering = [] } = roster
  for (const [index, name] of numbering.entries()) {
    const column = columns.find(candidate =>
      knownHeaders({ columns: [candidate] })
        .map(plainHeader)
        .includes(plainHeader(name)),
    )
    if (column) root.at('numbering', index).report('headerTwice', { name, other: column.field })
  }
  return { sheet, fileName, yes, no, clear, numbering, imeiCheckDigit, columns }
}

function compileColumn(
  column: Roster['columns'][number],
  loc: Location,
  devices: CompiledResource | undefined,
  levelOf: LevelOf,
): CompiledRosterColumn {
  const { field: name, rules = [], required = false, aliases = [], examples = [], max, width = 16 } = column
  const field = ownValue(devices?.fields, name)
  checkColumnField(name, field, loc.at('field'), devices)
  for (const [index, rule] of rules.entries())
    if (!CELL_RULES.includes(rule))
      loc.at('rules', index).report('ruleKind', { rule, kind: 'roster', known: CELL_RULES.join(', ') })
  const smallestMax = ownValue(SMALLEST_MAX, name) ?? 1
  if (max !== undefined && max < smallestMax)
    loc.at('max').report('minimum', { value: max, limit: smallestMax })
  const level = levelOf(column.level)
  const create = devices?.access.create
  if (required && create && !isAtLeast(create, level))
    loc.at('required').report('requiredAbove', { level, create })
  return {
    field: name,
    header: localized(column.header),
    aliases,
    required,
    rules,
    max: max ?? DEFAULT_MAX,
    level: levelOfColumn(name, level, devices),
    examples,
    help: localized(column.help),
    width,
    storage: field?.storage === 'extra' && !EXTRA_COLUMNS.includes(name) ? 'extra' : 'contract',
  }
}

/** Checks that a sheet can fill in the field of a column. */
function checkColumnField(
  name: string,
  field: CompiledField | undefined,
  loc: Location,
  devices: CompiledResource | undefined,
): void {
  const enterable = Object.values(devices?.fields ?? {}).filter(
    ({ name, storage }) => storage === 'extra' || ENTERABLE_FIELDS.includes(name),
  )
  if (devices) loc.expectKnown(name, [...enterable.map(field => field.name), ...EXTRA_COLUMNS])
  // Sheets are sent by mail, and hashing 100,000 passwords would take an hour.
  if (field?.type === 'password') loc.report('rosterPassword', { name })
  // A cell can refer to only one record.
  if (field?.type === 'references') loc.report('rosterReferences', { name })
  if (field?.storage === 'extra' && field.write === 'never') loc.report('rosterNever', { name })
}

/** The level of a column: that of config, or the level that the product requires for its values if it is higher. */
function levelOfColumn(name: string, level: Needed, devices: CompiledResource | undefined): Needed {
  if (name === SECRET_COLUMN) return highest(level, devices?.access.secrets ?? 'none')
  // Only masters choose the vendor (decision 25).
  if (name === 'vendor') return highest(level, 'master')
  // A device field with the name of an extra column contains an id and has other levels.
  const field = EXTRA_COLUMNS.includes(name) ? undefined : ownValue(devices?.fields, name)
  if (!field) return level
  return highest(level, field.read, field.write === 'never' ? 'none' : field.write)
}
