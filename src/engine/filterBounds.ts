/** Filters that bound a field: the name of a number or time field with the suffix `_gte` or `_lte`. */

interface FilterBound {
  field: string
  side: 'gte' | 'lte'
}

/** Splits the name of a bound, such as `closed_gte`; `undefined` for other names. */
export function boundOf(name: string): FilterBound | undefined {
  const [, field, side] = /^(.+)_([gl]te)$/.exec(name) ?? []
  return field && (side === 'gte' || side === 'lte') ? { field, side } : undefined
}
