/** Compiles the filters of a list. The server must support each filter, and every choice must be a possible value. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { highest } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledField, CompiledFilter } from '../../compiled'
import { isAdded } from '../../fields/addedFields'
import { localized } from '../../i18n'
import { KINDS } from '../../kinds'
import { isReferring } from '../../kinds/choices'
import type { Filter, Resource } from '../../shapes/resource'
import { isRegExp } from '../../validation/patterns'
import type { Location } from '../Location'
import { compileChoices } from './choices'
import { compileCondition, findCycle } from './conditions'
import { choiceFilterProblem, expectField, type ListContext, type ResourceCheck } from './context'
import { checkFilter } from './views'

/** The sentence of a search without a label of its own. */
const SEARCH_LABEL = 'forms.filters.search'

export function compileFilter(
  filter: Filter,
  loc: Location,
  list: NonNullable<Resource['list']>,
  context: ListContext,
): CompiledFilter {
  const { names, fields, contract, levelOf } = context
  const { type, where } = filter
  const name = filter.field ?? filter.name
  const field = ownValue(fields, name)
  for (const [index, searchedField] of (filter.fields ?? []).entries())
    expectField(searchedField, loc.at('fields', index), context)
  if (type !== 'search') loc.refuseKeys(filter, ['fields'], 'filterKey', { type: 'search' })
  if (type !== 'boolean') loc.refuseKeys(filter, ['where'], 'filterKey', { type: 'boolean' })
  // The console can filter by a condition only if it has all records, not a page of them.
  if (contract?.paged !== false) loc.refuseKeys(filter, ['where'], 'whereUnpaged')
  if (type !== 'search' && !where)
    loc
      .at(filter.field ? 'field' : 'name')
      .expectKnown(name, [...Object.keys(fields), ...(contract?.filters ?? [])])
  const choices = compileChoices(filter.choices, context.choices).choices ?? field?.choices
  if (type === 'select' && !choices) loc.report('missingKey', { name: 'choices' })
  const reference = filter.reference ?? (type === 'reference' ? field?.reference : undefined)
  if (reference !== undefined) loc.at('reference').expectKnown(reference, names, 'unknownResource')
  else if (type === 'reference') loc.report('missingKey', { name: 'reference' })
  const otherFilters = (list.filters ?? []).map(other => other.name).filter(other => other !== filter.name)
  if (filter.dependsOn !== undefined)
    loc.at('dependsOn').expectKnown(filter.dependsOn, otherFilters, 'unknownFilter')
  if (filter.accept !== undefined && !isClassBody(filter.accept))
    loc.at('accept').report('badPattern', { value: filter.accept })
  return {
    name: filter.name,
    type,
    field: type === 'search' || where ? undefined : name,
    fields: filter.fields,
    where: compileCondition(where, loc.at('where'), context, { filtersList: true }),
    label: localized(filter.label) ?? (type === 'search' ? SEARCH_LABEL : field?.label) ?? filter.name,
    placeholder: localized(filter.placeholder),
    accept: filter.accept || undefined,
    all: filter.all && { value: filter.all.value, label: localized(filter.all.label) },
    choices,
    reference: reference || undefined,
    more: type === 'range' || filter.more || undefined,
    with: filter.with,
    dependsOn: filter.dependsOn || undefined,
    shownFrom: filter.shownFrom ?? 0,
    level: highest(levelOf(filter.level), field?.read ?? 'none'),
  }
}

/** True for the body of a character class: it can stand between the brackets of a regular expression. */
const isClassBody = (text: string): boolean => !/[[\]]/.test(text) && isRegExp(`^[${text}]*$`)

/** Keys that only certain types of filter use, with these types. */
const TYPES_WITH_KEY: Readonly<Partial<Record<keyof Filter, readonly Filter['type'][]>>> = {
  field: ['select', 'reference', 'boolean', 'range'],
  more: ['select', 'reference', 'boolean'],
  with: ['range'],
  placeholder: ['search'],
  accept: ['search'],
  all: ['select', 'reference', 'boolean'],
  choices: ['select'],
  reference: ['reference'],
  dependsOn: ['reference'],
  shownFrom: ['reference'],
}

export function checkFilters(check: ResourceCheck): void {
  const filters = check.file.list?.filters ?? []
  const { name, root, supported } = check
  for (const [index, filter] of filters.entries()) {
    const loc = root.at('list', 'filters', index)
    for (const [key, types] of Object.entries(TYPES_WITH_KEY))
      if (!types.includes(filter.type)) loc.refuseKeys(filter, [key], 'filterKey', { type: types.join(', ') })
    const { filters: supportedNames } = supported
    // Filters by added fields may have any name.
    if (supportedNames && !isAddedFieldFilter(filter, check))
      loc.at('name').expectKnown(filter.name, supportedNames, 'filterUnknown')
    if (filter.where) loc.refuseKeys(filter, ['field'], 'noEffect', { resource: name })
    // The list of orders supports neither bounds nor filters behind "+ Filter".
    if (!supported.buttons) {
      loc.refuseKeys(filter, ['more'], 'noEffect', { resource: name })
      if (filter.type === 'range') loc.at('type').reportKey('noEffect', { name: 'range', resource: name })
    }
    if (filter.with) {
      const { fields, list } = check.resource
      checkFilter(filter.with, loc.at('with'), { name, fields, filters: list?.filters ?? [] })
    }
    if (filter.type === 'search') checkSearch(filter, loc, check)
    else if (!filter.where) checkServerFilter(filter, loc, check)
    checkDependence(filters, index, loc, check)
  }
}

function isAddedFieldFilter(
  { name, field = name, type }: Filter,
  { resource, contract }: ResourceCheck,
): boolean {
  const filteredField = ownValue(resource.fields, field)
  return (
    type !== 'search' &&
    filteredField !== undefined &&
    isAdded(filteredField) &&
    !contract?.filters.includes(name)
  )
}

const isSearchable = ({ type }: CompiledField) => KINDS[type].usableFor.includes('search')

/** Only texts can be searched: numbers, times and choices are displayed in another form than they are stored. */
function checkSearch(filter: Filter, loc: Location, { file, resource, contract, name }: ResourceCheck): void {
  const isFirstSearch = file.list?.filters?.find(({ type }) => type === 'search') === filter
  if (contract?.query) {
    if (!isFirstSearch) loc.at('type').report('duplicate', { name: 'search' })
    loc.refuseKeys(filter, ['fields'], 'noEffect', { resource: name })
  }
  const { fields = [] } = filter
  for (const [index, searched] of fields.entries()) {
    const field = ownValue(resource.fields, searched)
    if (field && !isSearchable(field))
      loc.at('fields', index).report('searchKind', { name: searched, kind: field.type })
  }
  loc.at('fields').expectUnique(fields)
  if (!filter.fields && !contract?.query && !Object.values(resource.fields).some(isSearchable))
    loc.report('nothingToSearch')
}

/** Query parameters that are not filters. */
const NOT_FILTERS = [
  'order_by',
  'ascending',
  'page_index',
  'page_limit',
  'level',
  'draw',
  'archived',
  'max_count',
]

/** The server must accept the key, as a query parameter or a field, and every choice. */
function checkServerFilter(filter: Filter, loc: Location, { contract, resource }: ResourceCheck): void {
  const key = filter.field ?? filter.name
  const nameLocation = loc.at(filter.field ? 'field' : 'name')
  const { properties } = (contract?.query ?? {}) as { properties?: Record<string, TSchema> }
  const schema = ownValue(properties, key)
  const field = ownValue(resource.fields, key)
  if (properties && NOT_FILTERS.includes(key)) nameLocation.report('unknownField', { name: key, hint: '' })
  else if (schema) checkValues(filter, loc, value => schemaAccepts(schema, value))
  else if (field) checkFieldFilter(filter, field, loc, nameLocation)
}

/** Checks a filter by a stored field. */
function checkFieldFilter(filter: Filter, field: CompiledField, loc: Location, nameLocation: Location): void {
  const canFilterAs = {
    search: true,
    boolean: field.type === 'boolean',
    reference: isReferring(field.type),
    select: KINDS[field.type].usableFor.includes('select'),
    range: KINDS[field.type].usableFor.includes('range'),
  }
  if (!canFilterAs[filter.type])
    nameLocation.report('filterKind', { name: field.name, kind: field.type, type: filter.type })
  else if (filter.type === 'select') checkValues(filter, loc, value => canHaveValue(field, value))
  else if (
    filter.type === 'reference' &&
    filter.reference !== undefined &&
    filter.reference !== field.reference
  )
    loc.at('reference').report('filterReference', { name: field.name, reference: field.reference ?? '' })
}

function canHaveValue({ type, choices }: CompiledField, value: string | number): boolean {
  if (type === 'number') return Number.isFinite(Number(value)) && String(value).trim() !== ''
  if (type === 'boolean') return value === 'true' || value === 'false'
  return !choices?.length || choices.some(choice => String(choice.value) === String(value))
}

/** Query parameters arrive as text, so numbers may be given as text. */
function schemaAccepts(schema: TSchema, value: string | number): boolean {
  return Value.Check(schema, value) || (String(value).trim() !== '' && Value.Check(schema, Number(value)))
}

/** Reports repeated and impossible choices. */
function checkValues(
  { choices, all }: Filter,
  loc: Location,
  isPossible: (value: string | number) => boolean,
): void {
  if (!Array.isArray(choices)) return
  const values = choices.map(({ value }) => String(value))
  for (const [index, { value }] of choices.entries()) {
    const choiceLoc = loc.at('choices', index, 'value')
    if (values.indexOf(String(value)) !== index || String(value) === all?.value)
      choiceLoc.report('duplicate', { name: String(value) })
    else if (!isPossible(value)) choiceLoc.report('filterValue', { value: String(value) })
  }
}

/** Reports filters that depend on each other in a cycle, and a `dependsOn` that cannot limit the choices. */
function checkDependence(
  filters: readonly Filter[],
  index: number,
  loc: Location,
  check: ResourceCheck,
): void {
  const { name, type, dependsOn } = filters[index]!
  if (dependsOn === undefined || type !== 'reference') return
  const dependenciesOf = (filterName: string) =>
    filters.flatMap(filter => (filter.name === filterName ? (filter.dependsOn ?? []) : []))
  const cycle = findCycle(name, dependenciesOf)
  if (cycle) loc.at('dependsOn').report('conditionLoop', { names: cycle.join(' → ') })
  const referenced = ownValue(check.resources, check.resource.list?.filters[index]?.reference ?? '')
  if (!referenced || !filters.some(filter => filter.name === dependsOn)) return
  const problem = choiceFilterProblem(dependsOn, referenced)
  if (problem) loc.at('dependsOn').report('notNarrowed', problem)
}
