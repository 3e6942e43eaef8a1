/** Compiles the list of a resource: columns, cards, order and buttons. */
import { highest, isAtLeast } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledColumn, CompiledList } from '../../compiled'
import { fitsIndex, MAX_INDEXED_LENGTH } from '../../fields/sortIndex'
import { localized } from '../../i18n'
import { KINDS } from '../../kinds'
import { isReferring } from '../../kinds/choices'
import { shownFormat } from '../../kinds/kind'
import type { Column, Resource } from '../../shapes/resource'
import type { Location } from '../Location'
import { shortHash } from '../shortHash'
import { compileActions, compileBulkActions } from './actions'
import { expectField, INDEX, type ListContext, type ResourceCheck } from './context'
import { checkFilters, compileFilter } from './filters'
import { compileViews } from './views'

type ListFile = NonNullable<Resource['list']>
type ColumnFile = Exclude<Column, string>

const INDEX_LABEL = { ko: '#', en: '#' }

/** A column of the file as an object, also if the file only names the field. */
const columnFile = (column: Column): ColumnFile => (typeof column === 'string' ? { field: column } : column)

const isIndex = ({ field }: ColumnFile, fields: object) => field === INDEX && !Object.hasOwn(fields, INDEX)

/** The location of the field name of a column. */
const locationOfField = (column: Column, loc: Location) =>
  typeof column === 'string' ? loc : loc.at('field')

export function compileList(list: ListFile, context: ListContext): CompiledList {
  const loc = context.root.at('list')
  if (list.columns.length === 0) loc.report('missingKey', { name: 'columns' })
  const columns = list.columns.map((column, index) =>
    compileColumn(column, loc.at('columns', index), context),
  )
  loc.at('columns').expectUnique(columns.map(({ field }) => field))
  const filters = (list.filters ?? []).map((filter, index) =>
    compileFilter(filter, loc.at('filters', index), list, context),
  )
  loc.at('filters').expectUniqueKey(filters, 'name')
  for (const [index, field] of (list.phone ?? []).entries())
    expectField(field, loc.at('phone', index), context)
  const views = compileViews(list.views, filters, loc.at('views'), context)
  const { sort } = list
  const isSortKnown = sort && expectField(sort.field, loc.at('sort', 'field'), context)
  if (isSortKnown && context.contract?.sortable === false)
    loc.at('sort').report('notSortable', { name: sort.field })
  const actions = (key: 'actions' | 'rowActions') =>
    compileActions(list[key], key === 'rowActions' ? 'row' : 'above', loc.at(key), context)
  return {
    columns,
    columnsHash: shortHash(JSON.stringify(columns.map(column => [column.field, column.hidden]))),
    phone: list.phone ?? columns.map(column => column.field).filter(field => field !== INDEX),
    sort,
    filters,
    views,
    perPage: list.perPage ?? 20,
    pageWindow: list.pageWindow ?? 10,
    actions: actions('actions'),
    rowActions: actions('rowActions'),
    bulkActions: compileBulkActions(list.bulkActions, loc.at('bulkActions'), context),
    export:
      list.export === undefined ? undefined : highest(context.levelOf(list.export), context.access.list),
    texts: Object.fromEntries(Object.entries(list.texts ?? {}).map(([key, text]) => [key, localized(text)])),
  }
}

function compileColumn(columnOrName: Column, loc: Location, context: ListContext): CompiledColumn {
  const column = columnFile(columnOrName)
  const isIndexColumn = isIndex(column, context.fields)
  const field = ownValue(context.fields, column.field)
  if (!isIndexColumn) expectField(column.field, locationOfField(columnOrName, loc), context)
  const kind = KINDS[field?.type ?? 'text']
  const canSort = !isIndexColumn && kind.sortable && (context.contract?.sortable ?? true)
  if (column.sortable && !canSort) loc.at('sortable').report('notSortable', { name: column.field })
  const sortable = canSort && (column.sortable ?? true)
  const isLong = field?.storage === 'extra' && !isReferring(field.type) && !fitsIndex(field)
  if (sortable && isLong && context.name === 'devices')
    locationOfField(columnOrName, loc).warn('slowSort', { name: column.field, max: MAX_INDEXED_LENGTH })
  return {
    field: column.field,
    label: localized(column.label) ?? field?.label ?? INDEX_LABEL,
    format: field ? shownFormat(kind, column.format ?? field.format) : (column.format ?? 'text'),
    align: column.align ?? (isIndexColumn ? 'right' : kind.align),
    sortable,
    hidden: column.hidden ?? false,
    avatar: column.avatar || undefined,
    level: field?.read ?? 'none',
    actions: compileActions(column.actions, 'row', loc.at('actions'), context),
  }
}

/** Checks a compiled list; every user who sees the list must see at least one column. */
export function checkList(check: ResourceCheck): void {
  const { file, root, resource } = check
  const { access, list } = resource
  if (!file.list || !list) return
  // The list of orders has fixed tabs instead of views.
  if (!check.supported.buttons)
    root.at('list').refuseKeys(file.list, ['views'], 'noEffect', { resource: check.name })
  for (const [index, column] of file.list.columns.entries())
    checkColumn(column, root.at('list', 'columns', index), check)
  checkPhone(check)
  checkSort(check)
  checkFilters(check)
  const hasVisibleColumn = list.columns.some(
    ({ field, level }) => field !== INDEX && isAtLeast(access.list, level),
  )
  if (!hasVisibleColumn) root.at('list', 'columns').report('nothingSeen', { level: access.list })
}

function checkColumn(
  columnOrName: Column,
  loc: Location,
  { name, file, resource, supported }: ResourceCheck,
): void {
  const column = columnFile(columnOrName)
  const isIndexColumn = isIndex(column, resource.fields)
  const refuse = (...keys: (keyof ColumnFile)[]) =>
    loc.refuseKeys(column, keys, 'noEffect', { resource: name })
  if (isIndexColumn) refuse('format', 'avatar', 'actions')
  // The list of orders has its own title column and no column chooser: hidden columns are only for spreadsheets.
  if (!supported.buttons) {
    refuse('avatar', ...(file.list?.export === undefined ? (['hidden'] as const) : []))
    if (column.field === resource.recordName) refuse('format', 'actions', 'hidden')
  } else if (column.avatar && !supported.pictures && !isIndexColumn)
    loc.at('avatar').reportKey('noPictures', { name })
  const field = ownValue(resource.fields, column.field)
  if (!field) return
  const { type } = field
  // Only kinds that are never shown have no format.
  if (KINDS[type].formats.length === 0 || supported.notListed?.includes(column.field))
    locationOfField(columnOrName, loc).report('notListed', { name: column.field })
  loc.at('format').expectOneOf(column.format, KINDS[type].formats, 'formatKind', { kind: type })
}

/** Cards on phones can contain only columns of the list. */
function checkPhone({ file, root, resource }: ResourceCheck): void {
  const phone = file.list?.phone ?? []
  const loc = root.at('list', 'phone')
  const columns = resource.list!.columns.map(({ field }) => field)
  for (const [index, name] of phone.entries())
    if (Object.hasOwn(resource.fields, name)) loc.at(index).expectKnown(name, columns, 'phoneColumn')
  loc.expectUnique(phone)
}

/** Every user who sees the list must see the field by which it is sorted. */
function checkSort({ file, root, resource, contract }: ResourceCheck): void {
  const name = file.list?.sort?.field
  const field = name === undefined ? undefined : ownValue(resource.fields, name)
  if (!field || contract?.sortable === false) return
  const loc = root.at('list', 'sort', 'field')
  if (!KINDS[field.type].sortable) loc.report('notSortable', { name: field.name })
  else if (!isAtLeast(resource.access.list, field.read))
    loc.report('sortHidden', { name: field.name, level: field.read })
}
