/** The validation rules that config may name (`engine/registry.ts`). */
import { isBrn } from '../../domain/brn'
import { isEmail } from '../../domain/email'
import { checkImei } from '../../domain/imei'
import { methodValueProblem } from '../../domain/methodInput'
import {
  checkPassword,
  checkStrongPassword,
  isCommonPassword,
  type PasswordLimits,
} from '../../domain/password'
import { isPhone } from '../../domain/phone'
import { valueAt } from '../recordValue'
import type { RuleName } from '../registry'
import { schemaProblem } from '../valueObject/schemaProblem'
import { fitsPattern } from './patterns'

interface RuleInput {
  /** The parameter of the rule in config, such as the pattern. */
  value?: string | number
  password: PasswordLimits
  /** The record, for rules that depend on other fields. */
  record?: Readonly<Record<string, unknown>>
}

/** A key of i18n below `errors.`, with the parameters of its sentence if it has any. */
type RuleProblem = string | { code: string; params: Readonly<Record<string, string | number>> } | undefined

/** Checks a non-empty value. */
type Rule = (value: unknown, context: RuleInput) => RuleProblem

const text = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''

const when =
  (code: string, holds: (text: string, context: RuleInput) => boolean): Rule =>
  (value, context) =>
    holds(text(value), context) ? undefined : code

export const RULE_CHECKS: Readonly<Record<RuleName, Rule>> = {
  email: when('field.email', isEmail),
  phone: when('field.phone', isPhone),
  brn: when('field.brn', isBrn),
  imei: when('field.imei', value => checkImei(value) === undefined),
  url: when('field.url', value => /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(value) && URL.canParse(value)),
  digits: when('field.digits', value => /^\d+$/.test(value)),
  integer: when('field.integer', value => /^[+-]?\d+$/.test(value.trim())),
  pattern: when('field.pattern', (value, { value: pattern }) => fitsPattern(value, String(pattern))),
  length: when('field.length', (value, { value: length }) => [...value].length === Number(length)),
  methodValue: (value, { record }) => {
    const problem = methodValueProblem(value, valueAt(record ?? {}, 'content.Type'))
    return problem && `field.${problem}`
  },
  methodSchema: schemaProblem,
  password: (value, { password }) => passwordCode(text(value), checkPassword, password),
  strongPassword: (value, { password }) => passwordCode(text(value), checkStrongPassword, password),
}

function passwordCode(
  password: string,
  check: typeof checkPassword,
  limits: PasswordLimits,
): string | undefined {
  const problem = check(password, password, limits) ?? (isCommonPassword(password) ? 'common' : undefined)
  return problem && `password.${problem}`
}
