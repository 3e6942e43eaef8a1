/** Translates a query of orders into the filters of §7 and the filters that config adds. */
import { OrderQuery } from '../../../contract/orders'
import { addedFields } from '../../../engine/fields/addedFields'
import type { FieldProblem } from '../../../engine/validation/valueProblem'
import { refuseProblems } from '../../refusal'
import type { OrderFilters } from '../../store/orders/orders'
import { wrongQuery } from '../../store/records/filter'
import { furtherKeys, type Listing, listSqlOf } from '../records/lists'

/**
 * @param source of the keys
 * @throws Refusal as `addedFilters`
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
    added: addedFilters(listing, query, search, source),
  }
}

/**
 * Conditions on the fields that config adds.
 *
 * @throws Refusal 422 (of a query 400), naming the key, for an unknown filter or one that the caller may not use; 400
 *   for an invalid value
 */
function addedFilters(
  listing: Listing,
  query: OrderQuery,
  search: string,
  source: 'body' | 'query',
): OrderFilters['added'] {
  const { filters, searches, has, conditions } = listSqlOf({
    ...listing,
    resource: addedFields(listing.resource),
  })
  const filterValues: Record<string, unknown> = {}
  const unknown: Record<string, FieldProblem> = {}
  for (const [key, value] of Object.entries(furtherKeys(query, OrderQuery))) {
    const filter = filters.find(({ name, field }) => name === key || field === key)
    if (filter && has(filter.field ?? filter.name)) filterValues[filter.name] = value
    else if (source === 'query') throw wrongQuery(key)
    else unknown[key] = { code: 'field.unknown', params: {} }
  }
  refuseProblems(unknown)
  return {
    conditions: conditions(filterValues),
    search: search && searches ? conditions({ q: search })[0] : undefined,
  }
}
