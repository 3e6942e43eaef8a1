/** The bounds of a day or moment in a record: fixed, moving with the day, or the value of another field. */
import { type BoundEnd, boundDay, boundMoment, isFixed } from '../../domain/dateBounds'
import { formatTime } from '../../domain/dates'
import type { CompiledBound, CompiledField } from '../compiledResource'
import { isEmpty, valueAt } from '../recordValue'

type Row = Readonly<Record<string, unknown>>

/** The bounds as values of the field's kind; none where the other field is empty. Both belong to the range. */
export function dateRange(
  { type, earliest, latest }: Pick<CompiledField, 'type' | 'earliest' | 'latest'>,
  record: Row | undefined,
  now: Date,
): Partial<Record<BoundEnd, string>> {
  const one = (bound: CompiledBound | undefined, end: BoundEnd): string | undefined => {
    if (!bound) return undefined
    if (!('field' in bound)) return type === 'date' ? boundDay(bound, now) : boundMoment(bound, end, now)
    const value = record && valueAt(record, bound.field)
    return typeof value === 'string' && !isEmpty(value) && !value.startsWith('0001-') ? value : undefined
  }
  return { min: one(earliest, 'min'), max: one(latest, 'max') }
}

/** The field without bounds that move with time (`today`, `now`), for checking stored values and config files. */
export function withLastingBounds(field: CompiledField): CompiledField {
  const lasting = (bound: CompiledBound | undefined) =>
    bound && ('field' in bound || isFixed(bound)) ? bound : undefined
  return { ...field, earliest: lasting(field.earliest), latest: lasting(field.latest) }
}

/** The fields of the record at which the bounds look. */
export const boundFields = ({ earliest, latest }: Pick<CompiledField, 'earliest' | 'latest'>): string[] =>
  [earliest, latest].flatMap(bound => (bound && 'field' in bound ? [bound.field] : []))

/** What is wrong with a value outside its bounds: a key of i18n below `errors.`, and the bound as people read it. */
export function dateBoundProblem(
  field: CompiledField,
  value: unknown,
  record: Row | undefined,
  now: Date,
): { code: string; params: { limit: string } } | undefined {
  if (typeof value !== 'string' || !(field.earliest || field.latest)) return undefined
  const { min, max } = dateRange(field, record, now)
  // Days and moments in UTC also order as text.
  if (min !== undefined && value < min)
    return { code: 'field.tooEarly', params: { limit: shown(field.type, min) } }
  if (max !== undefined && value > max)
    return { code: 'field.tooLate', params: { limit: shown(field.type, max) } }
  return undefined
}

const shown = (type: CompiledField['type'], limit: string) =>
  type === 'date' ? limit : `${formatTime(limit, 'YYYY-MM-DD HH:mm', 'KST')} KST`
