/** Validates the object value of an order against the schema of its method, in the form and on the server. */
import { isObject } from '../../domain/own'
import { isStorable } from '../../domain/typed'
import { findsPattern } from '../validation/patterns'
import type { ValueProblem } from '../validation/valueProblem'
import {
  choicesOfSchema,
  type NumberProperty,
  type TextProperty,
  type ValueGroup,
  type ValueProperty,
  type ValueSchema,
} from './schema'

/** Problems by path, such as `wifi.ssid`. */
export type ObjectProblems = Readonly<Record<string, ValueProblem>>

type Json = Readonly<Record<string, unknown>>
/** Pairs rather than an object: a request may contain the key `__proto__`, which would set an object's prototype. */
type PathProblems = [path: string, problem: ValueProblem][]

/**
 * Returns the object with its keys in the order of the schema, or its problems.
 *
 * @param value the parsed object
 */
export function readObject(
  schema: ValueSchema,
  value: Json,
): { value: Record<string, unknown> } | { problems: ObjectProblems } {
  const problems: PathProblems = []
  const validValues = readProperties(schema, value, '', problems)
  return problems.length > 0 ? { problems: Object.fromEntries(problems) } : { value: validValues }
}

/**
 * Returns the valid values, and adds the problems of the others to `problems`.
 *
 * @param prefix precedes each path: empty, or the path of a group with a dot
 */
function readProperties(
  { properties, required = [] }: ValueSchema | ValueGroup,
  value: Json,
  prefix: string,
  problems: PathProblems,
): Record<string, unknown> {
  const validValues: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const path = prefix + name
    const propertyValue = Object.hasOwn(value, name) ? value[name] : undefined
    if (propertyValue === undefined) {
      if (required.includes(name)) reportMissing(property, path, problems)
    } else if (property.type !== 'object') {
      const valueProblem = validateProperty(property, propertyValue)
      if (valueProblem) problems.push([path, valueProblem])
      else validValues[name] = propertyValue
    } else if (isObject(propertyValue))
      validValues[name] = readProperties(property, propertyValue, `${path}.`, problems)
    else problems.push([path, problem('valueNotObject')])
  }
  for (const key of Object.keys(value))
    if (!Object.hasOwn(properties, key))
      problems.push([prefix + key, problem('valueUnknownKey', { key: prefix + key })])
  return validValues
}

/** Reports a missing property. For a missing group, reports its required properties, since only these have inputs. */
function reportMissing(property: ValueProperty | ValueGroup, path: string, problems: PathProblems): void {
  const requiredInGroup = property.type === 'object' ? (property.required ?? []) : []
  if (requiredInGroup.length === 0) problems.push([path, problem('valueRequired')])
  for (const name of requiredInGroup) problems.push([`${path}.${name}`, problem('valueRequired')])
}

/** The problem of one property's value; `undefined` if it is valid. */
export function validateProperty(property: ValueProperty, value: unknown): ValueProblem | undefined {
  if (property.type === 'boolean') return typeof value === 'boolean' ? undefined : problem('valueNotBoolean')
  const valueProblem =
    property.type === 'string' ? textProblem(property, value) : numberProblem(property, value)
  if (valueProblem) return valueProblem
  const choices = choicesOfSchema(property)
  return !choices || choices.some(choice => choice.value === value) ? undefined : problem('valueNotChoice')
}

function textProblem({ minLength = 0, maxLength, pattern }: TextProperty, value: unknown) {
  if (typeof value !== 'string') return problem('valueNotText')
  if (!isStorable(value)) return problem('valueCharacters')
  const length = [...value].length
  if (length < minLength)
    return length === 0 ? problem('valueRequired') : problem('valueTooShort', { min: minLength })
  if (maxLength !== undefined && length > maxLength) return problem('valueTooLong', { max: maxLength })
  return pattern === undefined || findsPattern(value, pattern) ? undefined : problem('valuePattern')
}

function numberProblem({ type, minimum: min, maximum: max }: NumberProperty, value: unknown) {
  // Refuse numbers beyond the safe integers: JavaScript has already rounded them.
  if (typeof value !== 'number' || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER))
    return problem('valueNotNumber')
  if (type === 'integer' && !Number.isInteger(value)) return problem('valueNotInteger')
  const isBelow = min !== undefined && value < min
  const isAbove = max !== undefined && value > max
  if (!isBelow && !isAbove) return undefined
  if (min !== undefined && max !== undefined)
    return problem(isBelow ? 'valueBelow' : 'valueAbove', { min, max })
  return isBelow ? problem('valueMinimum', { min }) : problem('valueMaximum', { max: max! })
}

const problem = (code: ValueProblem['code'], params: ValueProblem['params'] = {}): ValueProblem => ({
  code,
  params,
})
