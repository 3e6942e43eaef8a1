/** The values of filters, and the rules for changing filters that depend on each other. */
import type { CompiledFilter, CompiledResource } from '../../../engine/compiled'
import { boundOf } from '../../../engine/filterBounds'

export interface FilterProps {
  filter: CompiledFilter
  value: unknown
  /** The value of the filter that this one depends on. */
  parent: unknown
  onChange: (value: unknown) => void
}

export type FilterValues = Readonly<Record<string, unknown>>

/** The bounds of a range filter. */
export type Bounds = Partial<Record<'gte' | 'lte', string | number>>

/** The value of a filter. The value of a range is its bounds; `undefined` if it has none. */
export function valueIn(filter: CompiledFilter, values: FilterValues): unknown {
  if (filter.type !== 'range') return values[filter.name]
  const field = filter.field ?? filter.name
  const bounds = SIDES.flatMap(side => {
    const bound = values[`${field}_${side}`]
    return bound === undefined ? [] : [[side, bound] as const]
  })
  return bounds.length > 0 ? (Object.fromEntries(bounds) as Bounds) : undefined
}

const SIDES = ['gte', 'lte'] as const

/** Whether a value does not filter: no value, or the filter's choice "all". */
export function isUnfiltered(filter: CompiledFilter, value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === filter.all?.value
}

/** The names of chosen filters, bounds and fields that no control above the list shows: they need a chip. */
export function chipNames(
  { fields }: CompiledResource,
  filters: readonly CompiledFilter[],
  visibleFilters: readonly CompiledFilter[],
  chosen: FilterValues,
): string[] {
  return Object.keys(chosen).filter(name => {
    const filter = filters.find(other => other.name === name)
    if (filter) return !visibleFilters.includes(filter) && !isUnfiltered(filter, chosen[name])
    return name in fields || (boundOf(name)?.field ?? '') in fields
  })
}

/** The values with one filter changed. Filters that depend on it are cleared: a batch belongs to one model (§2). */
export function changeFilter(
  filters: readonly CompiledFilter[],
  values: FilterValues,
  name: string,
  value: unknown,
): FilterValues {
  const filter = filters.find(other => other.name === name)
  if (filter?.type === 'range') return changeRange(filter, values, value as Bounds | undefined)
  const { [name]: _before, ...others } = values
  let changed: FilterValues = !filter || isUnfiltered(filter, value) ? others : { ...others, [name]: value }
  for (const dependent of filters)
    if (dependent.dependsOn === name && dependent.name in changed)
      changed = changeFilter(filters, changed, dependent.name, undefined)
  return changed
}

/** The values with new bounds of a range, and with the values that config sets together with it (`with`). */
function changeRange(filter: CompiledFilter, values: FilterValues, bounds: Bounds | undefined): FilterValues {
  const field = filter.field ?? filter.name
  const { [`${field}_gte`]: _from, [`${field}_lte`]: _to, ...others } = values
  if (!bounds) return others
  const boundEntries = Object.entries(bounds).map(([side, bound]) => [`${field}_${side}`, bound])
  return { ...others, ...filter.with, ...Object.fromEntries(boundEntries) }
}
