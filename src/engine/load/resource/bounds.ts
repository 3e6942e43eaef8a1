/**
 * Compiles `min` and `max` of fields: numbers; for dates and times, a text such as `today+30d` or another field such as
 * `{"field": "start"}`.
 */
import { type BoundEnd, boundDay, isFixed, readDateBound } from '../../../domain/dateBounds'
import { ownValue } from '../../../domain/own'
import type { CompiledField } from '../../compiled'
import type { CompiledBound } from '../../compiledResource'
import { KINDS } from '../../kinds'
import type { Field } from '../../shapes/resource'
import type { Location } from '../Location'
import { conditionFields, type ResourceCheck, type ResourceContext } from './context'

type CompiledBounds = Pick<CompiledField, 'min' | 'max' | 'earliest' | 'latest'>

const isDateField = ({ type }: Pick<Field, 'type'>) => KINDS[type].sortAs === 'time'

export function compileBounds(
  name: string,
  field: Field,
  loc: Location,
  context: ResourceContext,
): CompiledBounds {
  if (!KINDS[field.type].optionKeys.includes('min') && !KINDS[field.type].optionKeys.includes('max'))
    return {}
  if (isDateField(field)) {
    return {
      earliest: compileDateBound(name, field, 'min', loc, context),
      latest: compileDateBound(name, field, 'max', loc, context),
    }
  }
  const numberBound = (end: BoundEnd) => {
    const bound = field[end]
    if (bound === undefined || typeof bound === 'number') return bound
    loc.at(end).report('boundNumber', { value: JSON.stringify(bound), kind: field.type })
    return undefined
  }
  const [min, max] = [numberBound('min'), numberBound('max')]
  if (min !== undefined && max !== undefined && min > max) loc.at('min').report('boundsOrder')
  return { min, max }
}

function compileDateBound(
  name: string,
  field: Field,
  end: BoundEnd,
  loc: Location,
  context: ResourceContext,
): CompiledBound | undefined {
  const bound = field[end]
  if (bound === undefined) return undefined
  const boundLoc = loc.at(end)
  if (typeof bound === 'object') {
    if (bound.field === name) boundLoc.at('field').report('boundSelf', { name })
    else if (boundLoc.at('field').expectKnown(bound.field, conditionFields(context)))
      return { field: bound.field }
    return undefined
  }
  const dateBound = typeof bound === 'string' ? readDateBound(bound) : undefined
  if (!dateBound) {
    boundLoc.report('boundDate', { value: JSON.stringify(bound) })
    return undefined
  }
  if (field.type === 'date' && 'from' in dateBound && dateBound.from === 'now') {
    boundLoc.report('boundNow', { value: String(bound), hint: String(bound).replace('now', 'today') })
    return undefined
  }
  return dateBound
}

/** Two relative bounds are compared on this day, so that the result does not depend on the day of the check. */
const REFERENCE_DAY = new Date('2026-01-15T00:00:00Z')

/** Checks that the bounds fit the kind of the field, and allow at least one value. */
export function checkBounds(field: CompiledField, loc: Location, check: ResourceCheck): void {
  const { size, defaultMax, optionKeys } = KINDS[field.type]
  checkDateBounds(field, loc, check)
  // `min` and `max` of these kinds bound the value itself, not a length or number of items.
  if (size === 'value' || isDateField(field)) return
  const { min, max } = field
  if (min !== undefined && optionKeys.includes('min') && !isWhole(min, 0))
    loc.at('min').report('wholeNumber', { least: 0 })
  if (max !== undefined && optionKeys.includes('max') && !isWhole(max, 1))
    loc.at('max').report('wholeNumber', { least: 1 })
  // `compileBounds` has compared `min` with a given `max`, but not with the number of choices or the default maximum.
  const limit = choiceCount(field) ?? (max === undefined ? defaultMax : undefined)
  if (min !== undefined && limit !== undefined && min > limit) loc.at('min').report('minAbove', { limit })
}

/** The largest possible number of items; `undefined` for kinds without choices, and if these are unknown. */
const choiceCount = (field: CompiledField): number | undefined =>
  KINDS[field.type].size === 'items' && !areChoicesUnknown(field) ? field.choices?.length : undefined

/** True if the choices come from a broken file, so that the list is empty. */
export const areChoicesUnknown = ({ choicesFrom, choices }: CompiledField): boolean =>
  choicesFrom !== undefined && choices?.length === 0

function checkDateBounds(
  { type, earliest, latest }: CompiledField,
  loc: Location,
  check: ResourceCheck,
): void {
  for (const [end, bound] of [
    ['min', earliest],
    ['max', latest],
  ] as const) {
    if (!bound || !('field' in bound)) continue
    const boundLoc = loc.at(end, 'field')
    // `compileDateBound` also accepts built-in fields that the file does not declare; these have no kind to compare.
    const boundField = ownValue(check.resource.fields, bound.field)
    if (!boundField) boundLoc.report('undeclaredField', { name: bound.field })
    else if (boundField.type !== type)
      boundLoc.report('boundKind', { name: boundField.name, kind: boundField.type, wanted: type })
  }
  if (!earliest || !latest || 'field' in earliest || 'field' in latest) return
  // The order of a relative and a fixed bound changes with time, so it is not checked.
  if (isFixed(earliest) !== isFixed(latest)) return
  if (boundDay(earliest, REFERENCE_DAY) > boundDay(latest, REFERENCE_DAY)) loc.at('min').report('boundsOrder')
}

/** True for an integer that is at least `min`. */
export const isWhole = (value: unknown, min: number) => Number.isInteger(value) && (value as number) >= min
