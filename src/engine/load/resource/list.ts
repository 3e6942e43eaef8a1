/** The list of a resource: its columns, cards, order and buttons. */
import { highest, isAtLeast } from '../../../domain/authority'
import { own } from '../../../domain/own'
import type { CompiledAction, CompiledColumn, CompiledList } from '../../compiled'
import { fingerprint } from '../../hash'
import { KINDS } from '../../kinds'
import type { ActionName } from '../../registry'
import type { Column, Resource } from '../../shapes/resource'
import type { Place } from '../Place'
import { words } from '../words'
import { expectField, INDEX, type ListContext, type ResourceCheck } from './context'
import { checkFilters, compileFilter } from './filters'

type ListFile = NonNullable<Resource['list']>
type ActionRef = NonNullable<ListFile['actions']>[number]
type ColumnFile = Exclude<Column, string>

const INDEX_LABEL = { ko: '#', en: '#' }

const columnFile = (column: Column): ColumnFile => (typeof column === 'string' ? { field: column } : column)

const isIndex = ({ field }: ColumnFile, fields: object) => field === INDEX && !Object.hasOwn(fields, INDEX)

/** Where a column names its field. */
const placeOfField = (column: Column, place: Place) =>
  typeof column === 'string' ? place : place.at('field')

export function compileList(list: ListFile, context: ListContext): CompiledList {
  const place = context.root.at('list')
  const columns = list.columns.map((column, at) => compileColumn(column, place.at('columns', at), context))
  place.at('columns').expectUnique(columns.map(({ field }) => field))
  const filters = (list.filters ?? []).map((filter, at) =>
    compileFilter(filter, place.at('filters', at), list, context),
  )
  place.expectUnique(
    filters.map(({ name }) => name),
    at => place.at('filters', at, 'name'),
  )
  for (const [at, field] of (list.phone ?? []).entries()) expectField(field, place.at('phone', at), context)
  const { sort } = list
  if (
    sort &&
    expectField(sort.field, place.at('sort', 'field'), context) &&
    context.contract?.sortable === false
  )
    place.at('sort').report('notSortable', { name: sort.field })
  const actions = (key: 'actions' | 'rowActions' | 'bulkActions') =>
    compileActions(list[key], key === 'rowActions' ? 'row' : 'above', place.at(key), context)
  return {
    columns,
    columnsHash: fingerprint(JSON.stringify(columns.map(column => [column.field, column.hidden]))),
    phone: list.phone ?? columns.map(column => column.field).filter(field => field !== INDEX),
    sort,
    filters,
    perPage: list.perPage ?? 20,
    pageWindow: list.pageWindow ?? 10,
    actions: actions('actions'),
    rowActions: actions('rowActions'),
    bulkActions: actions('bulkActions'),
    texts: Object.fromEntries(Object.entries(list.texts ?? {}).map(([key, text]) => [key, words(text)])),
  }
}

function compileColumn(written: Column, place: Place, context: ListContext): CompiledColumn {
  const column = columnFile(written)
  const ofIndex = isIndex(column, context.fields)
  const field = own(context.fields, column.field)
  if (!ofIndex) expectField(column.field, placeOfField(written, place), context)
  const kind = KINDS[field?.type ?? 'text']
  const canSort = !ofIndex && kind.sortable && (context.contract?.sortable ?? true)
  if (column.sortable && !canSort) place.at('sortable').report('notSortable', { name: column.field })
  return {
    field: column.field,
    label: words(column.label) ?? field?.label ?? INDEX_LABEL,
    format: column.format ?? field?.format ?? 'text',
    align: column.align ?? (ofIndex ? 'right' : kind.align),
    sortable: canSort && (column.sortable ?? true),
    hidden: column.hidden ?? false,
    avatar: column.avatar || undefined,
    level: field?.read ?? 'none',
    actions: compileActions(column.actions, 'row', place.at('actions'), context),
  }
}

/** Where each action can be, and of which resource it knows something. */
const ACTION_FACTS: Readonly<
  Record<ActionName, { place: 'row' | 'above' | 'both'; of?: string; form?: true }>
> = {
  registerDevices: { place: 'above', of: 'devices' },
  control: { place: 'row', of: 'devices' },
  devices: { place: 'row', of: 'batches' },
  create: { place: 'both', form: true },
  edit: { place: 'row', form: true },
  delete: { place: 'row' },
}

const nameOf = (ref: ActionRef): ActionName => (typeof ref === 'string' ? ref : ref.action)

/** A button that changes records is there for those who may, at least. */
function compileActions(
  refs: readonly ActionRef[] = [],
  where: 'row' | 'above',
  place: Place,
  { name: resource, file, access, levelOf }: ListContext,
): CompiledAction[] {
  return refs.map((ref, at) => {
    const name = nameOf(ref)
    const facts = ACTION_FACTS[name]
    if (facts.of && facts.of !== resource) place.at(at).report('actionElsewhere', { name, of: facts.of })
    else if (facts.place !== 'both' && facts.place !== where) place.at(at).report('actionPlace', { name })
    else if (facts.form && !file.form) place.at(at).report('needsForm', { name })
    const level = typeof ref === 'string' ? 'none' : levelOf(ref.level)
    const isChange = name === 'create' || name === 'edit' || name === 'delete'
    return { name, level: isChange ? highest(level, access[name]) : level }
  })
}

/** Every viewer of the list must see a column, and nothing may be declared that the list does not draw. */
export function checkList(check: ResourceCheck): void {
  const { file, root, resource } = check
  const { access, list } = resource
  if (!file.list || !list) return
  for (const [at, column] of file.list.columns.entries())
    checkColumn(column, root.at('list', 'columns', at), check)
  checkPhone(check)
  checkSort(check)
  checkFilters(check)
  const isSeen = list.columns.some(({ field, level }) => field !== INDEX && isAtLeast(access.list, level))
  if (!isSeen) root.at('list', 'columns').report('nothingSeen', { level: access.list })
}

function checkColumn(written: Column, place: Place, { name, resource, effects }: ResourceCheck): void {
  const column = columnFile(written)
  const ofIndex = isIndex(column, resource.fields)
  const refuse = (...keys: (keyof ColumnFile)[]) =>
    place.refuseKeys(column, keys, 'noEffect', { resource: name })
  if (ofIndex) refuse('format', 'avatar', 'actions')
  // The mailbox draws its title itself, and has no chooser of columns.
  if (!effects.buttons) {
    refuse('hidden', 'avatar')
    if (column.field === resource.recordName) refuse('format', 'actions')
  } else if (column.avatar && !effects.pictures && !ofIndex)
    place.at('avatar').reportKey('noPictures', { name })
  const field = own(resource.fields, column.field)
  if (!field) return
  const { type } = field
  if (type === 'password' || effects.notListed?.includes(column.field))
    placeOfField(written, place).report('notListed', { name: column.field })
  place.at('format').expectFit(column.format, KINDS[type].formats, 'formatKind', { kind: type })
}

/** A card shows columns only. */
function checkPhone({ file, root, resource }: ResourceCheck): void {
  const phone = file.list?.phone ?? []
  const place = root.at('list', 'phone')
  const columns = resource.list!.columns.map(({ field }) => field)
  for (const [at, name] of phone.entries())
    if (Object.hasOwn(resource.fields, name)) place.at(at).expectKnown(name, columns, 'phoneColumn')
  place.expectUnique(phone)
}

/** Everybody who may see the list reads it in this order. */
function checkSort({ file, root, resource, contract }: ResourceCheck): void {
  const name = file.list?.sort?.field
  const field = name === undefined ? undefined : own(resource.fields, name)
  if (!field || contract?.sortable === false) return
  const place = root.at('list', 'sort', 'field')
  if (!KINDS[field.type].sortable) place.report('notSortable', { name: field.name })
  else if (!isAtLeast(resource.access.list, field.read))
    place.report('sortHidden', { name: field.name, level: field.read })
}

/** Buttons that are nowhere, or there twice. */
export function checkActions({ name, file, root, effects }: ResourceCheck): void {
  const { list } = file
  const place = root.at('list')
  for (const key of ['actions', 'rowActions'] as const)
    if (list?.[key]?.length && !effects.buttons)
      place.at(key).reportKey('noEffect', { name: key, resource: name })
  if (list?.bulkActions?.length) place.at('bulkActions').reportKey('bulkActions')
  for (const { at, names } of actionLists(file)) {
    place.at(...at).expectUnique(names)
    const deletion = names.indexOf('delete')
    if (deletion >= 0 && !effects.access.includes('delete'))
      place.at(...at, deletion).report('actionNowhere', { name: 'delete', resource: name })
  }
}

/** Every list of buttons in a file, by its place in `list`. */
export function actionLists({ list }: Resource): { at: (string | number)[]; names: ActionName[] }[] {
  return [
    { at: ['actions'], names: (list?.actions ?? []).map(nameOf) },
    { at: ['rowActions'], names: (list?.rowActions ?? []).map(nameOf) },
    ...(list?.columns ?? []).map((column, at) => ({
      at: ['columns', at, 'actions'],
      names: (columnFile(column).actions ?? []).map(nameOf),
    })),
  ]
}
