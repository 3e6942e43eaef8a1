/** The roster sheet: its columns are fields of devices, or name whose a device becomes. */
import type { LevelName } from '../../domain/authority'
import { own } from '../../domain/own'
import type { CompiledResource, CompiledRoster, CompiledRosterColumn } from '../compiled'
import { plainHeader } from '../rosterHeader'
import type { Roster } from '../shapes/roster'
import type { JsonSource } from './JsonSource'
import { levelOf, words } from './parts'
import { withHint } from './suggest'

/** What a registration says beyond the fields of a device (decisions 25 and 28). */
const OWNERSHIP = ['bunch', 'vendor', 'client'] as const

/** What no device can be registered without. */
const NEEDED = ['id', 'isdn', 'model'] as const

/** Fields of a device that come from the device itself, not from a sheet. */
const NOT_ENTERED = ['linked', 'closed', 'created', 'vpn', 'modem', 'modem.rsrp'] as const

export function compileRoster(
  roster: Roster,
  source: JsonSource,
  devices: CompiledResource | undefined,
  alias: LevelName,
): CompiledRoster {
  const fields = devices?.fields ?? {}
  const enterable = [...Object.keys(fields), ...OWNERSHIP].filter(
    name => !NOT_ENTERED.some(other => other === name),
  )
  const headers = new Map<string, string>()
  const columns = roster.columns.map((column, at): CompiledRosterColumn => {
    if (devices && !enterable.includes(column.field)) {
      source.report(['columns', at, 'field'], 'unknownField', withHint(column.field, enterable))
    }
    if (roster.columns.findIndex(other => other.field === column.field) !== at) {
      source.report(['columns', at, 'field'], 'duplicate', { name: column.field })
    }
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
      level: levelOf(column.level, 'none', alias),
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
  const fileName = words(roster.fileName)
  if (!Object.values(fileName).every(name => /^[^/\\:*?"<>|\p{Cc}]+\.xlsx$/u.test(name))) {
    source.report(['fileName'], 'fileName')
  }
  const [yes, no] = [roster.yes, roster.no].map(list => list.map(word => word.toLowerCase()))
  for (const [at, word] of no!.entries()) {
    if (yes!.includes(word)) source.report(['no', at], 'duplicate', { name: word })
  }
  return { sheet: words(roster.sheet), fileName, yes: yes!, no: no!, columns }
}

function isOwnership(name: string): boolean {
  return OWNERSHIP.some(other => other === name)
}
