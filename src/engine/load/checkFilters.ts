/** The filters of a list: each is one that the server answers, with choices that can be. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { DeviceQuery } from '../../contract/devices'
import { OrderQuery } from '../../contract/orders'
import type { CompiledField } from '../compiled'
import type { Filter } from '../shapes/resource'
import { narrowsOf, type ResourceCheck } from './effects'
import { TEXT_KINDS } from './kindFits'
import type { Steps } from './problems'
import { withHint } from './suggest'

/** Keys of a filter that mean something for some types only. */
const KEYS_OF: Readonly<Partial<Record<keyof Filter, readonly Filter['type'][]>>> = {
  field: ['select', 'reference', 'boolean'],
  placeholder: ['search'],
  accept: ['search'],
  all: ['select', 'reference', 'boolean'],
  choices: ['select'],
  reference: ['reference'],
  dependsOn: ['reference'],
  shownFrom: ['reference'],
}

/** The queries of lists that the server gives page by page. */
const QUERIES: Readonly<Record<string, TSchema>> = { devices: DeviceQuery, orders: OrderQuery }

/** What a list is asked with beside its filters. */
const NO_FILTERS = ['order_by', 'ascending', 'page_index', 'page_limit', 'level', 'draw', 'archived']

const SELECTED: readonly CompiledField['type'][] = [
  'text',
  'number',
  'boolean',
  'select',
  'multi-select',
  'reference',
  'email',
  'phone',
  'url',
  'color',
]

export function checkFilters(check: ResourceCheck): void {
  const filters = check.file.list?.filters ?? []
  const { source, effects } = check
  for (const [index, filter] of filters.entries()) {
    const at: Steps = ['list', 'filters', index]
    for (const [key, types] of Object.entries(KEYS_OF))
      if (filter[key as keyof Filter] !== undefined && !types.includes(filter.type))
        source.report([...at, key], 'filterKey', { name: key, type: types.join(', ') }, 'key')
    if (effects.filters && !effects.filters.includes(filter.name))
      source.report([...at, 'name'], 'filterUnknown', withHint(filter.name, effects.filters))
    if (filter.type === 'search') checkSearch(filter, index, check)
    else if (!filter.where) checkAnswered(filter, at, check)
    checkLoop(filters, filter, at, check)
  }
}

/** What is typed is looked for in texts: nobody sees a number, a time or a choice as it is stored. */
function checkSearch(
  filter: Filter,
  index: number,
  { file, source, resource, contract, name }: ResourceCheck,
) {
  const at: Steps = ['list', 'filters', index]
  const searches = (file.list?.filters ?? []).filter(({ type }) => type === 'search')
  if (searches.indexOf(filter) > 0) source.report([...at, 'type'], 'duplicate', { name: 'search' })
  const served = contract?.dialect === 'console' && contract.paged
  if (filter.fields && served && Object.hasOwn(QUERIES, name))
    source.report([...at, 'fields'], 'noEffect', { name: 'fields', resource: name }, 'key')
  for (const [place, one] of (filter.fields ?? []).entries()) {
    const field = Object.hasOwn(resource.fields, one) ? resource.fields[one] : undefined
    if (field && !TEXT_KINDS.includes(field.type))
      source.report([...at, 'fields', place], 'searchKind', { name: one, kind: field.type })
    if (filter.fields?.indexOf(one) !== place)
      source.report([...at, 'fields', place], 'duplicate', { name: one })
  }
  const texts = Object.values(resource.fields).some(({ type }) => TEXT_KINDS.includes(type))
  if (!filter.fields && !Object.hasOwn(QUERIES, name) && !texts) source.report(at, 'nothingToSearch')
}

function checkAnswered(filter: Filter, at: Steps, check: ResourceCheck): void {
  const { name, source, resource } = check
  const key = filter.field ?? filter.name
  const place = [...at, filter.field ? 'field' : 'name']
  const query = Object.hasOwn(QUERIES, name)
    ? (QUERIES[name] as { properties?: Record<string, TSchema> }).properties
    : undefined
  const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined
  if (query && NO_FILTERS.includes(key)) source.report(place, 'unknownField', { name: key, hint: '' })
  else if (query && Object.hasOwn(query, key))
    checkValues(filter, at, check, value => accepts(query[key]!, value))
  else if (field) checkFieldFilter(filter, field, at, place, check)
}

/** A filter by a field as it is stored. */
function checkFieldFilter(
  filter: Filter,
  field: CompiledField,
  at: Steps,
  place: Steps,
  check: ResourceCheck,
): void {
  const { source } = check
  const wrong = () =>
    source.report(place, 'filterKind', { name: field.name, kind: field.type, type: filter.type })
  if (filter.type === 'boolean' && field.type !== 'boolean') wrong()
  if (filter.type === 'reference') {
    if (field.type !== 'reference') wrong()
    else if (filter.reference !== undefined && filter.reference !== field.reference)
      source.report([...at, 'reference'], 'filterReference', {
        name: field.name,
        reference: field.reference ?? '',
      })
  }
  if (filter.type !== 'select') return
  if (!SELECTED.includes(field.type)) wrong()
  else checkValues(filter, at, check, value => mayHold(field, value))
}

function mayHold({ type, choices }: CompiledField, value: string | number): boolean {
  if (type === 'number') return Number.isFinite(Number(value)) && String(value).trim() !== ''
  if (type === 'boolean') return value === 'true' || value === 'false'
  return !choices?.length || choices.some(choice => String(choice.value) === String(value))
}

/** A query arrives as text; a number may stand in it. */
function accepts(schema: TSchema, value: string | number): boolean {
  const number = Number(value)
  return Value.Check(schema, value) || (String(value).trim() !== '' && Value.Check(schema, number))
}

/** Every choice is a value that some record may have. */
function checkValues(
  { choices, all }: Filter,
  at: Steps,
  { source }: ResourceCheck,
  holds: (value: string | number) => boolean,
): void {
  if (!Array.isArray(choices)) return
  for (const [index, { value }] of choices.entries()) {
    const place = [...at, 'choices', index, 'value']
    const twice = choices.findIndex(other => String(other.value) === String(value)) !== index
    if (twice || String(value) === all?.value) source.report(place, 'duplicate', { name: String(value) })
    else if (!holds(value)) source.report(place, 'filterValue', { value: String(value) })
  }
}

/** Two filters that wait for each other are never shown; a choice is passed on as what narrows the other resource. */
function checkLoop(filters: readonly Filter[], filter: Filter, at: Steps, check: ResourceCheck): void {
  const { source, resource, resources } = check
  if (filter.dependsOn === undefined || filter.type !== 'reference') return
  const way = [filter.name]
  let next: string | undefined = filter.dependsOn
  while (next !== undefined && !way.includes(next)) {
    way.push(next)
    next = filters.find(({ name }) => name === way.at(-1))?.dependsOn
  }
  if (next === filter.name)
    source.report([...at, 'dependsOn'], 'conditionLoop', { names: [...way, next].join(' → ') })
  const compiled = resource.list?.filters[filters.indexOf(filter)]
  const reference = compiled?.reference ?? ''
  const other = Object.hasOwn(resources, reference) ? resources[reference] : undefined
  if (!other || !filters.some(({ name }) => name === filter.dependsOn)) return
  const known = narrowsOf(other)
  if (!known.includes(filter.dependsOn))
    source.report([...at, 'dependsOn'], 'notNarrowed', {
      ...withHint(filter.dependsOn, known),
      other: other.name,
      known: known.join(', '),
    })
}
