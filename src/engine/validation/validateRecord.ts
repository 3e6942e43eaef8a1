/** Validates records, in forms before sending and on the server, which answers 422 with the problems. */
import { ownValue } from '../../domain/own'
import type { PasswordLimits } from '../../domain/password'
import { countLetters } from '../../domain/typed'
import { choicesFor } from '../access'
import { type ChildrenField, cellResource, isChildrenField, rowsById, validateRows } from '../children'
import { currentTime } from '../clock'
import type { CompiledField, CompiledResource, Words } from '../compiled'
import { holds, type RuleContext } from '../conditions'
import { KINDS } from '../kinds'
import { isSameValue, valueAt } from '../recordValue'
import { confirmationKey, isEmptyValue, normalise } from '../values'
import { checkRules } from './checks'
import { dateBoundProblem } from './dateBounds'
import { RULE_CHECKS } from './rules'
import type { FieldProblem } from './valueProblem'
import {
  applyInput,
  isWritable,
  normalisedRecord,
  rowWriteContext,
  type WriteContext,
} from './writableRecord'

export type { FieldProblem } from './valueProblem'

interface Validation extends WriteContext {
  password: PasswordLimits
}

/**
 * Validates the record as it would be after the save: the stored record with the accepted input (`writableRecord`).
 * Fields that are hidden, or that the user may not write, are not checked.
 *
 * Checks unchanged fields too, since their conditions and rules may depend on a changed field, but reports only
 * problems that this edit causes: a stored value that config no longer allows, such as a removed choice, may stay.
 *
 * @returns problems by field name, in the order of the file; empty if the record is valid
 */
export function validateRecord(
  resource: CompiledResource,
  record: Readonly<Record<string, unknown>>,
  validation: Validation,
): Record<string, FieldProblem> {
  return applyAndValidate(resource, record, validation).problems
}

/** Returns the values to store (`writableRecord` and computed fields), and the problems of `validateRecord`. */
export function applyAndValidate(
  resource: CompiledResource,
  record: Readonly<Record<string, unknown>>,
  { password, ...writing }: Validation,
): { accepted: Record<string, unknown>; problems: Record<string, FieldProblem> } {
  const { action, current } = writing
  const applied = applyInput(resource, record, writing)
  const after: RuleContext = { ...writing, record: applied.after }
  const before: RuleContext | undefined = current && {
    ...writing,
    record: normalisedRecord(resource, current),
  }
  const check = (field: CompiledField, context: RuleContext) =>
    checkField(resource, field, valueAt(context.record, field.name), context, password)

  const problems: Record<string, FieldProblem> = {}
  for (const field of Object.values(resource.fields)) {
    if (isChildrenField(field)) {
      if (isWritable(field, after))
        Object.assign(problems, checkRows(field, record, { password, ...writing }))
      continue
    }
    const isSent = valueAt(record, field.name) !== undefined
    // Without the stored record, fields that are not sent cannot be checked.
    if ((action === 'edit' && !isSent && !before) || !isWritable(field, after)) continue
    const newProblem = check(field, after)
    const existedBefore = () =>
      before && isUnchanged(field, after, before, isSent) && check(field, before)?.code === newProblem?.code
    if (newProblem && !existedBefore()) problems[field.name] = newProblem
    const mismatch = field.confirm && checkConfirmation(field, record)
    if (mismatch && !newProblem) problems[confirmationKey(field.name)] = mismatch
  }
  checkRules(resource, { before, after }, problems)
  return { accepted: { ...applied.accepted, ...applied.computed }, problems }
}

/** Validates the rows of a `children` field. An edit that does not send the field keeps its rows. */
function checkRows(field: ChildrenField, record: Readonly<Record<string, unknown>>, validation: Validation) {
  const { resources, current, action, password } = validation
  const child = ownValue(resources, field.children.resource)
  const sent = valueAt(record, field.name)
  if (!child || (action === 'edit' && sent === undefined)) return {}
  const resource = cellResource(child, field)
  return validateRows(field, {
    sent,
    stored: rowsById(current?.[field.name]),
    validateRow: ({ cells }, before) =>
      validateRecord(resource, cells, { ...rowWriteContext(validation, before), password }),
  })
}

/** True if the edit does not change the field, so that its value may stay although config no longer allows it. */
function isUnchanged(
  field: CompiledField,
  after: RuleContext,
  before: RuleContext,
  isSent: boolean,
): boolean {
  const [oldValue, newValue] = [before, after].map(({ record }) => valueAt(record, field.name))
  // An empty value counts as changed if it was sent, since the form shows the field, or if the field was hidden before,
  // since it was not required then.
  if (isEmptyValue(field, oldValue))
    return isEmptyValue(field, newValue) && !isSent && isWritable(field, before)
  return isSameValue(oldValue, newValue)
}

/**
 * The problem of an empty required field, with the message of the field or of the resource, if config has one.
 *
 * @param min the minimum length of passwords, for the sentence of their kind
 */
function missingProblem(
  resource: CompiledResource,
  field: CompiledField,
  { action }: RuleContext,
  min: number,
) {
  const codeOfKind = KINDS[field.type].missingCode
  if (codeOfKind) return problem(codeOfKind, { min }, field.required?.message)
  const { incomplete, incompleteEdit = incomplete } = resource.messages
  const resourceMessage = action === 'edit' ? incompleteEdit : incomplete
  return problem('field.required', {}, field.required?.message ?? resourceMessage)
}

/** The first problem of a value as entered. */
function checkField(
  resource: CompiledResource,
  field: CompiledField,
  entered: unknown,
  context: RuleContext,
  password: PasswordLimits,
): FieldProblem | undefined {
  const value = normalise(field, entered)
  if (isEmptyValue(field, value))
    return isRequired(field, context) ? missingProblem(resource, field, context, password.min) : undefined
  const kindProblem = KINDS[field.type].check(value, field)
  if (kindProblem) return problem(kindProblem)
  if (field.choicesFrom && !choicesFor(field, context.level).some(choice => choice.value === value)) {
    return problem('field.notYours')
  }
  const boundProblem =
    checkSize(field, value) ??
    dateBoundProblem(field, value, context.record, new Date(context.now ?? currentTime()))
  if (boundProblem) return boundProblem
  for (const { rule, message, value: ruleValue } of field.rules) {
    const ruleProblem = RULE_CHECKS[rule](value, { value: ruleValue, password, record: context.record })
    const { code, params } =
      typeof ruleProblem === 'string' ? { code: ruleProblem, params: {} } : (ruleProblem ?? {})
    if (code) return problem(code, { min: password.min, value: ruleValue ?? '', ...params }, message)
  }
  return undefined
}

/** Whether the field must have a value. An empty password in an edit keeps the stored one. */
function isRequired({ type, required }: CompiledField, context: RuleContext): boolean {
  const keepsStoredValue = type === 'password' && context.action === 'edit'
  return required !== undefined && !keepsStoredValue && holds(required.when, context)
}

/** Compares the two entries of a new password; the second exists only in the form. */
function checkConfirmation(field: CompiledField, record: Readonly<Record<string, unknown>>) {
  const confirmation = valueAt(record, confirmationKey(field.name))
  if (confirmation === undefined) return undefined
  const isEqual = (confirmation || '') === (valueAt(record, field.name) || '')
  return isEqual ? undefined : problem('password.mismatch')
}

/** Checks `min` and `max`: of a number, a text's length, or a list's length. */
function checkSize(field: CompiledField, value: unknown): FieldProblem | undefined {
  const { size, defaultMax } = KINDS[field.type]
  const { min, max = defaultMax } = field
  const measured = measure(size, value)
  if (measured === undefined) return undefined
  const codes = BOUND_CODES[size!]
  if (min !== undefined && measured < min) return problem(codes.tooSmall, { limit: min })
  if (max !== undefined && measured > max) return problem(codes.tooLarge, { limit: max })
  return undefined
}

const BOUND_CODES = {
  value: { tooSmall: 'field.minimum', tooLarge: 'field.maximum' },
  length: { tooSmall: 'field.tooShort', tooLarge: 'field.tooLong' },
  items: { tooSmall: 'field.tooFew', tooLarge: 'field.tooMany' },
} as const

/** The size of a value; texts are counted in code points, so that an emoji counts as one character. */
function measure(size: 'length' | 'value' | 'items' | undefined, value: unknown): number | undefined {
  if (size === 'value') return typeof value === 'number' ? value : undefined
  if (size === 'items') return Array.isArray(value) ? value.length : undefined
  return size === 'length' && typeof value === 'string' ? countLetters(value) : undefined
}

function problem(code: string, params: FieldProblem['params'] = {}, message?: Words): FieldProblem {
  return { code, params, ...(message ? { message } : {}) }
}
