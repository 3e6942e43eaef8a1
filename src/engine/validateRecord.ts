/**
 * The one validator of records (design.md, Config): the form shows its result at the field, the server refuses with it (422).
 */
import type { Levels } from '../domain/authority'
import type { PasswordLimits } from '../domain/password'
import { choicesFor } from './choices'
import type { CompiledField, CompiledResource, Words } from './compiled'
import { type Circumstance, holds, valueAt } from './conditions'
import { KINDS } from './kinds'
import { RULE_CHECKS } from './rules'
import { confirmationOf, isNothing, normalise } from './values'
import { isWritable } from './writableRecord'

/** What is wrong with a field: a sentence of config, or a key of i18n below `errors.` and its parameters. */
export interface FieldProblem {
  code: string
  params: Readonly<Record<string, string | number>>
  message?: Words
}

export interface Validation {
  action: 'create' | 'edit'
  /** The number of the user's level. */
  level: number
  levels: Levels
  password: PasswordLimits
  /** The record as it was, when editing: conditions look at it, and what it has already may stay. */
  current?: Readonly<Record<string, unknown>>
  /** The record is the writer's own account. */
  own?: boolean
}

/**
 * Holds a record against the fields of its resource. A field that is hidden or not the user's to write is never required and
 * not looked at; of an edit, only the fields that are there are looked at. A value that was stored before config changed, such
 * as a choice that is gone, is no problem as long as it stays as it was.
 *
 * @returns problems by field name, in the order of the file; empty when the record is sound
 */
export function validateRecord(
  resource: CompiledResource,
  record: Readonly<Record<string, unknown>>,
  { action, level, levels, password, current, own = false }: Validation,
): Record<string, FieldProblem> {
  const about: Circumstance = { record: { ...current, ...record }, level, levels, action, own }
  const problems: [string, FieldProblem][] = []
  for (const field of Object.values(resource.fields)) {
    const value = valueAt(record, field.name)
    if ((action === 'edit' && value === undefined) || !isWritable(field, about)) continue
    const found = checkField(resource, field, value, about, password)
    if (found && !(current && isKept(field, value, current))) problems.push([field.name, found])
    const again = field.confirm && checkConfirmation(field, record)
    if (again && !found) problems.push([confirmationOf(field.name), again])
  }
  return Object.fromEntries(problems)
}

/** The sentence of a missing field: its own, else the resource's, else the usual one. */
function missing(resource: CompiledResource, field: CompiledField, { action }: Circumstance, min: number) {
  const own = KINDS[field.type].missing
  const { incomplete, incompleteEdit } = resource.messages
  const message =
    field.required?.message ??
    (own ? undefined : action === 'edit' ? (incompleteEdit ?? incomplete) : incomplete)
  return problem(own ?? 'field.required', own ? { min } : {}, message)
}

function checkField(
  resource: CompiledResource,
  field: CompiledField,
  entered: unknown,
  about: Circumstance,
  password: PasswordLimits,
): FieldProblem | undefined {
  const { required } = field
  const value = normalise(field, entered)
  if (isNothing(field, value)) {
    // A password that is not entered again stays as it is.
    const kept = field.type === 'password' && about.action === 'edit'
    return required && !kept && holds(required.when, about)
      ? missing(resource, field, about, password.min)
      : undefined
  }
  const kind = KINDS[field.type].check(value, field)
  if (kind) return problem(kind)
  if (field.choicesFrom && !choicesFor(field, about.level).some(choice => choice.value === value)) {
    return problem('field.notYours')
  }
  const size = checkSize(field, value)
  if (size) return size
  for (const { rule, message, value: wanted } of field.rules) {
    const code = RULE_CHECKS[rule](value, { value: wanted, password, record: about.record })
    if (code) return problem(code, { min: password.min, value: wanted ?? '' }, message)
  }
  return undefined
}

/** The form has the second entry; a server is not sent it and has nothing to compare. */
function checkConfirmation(field: CompiledField, record: Readonly<Record<string, unknown>>) {
  const again = valueAt(record, confirmationOf(field.name))
  if (again === undefined) return undefined
  return (again || '') === (valueAt(record, field.name) || '') ? undefined : problem('password.mismatch')
}

/** True for a value that the record has had before: config may have changed since. */
function isKept(field: CompiledField, value: unknown, current: Readonly<Record<string, unknown>>): boolean {
  const before = valueAt(current, field.name)
  if (isNothing(field, before)) return false
  return JSON.stringify(normalise(field, before)) === JSON.stringify(normalise(field, value))
}

/** Bounds of a number, of a text's length, or of a list. */
function checkSize(field: CompiledField, value: unknown): FieldProblem | undefined {
  const { size, longest } = KINDS[field.type]
  const { min, max = longest } = field
  const measured = measure(size, value)
  if (measured === undefined) return undefined
  const [low, high] = BOUND_CODES[size!]
  if (min !== undefined && measured < min) return problem(low, { limit: min })
  if (max !== undefined && measured > max) return problem(high, { limit: max })
  return undefined
}

const BOUND_CODES = {
  value: ['field.minimum', 'field.maximum'],
  length: ['field.tooShort', 'field.tooLong'],
  items: ['field.tooFew', 'field.tooMany'],
} as const

/** Letters are counted as people do: an emoji is one. */
function measure(size: 'length' | 'value' | 'items' | undefined, value: unknown): number | undefined {
  if (size === 'value') return typeof value === 'number' ? value : undefined
  if (size === 'items') return Array.isArray(value) ? value.length : undefined
  return size === 'length' && typeof value === 'string' ? [...value].length : undefined
}

function problem(code: string, params: FieldProblem['params'] = {}, message?: Words): FieldProblem {
  return { code, params, ...(message ? { message } : {}) }
}
