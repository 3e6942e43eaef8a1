/** The props that every format of config gets, and conversions of unknown values. */
import type { CompiledField } from '../../../engine/compiled'

export interface CellProps {
  value: unknown
  record: Readonly<Record<string, unknown>>
  /** The name of the field in the API. */
  name: string
  /** Absent for columns without a field, such as the row number. */
  field?: CompiledField
  /** The page of the record, if this cell links to it. */
  to?: string | undefined
}

/** A value as text; empty for objects and missing values. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  return ''
}

/** A value, or a text that holds a number, as a finite number; `undefined` for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}
