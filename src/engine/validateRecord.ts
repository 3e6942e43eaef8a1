/**
 * The one validator of records (design.md, Config): the form shows its result at the field, the server refuses with it (422).
 */
import type { Levels } from '../domain/authority'
import { isAbsent } from '../domain/dates'
import type { PasswordLimits } from '../domain/password'
import type { CompiledField, CompiledResource, Words } from './compiled'
import { type Circumstance, holds, isEmpty, valueAt } from './conditions'
import { RULE_CHECKS } from './rules'

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
}

/**
 * Holds a record against the fields of its resource. A hidden field is never required and not looked at; of an edit, only
 * the fields that are there are looked at.
 *
 * @returns problems by field name; empty when the record is sound
 */
export function validateRecord(
  resource: CompiledResource,
  record: Readonly<Record<string, unknown>>,
  { action, level, levels, password }: Validation,
): Record<string, FieldProblem> {
  const about: Circumstance = { record, level, levels, action }
  const problems: [string, FieldProblem][] = []
  for (const field of Object.values(resource.fields)) {
    const absentInEdit = action === 'edit' && valueAt(record, field.name) === undefined
    if (absentInEdit || field.write === 'never' || !holds(field.visible, about)) continue
    const problem = checkField(field, valueAt(record, field.name), about, password)
    if (problem) problems.push([field.name, problem])
  }
  return Object.fromEntries(problems)
}

function checkField(
  field: CompiledField,
  value: unknown,
  about: Circumstance,
  password: PasswordLimits,
): FieldProblem | undefined {
  if (isEmpty(value)) {
    const { required } = field
    return required && holds(required.when, about)
      ? problem('field.required', {}, required.message)
      : undefined
  }
  const kind = checkKind(field, value)
  if (kind) return problem(kind)
  const size = checkSize(field, value)
  if (size) return size
  for (const { rule, message, value: wanted } of field.rules) {
    const code = RULE_CHECKS[rule](value, { value: wanted, password })
    if (code) return problem(code, { min: password.min, value: wanted ?? '' }, message)
  }
  return undefined
}

/** What a value of each kind is, or what is wrong with it. */
function checkKind(field: CompiledField, value: unknown): string | undefined {
  const choices = field.choices?.map(choice => choice.value)
  switch (field.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'field.number'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'field.boolean'
    case 'date':
    case 'datetime':
      return typeof value === 'string' && !isAbsent(value) ? undefined : 'field.date'
    case 'select':
      return !choices || choices.some(choice => choice === value) ? undefined : 'field.choice'
    case 'multi-select':
      return Array.isArray(value) && (!choices || value.every(one => choices.some(choice => choice === one)))
        ? undefined
        : 'field.choice'
    case 'reference':
      return typeof value === 'number' || typeof value === 'string' ? undefined : 'field.choice'
    case 'color':
      return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? undefined : 'field.color'
    case 'json':
      return undefined
    default:
      return typeof value === 'string' ? undefined : 'field.text'
  }
}

/** Bounds of a number, or of a text's length. */
function checkSize({ type, min, max }: CompiledField, value: unknown): FieldProblem | undefined {
  const isNumber = type === 'number' && typeof value === 'number'
  const size = isNumber ? value : typeof value === 'string' ? [...value].length : undefined
  if (size === undefined) return undefined
  const [low, high] = isNumber ? ['field.minimum', 'field.maximum'] : ['field.tooShort', 'field.tooLong']
  if (min !== undefined && size < min) return problem(low!, { limit: min })
  if (max !== undefined && size > max) return problem(high!, { limit: max })
  return undefined
}

function problem(code: string, params: FieldProblem['params'] = {}, message?: Words): FieldProblem {
  return { code, params, ...(message ? { message } : {}) }
}
