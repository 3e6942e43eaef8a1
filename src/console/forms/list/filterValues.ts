/** The values of a list's filters, and what a change of one does to the others. */
import type { CompiledFilter } from '../../../engine/compiled'

/** The props of every kind of filter. */
export interface FilterProps {
  filter: CompiledFilter
  value: unknown
  /** The value of the filter that this one depends on. */
  parent: unknown
  onChange: (value: unknown) => void
}

export type FilterValues = Readonly<Record<string, unknown>>

/** True for a value that filters nothing: none, or the filter's own "all". */
export function isUnfiltered(filter: CompiledFilter, value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === filter.all?.value
}

/**
 * The values with one filter changed. Filters whose choices depend on it are cleared with it: a batch belongs to its model
 * (§2: batches are loaded per chosen model).
 */
export function changeFilter(
  filters: readonly CompiledFilter[],
  values: FilterValues,
  name: string,
  value: unknown,
): FilterValues {
  const filter = filters.find(one => one.name === name)
  const { [name]: _before, ...rest } = values
  const changed = !filter || isUnfiltered(filter, value) ? rest : { ...rest, [name]: value }
  return filters
    .filter(other => other.dependsOn === name && other.name in changed)
    .reduce<FilterValues>((left, other) => changeFilter(filters, left, other.name, undefined), changed)
}

/** The filters that are set. */
export function activeFilters(filters: readonly CompiledFilter[], values: FilterValues): CompiledFilter[] {
  return filters.filter(filter => !isUnfiltered(filter, values[filter.name]))
}
