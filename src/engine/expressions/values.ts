/** Converts stored values into values of expressions, and back. */
import { type Decimal, decimalNumber, decimalOf } from './decimal'
import type { ExpressionKind } from './expression'
import { dayText, readDay, readTime, timeText } from './moments'

/** A number is a decimal; times, days and durations are milliseconds; a reference is the id as text. */
export type Value = string | Decimal | boolean | number | readonly unknown[]

/**
 * Converts a stored value. An absent value, or one of another kind, becomes an empty text, `false`, an empty list or
 * the reference `0`; for numbers, days and times it becomes `undefined`, and results that depend on it are undefined
 * too.
 */
export function readStoredValue(kind: ExpressionKind, stored: unknown): Value | undefined {
  switch (kind) {
    case 'text':
      return typeof stored === 'string' ? stored : ''
    case 'number':
      return typeof stored === 'number' ? decimalOf(stored) : undefined
    case 'boolean':
      return stored === true
    case 'time':
      return readTime(stored)
    case 'date':
      return readDay(stored)
    case 'list':
      return Array.isArray(stored) ? stored : []
    case 'references':
      return Array.isArray(stored) ? stored.map(readReference) : []
    case 'reference':
      return readReference(stored)
    case 'duration':
      return undefined
  }
}

function readReference(stored: unknown): string {
  if (typeof stored === 'number') return String(stored)
  return typeof stored === 'string' && stored !== '' ? stored : '0'
}

/** Converts a value into stored form. */
export function writeValue(kind: ExpressionKind, value: Value | undefined): unknown {
  if (value === undefined) return undefined
  if (kind === 'number') return decimalNumber(value as Decimal)
  if (kind === 'time') return timeText(value as number)
  return kind === 'date' ? dayText(value as number) : value
}
