/** The bounds of a `date` or `datetime` field: fixed, relative to now, or the value of another field. */
import { type BoundEnd, boundDay, boundMoment, isFixed } from '../../domain/dateBounds'
import { formatTime } from '../../domain/dates'
import type { CompiledBound, CompiledField } from '../compiledResource'
import { isEmpty, valueAt } from '../recordValue'

type Row = Readonly<Record<string, unknown>>

/**
 * The inclusive bounds, as a day or a time in UTC like the field's values. A bound that refers to an empty field does
 * not apply.
 */
export function dateRange(
  { type, earliest, latest }: Pick<CompiledField, 'type' | 'earliest' | 'latest'>,
  record: Row | undefined,
  now: Date,
): Partial<Record<BoundEnd, string>> {
  const boundValue = (bound: CompiledBound | undefined, end: BoundEnd): string | undefined => {
    if (!bound) return undefined
    if (!('field' in bound)) return type === 'date' ? boundDay(bound, now) : boundMoment(bound, end, now)
    const value = record && valueAt(record, bound.field)
    // A time in the year 1 is an empty one.
    return typeof value === 'string' && !isEmpty(value) && !value.startsWith('0001-') ? value : undefined
  }
  return { min: boundValue(earliest, 'min'), max: boundValue(latest, 'max') }
}

/** The field without bounds that depend on the current time, for checking stored values and config files. */
export function withoutMovingBounds(field: CompiledField): CompiledField {
  const withoutMoving = (bound: CompiledBound | undefined) =>
    bound && ('field' in bound || isFixed(bound)) ? bound : undefined
  return { ...field, earliest: withoutMoving(field.earliest), latest: withoutMoving(field.latest) }
}

/** The fields to which the bounds refer. */
export const boundFields = ({ earliest, latest }: Pick<CompiledField, 'earliest' | 'latest'>): string[] =>
  [earliest, latest].flatMap(bound => (bound && 'field' in bound ? [bound.field] : []))

/** The problem of a value outside its bounds, with the bound as readable text; `undefined` if it is within them. */
export function dateBoundProblem(
  field: CompiledField,
  value: unknown,
  record: Row | undefined,
  now: Date,
): { code: string; params: { limit: string } } | undefined {
  if (typeof value !== 'string' || !(field.earliest || field.latest)) return undefined
  const { min, max } = dateRange(field, record, now)
  // Days and times in UTC can be compared as text.
  if (min !== undefined && value < min)
    return { code: 'field.tooEarly', params: { limit: displayLimit(field.type, min) } }
  if (max !== undefined && value > max)
    return { code: 'field.tooLate', params: { limit: displayLimit(field.type, max) } }
  return undefined
}

const displayLimit = (type: CompiledField['type'], limit: string) =>
  type === 'date' ? limit : `${formatTime(limit, 'YYYY-MM-DD HH:mm', 'KST')} KST`
