/** The rows of a table (devices by vendor, model or client), and their sort order. */
import type { DashboardStats } from '../../../../contract/dashboard'

/** `id` is absent if the server's device list cannot be filtered by it. */
export type BreakdownRow = DashboardStats['models'][number] & {
  /** The vendor of a client. */
  vendor?: string
}

export const COLUMNS = ['name', 'vendor', 'devices', 'linked'] as const
type BreakdownColumn = (typeof COLUMNS)[number]

export const isNumeric = (column: BreakdownColumn) => column === 'devices' || column === 'linked'

/** The sort order, stored for each user. */
export interface RowOrder {
  by: BreakdownColumn
  order: 'asc' | 'desc'
}

export const LARGEST_FIRST: RowOrder = { by: 'devices', order: 'desc' }

/**
 * The sort order after a click on a header: reversed for the sorted column; else names ascending, numbers descending.
 */
export function nextOrder({ by, order }: RowOrder, column: BreakdownColumn): RowOrder {
  if (by === column) return { by, order: order === 'asc' ? 'desc' : 'asc' }
  return { by: column, order: isNumeric(column) ? 'desc' : 'asc' }
}

const collator = new Intl.Collator('ko', { numeric: true })

const compare = (a: string | number = '', b: string | number = ''): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

/** Sorts the rows; equal ones by name. */
export function sortRows(rows: readonly BreakdownRow[], { by, order }: RowOrder): BreakdownRow[] {
  const sign = order === 'asc' ? 1 : -1
  return [...rows].sort((a, b) => sign * compare(a[by], b[by]) || compare(a.name, b.name))
}
