/** The filters of a list, in the dialects of the calls that take them. */
import type { OrderStatus } from '../../domain/orders'
import { keepAccepted } from '../../domain/typed'
import type { CompiledFilter } from '../../engine/compiled'

/** Fields of a record or a query by name, including those that config adds (decision 40). */
export type Fields = Record<string, unknown>

export interface AppliedFilter {
  name: string
  value: unknown
  /** As config describes it; undefined for one that config does not name. */
  filter: CompiledFilter | undefined
  isSearch: boolean
}

/** The filter values without those that filter nothing: empty ones, and the choice `all`. */
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

/** For described resources: a search by its name, which says where it looks; the others by their fields. */
export function restFilter(filters: readonly CompiledFilter[] = [], values: Fields = {}): Fields {
  return Object.fromEntries(
    appliedFilters(filters, values).map(applied =>
      applied.isSearch
        ? [applied.name, searchText(applied)]
        : [applied.filter?.field ?? applied.name, applied.value],
    ),
  )
}

/** For the lists of §7: the first search as `search`, ids as `ids`, the others by their names in config. */
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

/** For `POST /api/orders`: what the mailbox itself asks for, and filters by fields that config adds. */
export function orderFilter(filters: readonly CompiledFilter[] | undefined, values: Fields = {}) {
  const { status, q, search, archived } = values
  const added = appliedFilters(filters, values).flatMap(({ name, value, filter, isSearch }) =>
    filter && !isSearch && name !== 'status' ? [[filter.field ?? name, value] as const] : [],
  )
  return {
    ...(Object.fromEntries(added) as Fields),
    ...(status && status !== 'all' ? { status: status as OrderStatus } : {}),
    ...(search || q ? { search: String(search || q) } : {}),
    ...(archived ? { archived: true } : {}),
  }
}

/** For `GET /api/devices`. It takes no filter that config does not name. */
export function deviceQuery(filters: readonly CompiledFilter[] = [], values: Fields = {}) {
  const query: Record<string, string | number> = {}
  for (const applied of appliedFilters(filters, values)) {
    const { filter, value, isSearch } = applied
    if (!filter) continue
    if (!isSearch) query[filter.field ?? filter.name] = typeof value === 'number' ? value : String(value)
    else if (searchText(applied)) {
      query['search[topic]'] = filter.field ?? 'all'
      query['search[alike]'] = searchText(applied)
    }
  }
  return query
}
