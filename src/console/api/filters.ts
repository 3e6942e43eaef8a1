/** Converts the filters of a list to the parameters of each API call. */
import type { OrderStatus } from '../../domain/orders'
import { keepAccepted } from '../../domain/typed'
import type { CompiledFilter, CompiledResource } from '../../engine/compiled'
import { boundOf } from '../../engine/filterBounds'
import { isReferring } from '../../engine/kinds/choices'

/** Values of a record or a query by field name, including fields that config adds (decision 40). */
export type Fields = Record<string, unknown>

export interface AppliedFilter {
  name: string
  value: unknown
  /** The filter in config; undefined if config does not have it. */
  filter: CompiledFilter | undefined
  isSearch: boolean
}

/** The filters that are set: without empty values and the choice "all". */
export function appliedFilters(
  filters: readonly CompiledFilter[] = [],
  values: Fields = {},
): AppliedFilter[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '') return []
    const filter = filters.find(candidate => candidate.name === name)
    if (filter?.all && filter.all.value === value) return []
    return { name, value, filter, isSearch: filter ? filter.type === 'search' : name === 'q' }
  })
}

const searchText = ({ value, filter }: AppliedFilter) => keepAccepted(String(value), filter?.accept)

/** For `/api/resources`: a search has the name of its filter, other filters have the names of their fields. */
export function restFilter(filters: readonly CompiledFilter[] = [], values: Fields = {}): Fields {
  return Object.fromEntries(
    appliedFilters(filters, values).map(applied =>
      applied.isSearch
        ? [applied.name, searchText(applied)]
        : [applied.filter?.field ?? applied.name, applied.value],
    ),
  )
}

/** For lists of §7: the first search is `search`, ids are `ids`, and other filters have their names in config. */
export function contractFilter(filters: readonly CompiledFilter[] = [], values: Fields = {}): Fields {
  const firstSearch = filters.find(({ type }) => type === 'search')
  return Object.fromEntries(
    appliedFilters(filters, values).map(applied => {
      const { name, value, filter, isSearch } = applied
      if (name === 'id') return ['ids', String(value)]
      if (!isSearch) return [name, value]
      return [!filter || filter === firstSearch ? 'search' : name, searchText(applied)]
    }),
  )
}

/**
 * For `POST /api/orders`: status, search and archive of the mailbox, bounds, and filters by fields that config adds.
 */
export function orderFilter(filters: readonly CompiledFilter[] | undefined, values: Fields = {}) {
  const { status, q, search, archived } = values
  const otherFilters = appliedFilters(filters, values).flatMap(({ name, value, filter, isSearch }) =>
    (filter || boundOf(name)) && !isSearch && name !== 'status'
      ? [[filter?.field ?? name, value] as const]
      : [],
  )
  return {
    ...(Object.fromEntries(otherFilters) as Fields),
    ...(status && status !== 'all' ? { status: status as OrderStatus } : {}),
    ...(search || q ? { search: String(search || q) } : {}),
    ...(archived ? { archived: true } : {}),
  }
}

/**
 * For `GET /api/devices`: the filters of config, references by the names of their fields, and bounds. Other keys are
 * ignored.
 *
 * @param devices the resource in config
 */
export function deviceQuery(devices: CompiledResource | undefined, values: Fields = {}) {
  const filters = devices?.list?.filters
  const query: Record<string, string | number> = {}
  for (const applied of appliedFilters(filters, values)) {
    const { name, filter, value, isSearch } = applied
    const isBoundOrReference = boundOf(name) !== undefined || isReferring(devices?.fields[name]?.type ?? '')
    if (!filter && isBoundOrReference) query[name] = String(value)
    if (!filter) continue
    if (!isSearch) query[filter.field ?? filter.name] = typeof value === 'number' ? value : String(value)
    else if (searchText(applied)) {
      query['search[topic]'] = filter.field ?? 'all'
      query['search[alike]'] = searchText(applied)
    }
  }
  return query
}
