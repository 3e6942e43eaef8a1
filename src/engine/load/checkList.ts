/** The list of a resource: columns, cards and order that every viewer of the list can have. */
import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { KINDS } from '../kinds'
import type { Column } from '../shapes/resource'
import { checkFilters } from './checkFilters'
import type { ResourceCheck } from './effects'
import { KIND_FITS } from './kindFits'
import type { Steps } from './problems'
import { withHint } from './suggest'

const INDEX = 'index'

export function checkList(check: ResourceCheck): void {
  const { file, source, resource } = check
  if (!file.list) return
  for (const [at, column] of file.list.columns.entries())
    checkColumn(
      typeof column === 'string' ? { field: column } : column,
      at,
      typeof column !== 'string',
      check,
    )
  checkPhone(check)
  checkSort(check)
  checkFilters(check)
  const { access, list } = resource
  const seen = list!.columns.some(({ field, level }) => field !== INDEX && reaches(access.list, level))
  if (!seen) source.report(['list', 'columns'], 'nothingSeen', { level: access.list })
}

type ColumnFile = Exclude<Column, string>

function checkColumn(column: ColumnFile, index: number, isObject: boolean, check: ResourceCheck): void {
  const { name, source, resource, effects } = check
  const at: Steps = ['list', 'columns', index]
  const place = isObject ? [...at, 'field'] : at
  const ofIndex = column.field === INDEX && !Object.hasOwn(resource.fields, INDEX)
  const field = Object.hasOwn(resource.fields, column.field) ? resource.fields[column.field] : undefined
  const ignored = (keys: readonly (keyof ColumnFile)[]) => {
    for (const key of keys)
      if (column[key] !== undefined)
        source.report([...at, key], 'noEffect', { name: key, resource: name }, 'key')
  }
  if (ofIndex) ignored(['format', 'avatar', 'actions'])
  // The mailbox draws its title itself, and has no chooser of columns.
  if (!effects.buttons) ignored(['hidden', 'avatar'])
  if (!effects.buttons && column.field === resource.recordName) ignored(['format', 'actions'])
  if (column.avatar && effects.buttons && !effects.pictures && !ofIndex)
    source.report([...at, 'avatar'], 'noPictures', { name }, 'key')
  if (!field) return
  if (field.type === 'password' || effects.notListed?.includes(column.field))
    source.report(place, 'notListed', { name: column.field })
  const { formats } = KIND_FITS[field.type]
  if (column.format !== undefined && !formats.includes(column.format))
    source.report([...at, 'format'], 'formatKind', {
      value: column.format,
      kind: field.type,
      known: formats.join(', '),
    })
}

/** A card shows columns; what is no column would be missing without a word. */
function checkPhone({ file, source, resource }: ResourceCheck): void {
  const phone = file.list?.phone ?? []
  const columns = resource.list!.columns.map(({ field }) => field)
  for (const [at, name] of phone.entries()) {
    if (Object.hasOwn(resource.fields, name) && !columns.includes(name))
      source.report(['list', 'phone', at], 'phoneColumn', withHint(name, columns))
    if (phone.indexOf(name) !== at) source.report(['list', 'phone', at], 'duplicate', { name })
  }
}

/** Whoever may see the list asks for it in this order. */
function checkSort({ file, source, resource, contract }: ResourceCheck): void {
  const sort = file.list?.sort
  const field = sort && Object.hasOwn(resource.fields, sort.field) ? resource.fields[sort.field] : undefined
  if (!sort || !field || contract?.sortable === false) return
  if (!KINDS[field.type].sortable)
    source.report(['list', 'sort', 'field'], 'notSortable', { name: sort.field })
  else if (!reaches(resource.access.list, field.read))
    source.report(['list', 'sort', 'field'], 'sortHidden', { name: sort.field, level: field.read })
}

/** True when everybody of one level has what the other asks for. */
export function reaches(one: LevelName, needed: LevelName): boolean {
  return LEVEL_NAMES.indexOf(one) >= LEVEL_NAMES.indexOf(needed)
}
