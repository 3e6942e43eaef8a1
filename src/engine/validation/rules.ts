/** The validation rules that config may name. */
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
import { schemaProblem } from '../valueObject/schemaProblem'
import { fitsPattern } from './patterns'

interface RuleInput {
  /** The parameter of the rule in config, such as the pattern. */
  value?: string | number
  password: PasswordLimits
  /** Needed by rules that depend on other fields. */
  record?: Readonly<Record<string, unknown>>
}

/**
 * An error code (a key of i18n below `errors.`), with its parameters if it has any; `undefined` if the value is valid.
 */
type RuleProblem = string | { code: string; params: Readonly<Record<string, string | number>> } | undefined

/** Checks a non-empty value, which may be of any type. */
type Rule = (value: unknown, context: RuleInput) => RuleProblem

const toText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

/** A rule that reports `code` unless the value as text passes the test. */
const textRule =
  (code: string, holds: (text: string, context: RuleInput) => boolean): Rule =>
  (value, context) =>
    holds(toText(value), context) ? undefined : code

const CHECKS = {
  email: textRule('field.email', isEmail),
  phone: textRule('field.phone', isPhone),
  brn: textRule('field.brn', isBrn),
  imei: textRule('field.imei', value => checkImei(value) === undefined),
  url: textRule(
    'field.url',
    value => /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(value) && URL.canParse(value),
  ),
  digits: textRule('field.digits', value => /^\d+$/.test(value)),
  integer: textRule('field.integer', value => /^[+-]?\d+$/.test(value.trim())),
  password: (value, { password }) => passwordProblem(toText(value), checkPassword, password),
  strongPassword: (value, { password }) => passwordProblem(toText(value), checkStrongPassword, password),
  pattern: textRule('field.pattern', (value, { value: pattern }) => fitsPattern(value, String(pattern))),
  length: textRule('field.length', (value, { value: length }) => [...value].length === Number(length)),
  /** The `Value` of an order method: a list of numbers or texts. */
  methodValue: (value, { record }) => {
    const problem = methodValueProblem(value, valueAt(record ?? {}, 'content.Type'))
    return problem && `field.${problem}`
  },
  /** The `Schema` of an order method with several values: a bounded JSON Schema. */
  methodSchema: schemaProblem,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof CHECKS
export const RULES = Object.keys(CHECKS) as RuleName[]
export const RULE_CHECKS: Readonly<Record<RuleName, Rule>> = CHECKS

function passwordProblem(
  password: string,
  check: typeof checkPassword,
  limits: PasswordLimits,
): string | undefined {
  const problem = check(password, password, limits) ?? (isCommonPassword(password) ? 'common' : undefined)
  return problem && `password.${problem}`
}
