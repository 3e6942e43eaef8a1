/** Validates records: the form shows the problems at its fields, the server answers 422 with them. */
import { ownValue } from '../../domain/own'
import type { PasswordLimits } from '../../domain/password'
import { countLetters } from '../../domain/typed'
import { choicesFor } from '../access'
import { type ChildrenField, cellResource, isChildren, rowsById, validateRows } from '../children'
import type { CompiledField, CompiledResource, Words } from '../compiled'
import { holds, type RuleContext } from '../conditions'
import { KINDS } from '../kinds'
import { valueAt } from '../recordValue'
import { confirmationOf, isNothing, normalise } from '../values'
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
 * Checks the record as it will be after the save: the accepted input (`writableRecord`) merged into the stored record.
 * Fields that are hidden, or that the user may not write, are not checked.
 *
 * Unchanged fields are checked too, since their conditions and rules may depend on a changed one. But only problems
 * that this edit causes are reported: stored values that config no longer allows, such as a removed choice, may stay.
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

/** The values to store (`writableRecord` and computed fields), with the problems of `validateRecord`. */
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
    if (isChildren(field)) {
      if (isWritable(field, after))
        Object.assign(problems, checkRows(field, record, { password, ...writing }))
      continue
    }
    const isSent = valueAt(record, field.name) !== undefined
    // Fields that are not sent cannot be checked without the stored record.
    if ((action === 'edit' && !isSent && !before) || !isWritable(field, after)) continue
    const found = check(field, after)
    const hadItBefore = () =>
      before && isUnchanged(field, after, before, isSent) && check(field, before)?.code === found?.code
    if (found && !hadItBefore()) problems[field.name] = found
    const mismatch = field.confirm && checkConfirmation(field, record)
    if (mismatch && !found) problems[confirmationOf(field.name)] = mismatch
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

/** True if an edit does not change the field; its value may stay even if config no longer allows it. */
function isUnchanged(
  field: CompiledField,
  after: RuleContext,
  before: RuleContext,
  isSent: boolean,
): boolean {
  const [oldValue, newValue] = [before, after].map(({ record }) => valueAt(record, field.name))
  // The form shows an empty value that is sent, so the user can enter it. A field that was hidden was not required.
  if (isNothing(field, oldValue)) return isNothing(field, newValue) && !isSent && isWritable(field, before)
  return JSON.stringify(oldValue) === JSON.stringify(newValue)
}

/** The problem of a missing field, with the message of the field, else of the resource, else the default one. */
function missing(resource: CompiledResource, field: CompiledField, { action }: RuleContext, min: number) {
  const codeOfKind = KINDS[field.type].missing
  const { incomplete, incompleteEdit } = resource.messages
  const message =
    field.required?.message ??
    (codeOfKind ? undefined : action === 'edit' ? (incompleteEdit ?? incomplete) : incomplete)
  return problem(codeOfKind ?? 'field.required', codeOfKind ? { min } : {}, message)
}

function checkField(
  resource: CompiledResource,
  field: CompiledField,
  entered: unknown,
  context: RuleContext,
  password: PasswordLimits,
): FieldProblem | undefined {
  const { required } = field
  const value = normalise(field, entered)
  if (isNothing(field, value)) {
    // An empty password when editing keeps the stored one.
    const staysAsItIs = field.type === 'password' && context.action === 'edit'
    return required && !staysAsItIs && holds(required.when, context)
      ? missing(resource, field, context, password.min)
      : undefined
  }
  const kind = KINDS[field.type].check(value, field)
  if (kind) return problem(kind)
  if (field.choicesFrom && !choicesFor(field, context.level).some(choice => choice.value === value)) {
    return problem('field.notYours')
  }
  const size =
    checkSize(field, value) ??
    dateBoundProblem(field, value, context.record, new Date(context.now ?? Date.now()))
  if (size) return size
  for (const { rule, message, value: ruleValue } of field.rules) {
    const found = RULE_CHECKS[rule](value, { value: ruleValue, password, record: context.record })
    const { code, params } = typeof found === 'string' ? { code: found, params: {} } : (found ?? {})
    if (code) return problem(code, { min: password.min, value: ruleValue ?? '', ...params }, message)
  }
  return undefined
}

/** Compares the two entries of a new password; only the form has the second one. */
function checkConfirmation(field: CompiledField, record: Readonly<Record<string, unknown>>) {
  const mismatch = valueAt(record, confirmationOf(field.name))
  if (mismatch === undefined) return undefined
  return (mismatch || '') === (valueAt(record, field.name) || '') ? undefined : problem('password.mismatch')
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

/** The size of a value; a text is counted in visible characters, so that an emoji is one. */
function measure(size: 'length' | 'value' | 'items' | undefined, value: unknown): number | undefined {
  if (size === 'value') return typeof value === 'number' ? value : undefined
  if (size === 'items') return Array.isArray(value) ? value.length : undefined
  return size === 'length' && typeof value === 'string' ? countLetters(value) : undefined
}

function problem(code: string, params: FieldProblem['params'] = {}, message?: Words): FieldProblem {
  return { code, params, ...(message ? { message } : {}) }
}
