/** The faults of cells, and the reasons by which the user filters bad rows. */
import type { BadRow, CellFault, Reason } from './types'

/** Adds the index of the column: from `params.at` (its number, from 1), else by its name. */
export function cellFault(
  { column, code, params, message }: Pick<CellFault, 'column' | 'code' | 'params' | 'message'>,
  names: readonly string[],
): CellFault {
  const index = typeof params?.at === 'number' ? params.at - 1 : names.indexOf(column)
  return { index, column, code, ...(params && { params }), ...(message && { message }) }
}

/** Faults with the same key have the same reason. */
export const reasonKey = ({ code, column }: CellFault) => `${code}/${column}`

/** The first fault; parameters in which the second one differs, such as row numbers, are `…`. */
function withCommonParams(fault: CellFault, other: CellFault): CellFault {
  const params = Object.entries(fault.params ?? {}).map(([name, value]) => [
    name,
    other.params?.[name] === value ? value : '…',
  ])
  return params.length > 0 ? { ...fault, params: Object.fromEntries(params) } : fault
}

/** The reasons of bad rows, the most frequent first. */
export function reasonsIn(rows: readonly BadRow[]): Reason[] {
  const reasons = new Map<string, Reason>()
  for (const { faults } of rows)
    for (const [key, fault] of new Map(faults.map(fault => [reasonKey(fault), fault]))) {
      const { rows: count = 0, example = fault } = reasons.get(key) ?? {}
      reasons.set(key, { key, rows: count + 1, example: withCommonParams(example, fault) })
    }
  return [...reasons.values()].sort((one, other) => other.rows - one.rows)
}
