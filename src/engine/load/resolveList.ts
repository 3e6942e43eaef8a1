/** The list of a resource: columns, filters, actions. */
import type { LevelName } from '../../domain/authority'
import { own } from '../../domain/own'
import type { CompiledAction, CompiledColumn, CompiledField, CompiledFilter, CompiledList } from '../compiled'
import type { ContractResource } from '../contractFields'
import { fingerprint } from '../hash'
import { KINDS } from '../kinds'
import type { ActionName, RecordAction } from '../registry'
import type { Column, Filter, Resource } from '../shapes/resource'
import type { ChoiceLists } from './choiceLists'
import type { JsonSource } from './JsonSource'
import { higher, levelOf, words, wordsOr } from './parts'
import type { Steps } from './problems'
import { compileChoices, compileCondition } from './resolveField'
import { withHint } from './suggest'

export interface ListBuild {
  /** The resource's name. */
  name: string
  /** Whether there is a form to create and edit with. */
  hasForm: boolean
  source: JsonSource
  /** The names of all resources. */
  names: readonly string[]
  alias: LevelName
  choices: ChoiceLists
  access: Readonly<Record<RecordAction, LevelName>>
  contract: ContractResource | undefined
  fields: Readonly<Record<string, CompiledField>>
}

type ListFile = NonNullable<Resource['list']>
type ActionRef = NonNullable<ListFile['actions']>[number]

/** The running number has no field. */
const INDEX = 'index'
const INDEX_LABEL = { ko: '#', en: '#' }

export function compileList(list: ListFile, build: ListBuild): CompiledList {
  const columns = list.columns.map((column, at) => compileColumn(column, ['list', 'columns', at], build))
  checkTwice(
    columns.map(column => column.field),
    at => ['list', 'columns', at],
    build.source,
  )
  const filters = (list.filters ?? []).map((filter, at) => compileFilter(filter, at, list, build))
  checkTwice(
    filters.map(filter => filter.name),
    at => ['list', 'filters', at, 'name'],
    build.source,
  )
  for (const [at, field] of (list.phone ?? []).entries()) knownField(field, ['list', 'phone', at], build)
  if (list.sort) checkSort(list.sort.field, build)
  const actions = (key: 'actions' | 'rowActions' | 'bulkActions') =>
    (list[key] ?? []).map((ref, at) => {
      checkAction(ref, ['list', key, at], key === 'rowActions' ? 'row' : 'above', build)
      return action(ref, build)
    })
  const texts = Object.entries(list.texts ?? {}).map(([key, text]) => [key, words(text)] as const)
  return {
    columns,
    columnsHash: fingerprint(JSON.stringify(columns.map(column => [column.field, column.hidden]))),
    phone: list.phone ?? columns.map(column => column.field).filter(field => field !== INDEX),
    ...(list.sort ? { sort: list.sort } : {}),
    filters,
    perPage: list.perPage ?? 20,
    pageWindow: list.pageWindow ?? 10,
    actions: actions('actions'),
    rowActions: actions('rowActions'),
    bulkActions: actions('bulkActions'),
    texts: Object.fromEntries(texts),
  }
}

function compileColumn(file: Column, at: Steps, build: ListBuild): CompiledColumn {
  const column = typeof file === 'string' ? { field: file } : file
  const isIndex = column.field === INDEX && !Object.hasOwn(build.fields, INDEX)
  const field = isIndex ? undefined : own(build.fields, column.field)
  if (!isIndex) knownField(column.field, typeof file === 'string' ? at : [...at, 'field'], build)
  const kind = KINDS[field?.type ?? 'text']
  const canSort = !isIndex && kind.sortable && (build.contract?.sortable ?? true)
  if (column.sortable && !canSort)
    build.source.report([...at, 'sortable'], 'notSortable', { name: column.field })
  return {
    field: column.field,
    label: wordsOr(column.label, field?.label ?? INDEX_LABEL),
    format: column.format ?? field?.format ?? 'text',
    align: column.align ?? (isIndex ? 'right' : kind.align),
    sortable: canSort && (column.sortable ?? true),
    hidden: column.hidden ?? false,
    ...(column.avatar ? { avatar: true } : {}),
    level: field?.read ?? 'none',
    actions: (column.actions ?? []).map((ref, index) => {
      checkAction(ref, [...at, 'actions', index], 'row', build)
      return action(ref, build)
    }),
  }
}

function compileFilter(filter: Filter, index: number, list: ListFile, build: ListBuild): CompiledFilter {
  const { source, names, fields, contract, alias } = build
  const at: Steps = ['list', 'filters', index]
  const field = filter.field ?? filter.name
  const known = [...Object.keys(fields), ...(contract?.filters ?? [])]
  for (const [index, one] of (filter.fields ?? []).entries()) knownField(one, [...at, 'fields', index], build)
  if (filter.fields && filter.type !== 'search')
    source.report([...at, 'fields'], 'filterKey', { name: 'fields', type: 'search' }, 'key')
  if (filter.where && filter.type !== 'boolean')
    source.report([...at, 'where'], 'filterKey', { name: 'where', type: 'boolean' }, 'key')
  if (filter.where && contract?.paged !== false) source.report([...at, 'where'], 'whereUnpaged', {}, 'key')
  if (filter.type !== 'search' && !filter.where && !known.includes(field)) {
    source.report([...at, filter.field ? 'field' : 'name'], 'unknownField', withHint(field, known))
  }
  const declared = own(fields, field)
  const choices = compileChoices(filter.choices, build.choices).choices ?? declared?.choices
  if (filter.type === 'select' && !choices) source.report(at, 'missingKey', { name: 'choices' })
  const reference = filter.reference ?? (filter.type === 'reference' ? declared?.reference : undefined)
  if (filter.type === 'reference' && reference === undefined) {
    source.report(at, 'missingKey', { name: 'reference' })
  } else if (reference !== undefined && !names.includes(reference)) {
    source.report([...at, 'reference'], 'unknownResource', withHint(reference, names))
  }
  const others = (list.filters ?? []).map(other => other.name).filter(name => name !== filter.name)
  if (filter.dependsOn !== undefined && !others.includes(filter.dependsOn)) {
    source.report([...at, 'dependsOn'], 'unknownFilter', withHint(filter.dependsOn, others))
  }
  if (filter.accept !== undefined && !isClassBody(filter.accept)) {
    source.report([...at, 'accept'], 'badPattern', { value: filter.accept })
  }
  return {
    name: filter.name,
    type: filter.type,
    ...(filter.type === 'search' || filter.where ? {} : { field }),
    ...(filter.fields ? { fields: filter.fields } : {}),
    ...(filter.where ? { where: compileCondition(filter.where, [...at, 'where'], build) } : {}),
    label: words(filter.label),
    ...(filter.placeholder ? { placeholder: words(filter.placeholder) } : {}),
    ...(filter.accept ? { accept: filter.accept } : {}),
    ...(filter.all ? { all: { value: filter.all.value, label: words(filter.all.label) } } : {}),
    ...(choices ? { choices } : {}),
    ...(reference ? { reference } : {}),
    ...(filter.dependsOn ? { dependsOn: filter.dependsOn } : {}),
    shownFrom: filter.shownFrom ?? 0,
    level: higher(levelOf(filter.level, 'none', alias), declared?.read ?? 'none'),
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

function checkAction(
  ref: ActionRef,
  at: Steps,
  place: 'row' | 'above',
  { source, name, hasForm }: ListBuild,
): void {
  const asked = typeof ref === 'string' ? ref : ref.action
  const facts = Object.hasOwn(ACTION_FACTS, asked) ? ACTION_FACTS[asked] : undefined
  // An unknown name has been reported with the shape.
  if (!facts) return
  if (facts.of && facts.of !== name) source.report(at, 'actionElsewhere', { name: asked, of: facts.of })
  else if (facts.place !== 'both' && facts.place !== place) source.report(at, 'actionPlace', { name: asked })
  else if (facts.form && !hasForm) source.report(at, 'needsForm', { name: asked })
}

/** A button that changes records is there for those who may, at least. */
function action(ref: ActionRef, { alias, access }: ListBuild): CompiledAction {
  const name = typeof ref === 'string' ? ref : ref.action
  const level = typeof ref === 'string' ? 'none' : levelOf(ref.level, 'none', alias)
  const least = name === 'create' || name === 'edit' || name === 'delete' ? access[name] : 'none'
  return { name, level: higher(level, least) }
}

function checkSort(field: string, build: ListBuild): void {
  if (knownField(field, ['list', 'sort', 'field'], build) && build.contract?.sortable === false) {
    build.source.report(['list', 'sort'], 'notSortable', { name: field })
  }
}

function knownField(name: string, at: Steps, { source, fields, contract }: ListBuild): boolean {
  if (Object.hasOwn(fields, name)) return true
  const declarable = contract?.fields.includes(name) ?? false
  if (declarable) source.report(at, 'undeclaredField', { name })
  else
    source.report(
      at,
      'unknownField',
      withHint(name, [...Object.keys(fields), ...(contract?.fields ?? []), INDEX]),
    )
  return false
}

function checkTwice(names: readonly string[], place: (at: number) => Steps, source: JsonSource): void {
  for (const [at, name] of names.entries()) {
    if (names.indexOf(name) !== at) source.report(place(at), 'duplicate', { name })
  }
}

/** True when the text can stand between the brackets of a regular expression. */
function isClassBody(text: string): boolean {
  try {
    new RegExp(`^[${text}]*$`, 'u')
    return !/[[\]]/.test(text)
  } catch {
    return false
  }
}
