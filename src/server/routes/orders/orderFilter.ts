/** Translates a query of orders into the filters of §7, bounds of times and the filters that config adds. */
import { OrderQuery } from '../../../contract/orders'
import type { CompiledResource } from '../../../engine/compiled'
import { isAdded } from '../../../engine/fields/addedFields'
import { boundOf } from '../../../engine/filterBounds'
import type { FieldProblem } from '../../../engine/validation/valueProblem'
import { refuseProblems } from '../../refusal'
import type { OrderFilters } from '../../store/orders/orders'
import { wrongQuery } from '../../store/records/filter'
import { keysBeyond, type Listing, listSqlOf } from '../records/lists'

/**
 * @param source where the filters come from: it decides the status of a refusal
 * @throws Refusal as `rowFiltersOf`
 */
export function orderFiltersOf(
  listing: Listing,
  query: OrderQuery,
  source: 'body' | 'query' = 'body',
): OrderFilters {
  const search = (query.search ?? '').trim()
  return {
    status: query.status,
    search,
    archived: query.archived ?? false,
    rowFilters: rowFiltersOf(listing, query, search, source),
  }
}

/**
 * Conditions on the fields that config adds, and bounds of times: `created_gte`.
 *
 * @throws Refusal for an unknown filter or one that the caller may not use, naming it: 422 if it came in the body, 400
 *   if in the query string. 400 for an invalid value
 */
function rowFiltersOf(
  listing: Listing,
  query: OrderQuery,
  search: string,
  source: 'body' | 'query',
): OrderFilters['rowFilters'] {
  const { filters, isSearchable, mayUse, conditions } = listSqlOf({
    ...listing,
    resource: withFilterableFields(listing.resource),
  })
  const filterValues: Record<string, unknown> = {}
  const unknown: Record<string, FieldProblem> = {}
  for (const [key, value] of Object.entries(keysBeyond(query, OrderQuery))) {
    const filter = filters.find(({ name, field }) => name === key || field === key)
    const bounded = boundOf(key)?.field
    if (filter && mayUse(filter.field ?? filter.name)) filterValues[filter.name] = value
    else if (!filter && bounded && mayUse(bounded)) filterValues[key] = value
    else if (source === 'query') throw wrongQuery(key)
    else unknown[key] = { code: 'field.unknown', params: {} }
  }
  refuseProblems(unknown)
  return {
    conditions: conditions(filterValues),
    search: search && isSearchable() ? conditions({ q: search })[0] : undefined,
  }
}

/** The resource with only added fields and times: the other fields of an order have filters of §7. */
const withFilterableFields = (resource: CompiledResource): CompiledResource => ({
  ...resource,
  fields: Object.fromEntries(
    Object.entries(resource.fields).filter(([, field]) => isAdded(field) || field.type === 'datetime'),
  ),
})
