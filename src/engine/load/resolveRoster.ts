/** The roster sheet: its columns are fields of devices, or name whose a device becomes. */
import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { own } from '../../domain/own'
import type { CompiledField, CompiledResource, CompiledRoster, CompiledRosterColumn } from '../compiled'
import type { RuleName } from '../registry'
import { NEEDED } from '../roster'
import { plainHeader } from '../rosterHeader'
import { isAlwaysRequired } from '../rosterRecord'
import type { Roster } from '../shapes/roster'
import type { JsonSource } from './JsonSource'
import { higher, levelOf, words } from './parts'
import type { Steps } from './problems'
import { withHint } from './suggest'

/** What a registration says beyond the fields of a device (decisions 25 and 28). */
const OWNERSHIP = ['bunch', 'vendor', 'client'] as const

/** Fields of the product that a sheet can fill in; the others come from the device itself, or are of other records. */
const ENTERED: readonly string[] = [
  ...NEEDED,
  ...['serial', 'batch', 'version', 'release', 'edition', 'modem.apn', 'modem.band', 'sido'],
]

/** Rules that a cell is held against; others need a value of their own, or a form. */
const CELL_RULES: readonly RuleName[] = ['email', 'phone', 'brn', 'imei', 'url', 'digits', 'integer']

/** What an IMEI and a phone number take. */
const LEAST_WIDTH: Readonly<Record<string, number>> = { id: 15, isdn: 11 }

export function compileRoster(
  roster: Roster,
  source: JsonSource,
  devices: CompiledResource | undefined,
  alias: LevelName,
): CompiledRoster {
  const fields = devices?.fields ?? {}
  const enterable = [
    ...Object.values(fields)
      .filter(({ name, stored }) => stored === 'extra' || ENTERED.includes(name))
      .map(({ name }) => name),
    ...OWNERSHIP,
  ]
  const headers = new Map<string, string>()
  const columns = roster.columns.map((column, at): CompiledRosterColumn => {
    if (devices && !enterable.includes(column.field)) {
      source.report(['columns', at, 'field'], 'unknownField', withHint(column.field, enterable))
    }
    if (roster.columns.findIndex(other => other.field === column.field) !== at) {
      source.report(['columns', at, 'field'], 'duplicate', { name: column.field })
    }
    checkColumn(column, ['columns', at], source, devices, alias)
    const field = own(fields, column.field)
    const place: Steps = ['columns', at, 'field']
    // Nobody mails passwords around in a sheet, and to hash 100,000 of them takes an hour.
    if (field?.type === 'password') source.report(place, 'rosterPassword', { name: column.field })
    if (field?.stored === 'extra' && field.write === 'never')
      source.report(place, 'rosterNever', { name: column.field })
    const header = words(column.header)
    for (const text of new Set([header.ko, header.en, ...(column.aliases ?? [])].map(plainHeader))) {
      const other = headers.get(text)
      if (other !== undefined && other !== column.field) {
        source.report(['columns', at, 'header'], 'headerTwice', { name: text, other })
      }
      headers.set(text, column.field)
    }
    return {
      field: column.field,
      header,
      aliases: column.aliases ?? [],
      required: column.required ?? false,
      rules: column.rules ?? [],
      max: column.max ?? 255,
      level: levelFor(column.field, levelOf(column.level, 'none', alias), field),
      examples: column.examples ?? [],
      ...(column.help ? { help: words(column.help) } : {}),
      width: column.width ?? 16,
      stored:
        own(fields, column.field)?.stored === 'extra' && !isOwnership(column.field) ? 'extra' : 'contract',
    }
  })
  for (const name of NEEDED) {
    const at = roster.columns.findIndex(column => column.field === name)
    if (at < 0) source.report(['columns'], 'rosterNeeds', { name })
    else if (!roster.columns[at]!.required) source.report(['columns', at], 'rosterRequired', { name })
  }
  // What every device must have, somebody has to be able to enter.
  for (const field of Object.values(fields))
    if (
      field.write !== 'never' &&
      isAlwaysRequired(field) &&
      !roster.columns.some(one => one.field === field.name)
    )
      source.report(['columns'], 'rosterNeeds', { name: field.name })
  const fileName = words(roster.fileName)
  if (!Object.values(fileName).every(name => /^[^/\\:*?"<>|\p{Cc}\p{Bidi_Control}]+\.xlsx$/u.test(name))) {
    source.report(['fileName'], 'fileName')
  }
  const sheet = words(roster.sheet)
  // What Excel takes for the name of a sheet.
  if (!Object.values(sheet).every(name => /^[^[\]:*?/\\]{1,31}$/.test(name) && !/^'|'$/.test(name)))
    source.report(['sheet'], 'sheetName')
  const [yes, no] = [roster.yes, roster.no].map(list => list.map(word => word.toLowerCase()))
  for (const [at, word] of no!.entries()) {
    if (yes!.includes(word)) source.report(['no', at], 'duplicate', { name: word })
  }
  return { sheet, fileName, yes: yes!, no: no!, columns }
}

function checkColumn(
  column: Roster['columns'][number],
  at: Steps,
  source: JsonSource,
  devices: CompiledResource | undefined,
  alias: LevelName,
): void {
  for (const [index, rule] of (column.rules ?? []).entries())
    if (!CELL_RULES.includes(rule))
      source.report([...at, 'rules', index], 'ruleKind', {
        rule,
        kind: 'roster',
        known: CELL_RULES.join(', '),
      })
  const least = Object.hasOwn(LEAST_WIDTH, column.field) ? LEAST_WIDTH[column.field]! : 1
  if (column.max !== undefined && column.max < least)
    source.report([...at, 'max'], 'minimum', { value: column.max, limit: least })
  const level = levelOf(column.level, 'none', alias)
  const create = devices?.access.create
  if (column.required && create && higher(level, create) !== create)
    source.report([...at, 'required'], 'requiredAbove', { level, create })
}

/** A column is for those who may write its field, and whose a device is only masters say (decision 25). */
function levelFor(name: string, level: LevelName, field: CompiledField | undefined): LevelName {
  const write = field && field.write !== 'never' ? field.write : 'none'
  const levels = [level, write, field?.read ?? 'none', name === 'vendor' ? 'master' : 'none'] as const
  return LEVEL_NAMES.findLast(one => levels.includes(one)) ?? level
}

function isOwnership(name: string): boolean {
  return OWNERSHIP.some(other => other === name)
}
