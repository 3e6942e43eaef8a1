/** Finds the columns for the headers of a sheet; the sender may have mapped some by hand. */
import { distance } from 'fastest-levenshtein'
import type { ColumnMapping } from '../../contract/devices'
import { ZONES, type Zone } from '../../domain/dates'
import { plainHeader } from '../../domain/typed'
import type { CompiledField, CompiledRoster, CompiledRosterColumn } from '../compiled'
import { headersOf } from '../fields/units'
import { pick } from '../i18n'
import type { SheetPlan } from './plan'
import { excerpt, SECRET_COLUMN, type SheetContext } from './rowReader'
import type { CellProblem, RosterCell, RosterRow } from './types'

/** All headers that a sheet may have, in both languages. */
export const knownHeaders = ({ columns }: Pick<CompiledRoster, 'columns'>): string[] =>
  columns.flatMap(({ header, aliases }) => [header.ko, header.en, ...aliases])

/** The header of a mapping that stands for all headers that mean no column. */
export const EVERY_OTHER = '*'

interface HeaderMatch {
  column?: CompiledRosterColumn
  /** The zone of its times, if the header names one. */
  zone?: Zone
  /** Without a column: the one that was probably meant. */
  suggestion?: CompiledRosterColumn
}

/** The zone that exports append to the headers of times (`engine/fields/units`), in the form of `plainHeader`. */
const ZONE = new RegExp(`(${ZONES.join('|')})$`, 'i')

/** Returns a function that finds the column with a header, or suggests the column that was probably meant. */
export function headerFinder({ columns, resource }: Pick<SheetPlan, 'columns' | 'resource'>) {
  const names = new Map<string, CompiledRosterColumn>()
  const exported = new Map<string, CompiledRosterColumn>()
  const ambiguous = new Set<string>()
  for (const column of columns) {
    const { field, header, aliases } = column
    for (const name of [header.ko, header.en, ...aliases]) names.set(plainHeader(name), column)
    const format = resource.fields[field]?.format ?? 'text'
    const listed = resource.list?.columns.filter(candidate => candidate.field === field) ?? []
    for (const name of [{ label: header, format }, ...listed].flatMap(headersOf).map(plainHeader)) {
      if (exported.has(name) && exported.get(name) !== column) ambiguous.add(name)
      exported.set(name, column)
    }
  }
  for (const name of ambiguous) exported.delete(name)

  return (header: string): HeaderMatch => {
    const text = plainHeader(header)
    const column = names.get(text)
    if (column) return { column }
    const match = exported.get(text) ?? names.get(text.replace(ZONE, ''))
    const zone = match && zoneIn(header, resource.fields[match.field])
    if (match && (zone || exported.has(text))) return { column: match, ...zone }
    // Long texts are no headers, and comparing them would be slow.
    if (text.length > MAX_COMPARED_LENGTH) return {}
    // At most a third of the name may differ.
    const nearest = [...names.keys()]
      .map(name => ({ name, edits: distance(name, text) }))
      .filter(({ name, edits }) => edits <= Math.max(1, name.length / 3) && edits < name.length)
      .sort((one, other) => one.edits - other.edits)[0]
    return nearest ? { suggestion: names.get(nearest.name)! } : {}
  }
}

/** In characters. */
const MAX_COMPARED_LENGTH = 40

/** A header, and the column that it means. */
export interface HeaderCell extends HeaderMatch {
  /** The number of its column in the sheet. */
  at: number
  /** Its text; a text that the row has already gets a number, as in `Name (2)`. */
  name: string
  /** Why the column is not read: it numbers the rows, an update cannot change it, or the sender does not want it. */
  unread?: 'numbering' | 'ignored' | 'unwanted'
  /** Why the column cannot be read. */
  problem?: CellProblem
}

/** Finds the column of each header. Their names are unique, also in the form in which headers are compared. */
export function matchHeaders({ cells }: RosterRow, context: SheetContext): HeaderCell[] {
  const { plan, mapping = {} } = context
  const find = headerFinder(plan)
  const listed = new Set((plan.resource.list?.columns ?? []).flatMap(headersOf).map(plainHeader))
  const mapped = mappedFields(mapping)
  const numbering = new Set(plan.numbering.map(plainHeader))
  const names = new Set<string>()
  const found = new Map<string, string>()

  const matchOf = (cell: RosterCell, name: string): Omit<HeaderCell, 'at' | 'name'> => {
    const field = mapped.get(plainHeader(name))
    if (field === null) return { unread: 'unwanted' }
    const match = field === undefined ? find(cell.text) : columnOf(field, cell.text, plan)
    const { column, suggestion } = match
    if (!column && numbering.has(plainHeader(cell.text))) return { unread: 'numbering' }
    if (!column && context.isUpdate && listed.has(plainHeader(cell.text))) return { unread: 'ignored' }
    const problem = problemOf(match)
    if (problem && field === undefined && mapping[EVERY_OTHER] === null) return { unread: 'unwanted' }
    return problem ? { problem, ...(suggestion && { suggestion }) } : match
  }
  const problemOf = ({ column, suggestion }: HeaderMatch): CellProblem | undefined => {
    if (!column) return { code: 'unknownHeader', params: { hint: hintOf(suggestion, context) } }
    const first = found.get(column.field)
    if (first !== undefined) return { code: 'duplicateHeader', params: { first } }
    return isMappable(column, context) ? undefined : { code: 'notForUpdate' }
  }
  return cells.flatMap(cell => {
    // A merged header names its first column.
    if (cell.isContinued) return []
    const text = excerpt(cell.text.trim())
    let name = text
    for (let nth = 2; names.has(plainHeader(name)); nth++) name = `${text} (${nth})`
    names.add(plainHeader(name))
    const match = matchOf(cell, name)
    if (match.column) found.set(match.column.field, name)
    return { at: cell.column, name, ...match }
  })
}

/** The mapped headers that the sheet does not have. */
export function absentHeaders(cells: readonly HeaderCell[], mapping: ColumnMapping = {}): string[] {
  const names = new Set(cells.map(({ name }) => plainHeader(name)))
  return Object.entries(mapping).flatMap(([header, field]) =>
    field === null || names.has(plainHeader(header)) ? [] : header,
  )
}

/** False for the column of secrets in an update: no sheet changes the secret of a registered device. */
export const isMappable = ({ field }: CompiledRosterColumn, { plan, isUpdate }: SheetContext): boolean =>
  !(plan.isRoster && isUpdate && field === SECRET_COLUMN)

/** The mapped fields by header, in the form in which headers are compared. */
const mappedFields = (mapping: ColumnMapping): ReadonlyMap<string, string | null> =>
  new Map(
    Object.entries(mapping).flatMap(([header, field]) =>
      header === EVERY_OTHER ? [] : [[plainHeader(header), field] as const],
    ),
  )

/** The column of a field, with the zone that the header names. */
function columnOf(field: string, header: string, { columns, resource }: SheetPlan): HeaderMatch {
  const column = columns.find(candidate => candidate.field === field)
  return column ? { column, ...zoneIn(header, resource.fields[field]) } : {}
}

/** The zone that the header of a time names. */
function zoneIn(header: string, field: CompiledField | undefined): { zone: Zone } | undefined {
  const zone = field?.type === 'datetime' && ZONE.exec(plainHeader(header))?.[1]
  return zone ? { zone: zone === 'utc' ? 'UTC' : 'KST' } : undefined
}

/** The header that was probably meant, else all headers. */
function hintOf(suggestion: CompiledRosterColumn | undefined, { locale, plan }: SheetContext): string {
  const suggestions = suggestion ? [suggestion] : plan.columns
  return suggestions.map(({ header }) => pick(header, locale)).join(', ')
}
