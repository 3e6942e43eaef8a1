/** The props of a format: a value, its record, and its field in config. */
import type { CompiledField } from '../../../engine/compiled'

export interface CellProps {
  value: unknown
  record: Readonly<Record<string, unknown>>
  /** The field's name on the wire. */
  name: string
  /** Absent for columns that are no field, such as the running number. */
  field?: CompiledField
  /** The page of the record, which the cell that names it leads to. */
  to?: string | undefined
}

/** A value as text; objects, and what is not there, have none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  return ''
}

/** A value as a finite number, or `undefined`. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
