/** Compiles the saved views of a list, and checks the filter values that config contains. */
import { highest, type Needed } from '../../../domain/authority'
import { readDateBound } from '../../../domain/dateBounds'
import { ownValue } from '../../../domain/own'
import type { CompiledField, CompiledFilter, CompiledResource, CompiledView } from '../../compiled'
import { CONTRACT_RESOURCES } from '../../fields/contractFields'
import { boundOf } from '../../filterBounds'
import { localized } from '../../i18n'
import { KINDS } from '../../kinds'
import { isReferring } from '../../kinds/choices'
import type { FilterValues, List } from '../../shapes/list'
import type { Location } from '../Location'
import type { ListContext } from './context'

type Filterable = Pick<CompiledResource, 'name' | 'fields'> & { filters: readonly CompiledFilter[] }

export function compileViews(
  views: List['views'] = [],
  filters: readonly CompiledFilter[],
  loc: Location,
  context: ListContext,
): CompiledView[] {
  const { name, fields, levelOf } = context
  loc.expectUniqueKey(views, 'name')
  return views.map((view, index) => ({
    name: view.name,
    label: localized(view.label),
    filter: view.filter,
    level: highest(
      levelOf(view.level),
      checkFilter(view.filter, loc.at(index, 'filter'), { name, fields, filters }),
    ),
  }))
}

/** Reports unknown names and impossible values of a filter. @returns the lowest level that may use it */
export function checkFilter(filter: FilterValues, loc: Location, resource: Filterable): Needed {
  const levels = Object.entries(filter).map(([key, value]) => checkValue(key, value, loc.at(key), resource))
  return highest('none', ...levels)
}

function checkValue(
  key: string,
  value: FilterValues[string],
  loc: Location,
  { name, fields, filters }: Filterable,
): Needed {
  const filter = filters.find(candidate => candidate.name === key && candidate.type !== 'range')
  const choices = (filter ?? ownValue(fields, key))?.choices
  if (choices?.length && !choices.some(choice => String(choice.value) === String(value)))
    loc.report('filterValue', { value: String(value) })
  if (filter) return filter.level
  const bound = ownValue(fields, key) ? undefined : boundOf(key)
  const boundedField = bound && ownValue(fields, bound.field)
  if (boundedField) {
    checkBound(boundedField, value, loc)
    return boundedField.read
  }
  // A list with its own query (devices, orders) can filter only by its filters and by references.
  const filterableFields = Object.values(fields).filter(
    ({ type }) => !ownValue(CONTRACT_RESOURCES, name)?.query || isReferring(type),
  )
  loc.expectKnown(key, [...filters.map(({ name }) => name), ...filterableFields.map(({ name }) => name)])
  return ownValue(fields, key)?.read ?? 'none'
}

function checkBound({ name, type }: CompiledField, value: FilterValues[string], loc: Location): void {
  if (type === 'number') {
    if (typeof value !== 'number') loc.report('boundNumber', { value: JSON.stringify(value), kind: type })
  } else if (!KINDS[type].usableFor.includes('range'))
    loc.report('filterKind', { name, kind: type, type: 'range' })
  else if (typeof value !== 'string' || !readDateBound(value))
    loc.report('boundDate', { value: JSON.stringify(value) })
}
