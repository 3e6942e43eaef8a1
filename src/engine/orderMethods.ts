/**
 * The values of order methods (§2, §3, §5). The console's form and the server's validation both come from
 * `config/order-methods.json`; `tests/engine` checks that they agree. For methods with several values, both come from
 * the JSON Schema of the method (`valueObject`).
 */
import type { DataLine } from '../contract/orderValues'
import {
  choiceTitles,
  type MethodBounds,
  type MethodContent,
  methodBounds,
  methodChoices,
  type TitledChoice,
} from '../domain/methodInput'
import { isNestedBeyond } from '../domain/nesting'
import { isObject, ownValue } from '../domain/own'
import type { CompiledConfig, MethodType } from './compiled'
import type { ValueProblem } from './validation/valueProblem'
import { linesOf } from './valueObject/lines'
import { withoutSecrets } from './valueObject/objectForm'
import { type ObjectProblems, readObject } from './valueObject/readObject'
import { hasSecret, type ValueSchema } from './valueObject/schema'
import { isValueSchema } from './valueObject/schemaProblem'

/** The content types, and the default bounds of methods (§9). */
export interface MethodRules {
  types: Readonly<Record<string, MethodType>>
  bounds: MethodBounds
}

/** The value to store; or its problem, with the problems of an object's parts by path (`wifi.ssid`). */
type ReadValue =
  | {
      text: string
      /** For a method with several values: the lines to display. Devices receive the object. */
      lines?: DataLine[]
    }
  | { problem: ValueProblem; parts?: ObjectProblems }

/** JSON Schema with the single property `data`, and the JSON Forms control for it. */
export interface MethodForm {
  schema: { type: 'object'; properties: { data: DataSchema }; required?: ['data'] }
  uischema: {
    type: 'Control'
    scope: '#/properties/data'
    label: false
    options: {
      input: MethodType['input']
      placeholder?: string
      format?: 'password'
      multi?: true
      /** The words of the choices. */
      titles?: Readonly<Record<string, TitledChoice['title']>>
    }
  }
}

interface DataSchema {
  type: 'string' | 'number' | 'integer'
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  enum?: string[]
}

/** Selects the part of config that describes order values. */
export function methodRules(config: CompiledConfig): MethodRules {
  return { types: config.orderMethods, bounds: config.app.limits.methodBounds }
}

/** The form of a method with one value; `undefined` if config does not know its type. */
export function methodForm(content: MethodContent, rules: MethodRules): MethodForm | undefined {
  const type = ownValue(rules.types, content.Type)
  if (!type || type.value === 'object') return undefined
  const data = dataSchema(content, type, rules)
  return {
    schema: {
      type: 'object',
      properties: { data },
      ...(isRequired(type, data) ? { required: ['data'] } : {}),
    },
    uischema: {
      type: 'Control',
      scope: '#/properties/data',
      label: false,
      options: {
        input: type.input,
        ...(content.Holder ? { placeholder: content.Holder } : {}),
        ...(type.input === 'password' ? { format: 'password' } : {}),
        ...(type.input === 'multiline' ? { multi: true } : {}),
        ...(type.value === 'choice' ? { titles: choiceTitles(content) } : {}),
      },
    },
  }
}

/** The schema of a method with several values; `undefined` for any other method, and if the schema is not valid. */
export function methodSchema(content: MethodContent, rules: MethodRules): ValueSchema | undefined {
  if (ownValue(rules.types, content.Type)?.value !== 'object') return undefined
  return isValueSchema(content.Schema) ? content.Schema : undefined
}

/** True if the value of the method, or a part of it, is secret. */
export function isSecretMethod(content: MethodContent, rules: MethodRules): boolean {
  const schema = methodSchema(content, rules)
  return schema ? hasSecret(schema) : ownValue(rules.types, content.Type)?.input === 'password'
}

/** The value without its secrets, for storage in a browser; `undefined` if the method has no secrets. */
export function withoutSecretParts(
  content: MethodContent,
  value: string,
  rules: MethodRules,
): string | undefined {
  if (!isSecretMethod(content, rules)) return undefined
  const schema = methodSchema(content, rules)
  return schema && value !== '' ? withoutSecrets(schema, value) : ''
}

/** The reason why no value can be entered for a method, or `undefined`. */
export function methodProblem(content: MethodContent, rules: MethodRules): ValueProblem | undefined {
  const type = ownValue(rules.types, content.Type)
  if (!type) return { code: 'valueTypeUnknown', params: { type: content.Type } }
  return type.value === 'object' && !methodSchema(content, rules)
    ? { code: 'valueSchema', params: {} }
    : undefined
}

/** The problem of a value entered for this content; `undefined` if it is valid. */
export function checkMethodValue(
  content: MethodContent,
  value: unknown,
  rules: MethodRules,
): ValueProblem | undefined {
  const result = readMethodValue(content, value, rules)
  return 'problem' in result ? result.problem : undefined
}

/**
 * Reads a value into the text that is stored and sent to devices, or returns its problem. Numbers may be sent as texts,
 * objects as JSON; an absent value counts as an empty text.
 */
export function readMethodValue(content: MethodContent, value: unknown, rules: MethodRules): ReadValue {
  const type = ownValue(rules.types, content.Type)
  if (!type) return problem('valueTypeUnknown', { type: content.Type })
  if (type.value === 'object') return readObjectValue(methodSchema(content, rules), value, type)
  const isTextOrNumber = typeof value === 'string' || typeof value === 'number'
  const text = isTextOrNumber ? String(value) : ''
  const isAbsent = value === undefined || value === null || value === ''
  if (!isAbsent && !isTextOrNumber) return problem('valueCharacters')
  if (isAbsent && type.required) return problem('valueRequired')
  if (type.value === 'number') return isAbsent ? { text: '' } : readNumber(content, text, type, rules)
  if (type.value === 'choice') {
    return (isAbsent && !type.required) || methodChoices(content).includes(text)
      ? { text }
      : problem('valueNotChoice')
  }
  return readText(content, text, type, rules)
}

/** Deeper values are refused before they are parsed. */
const MAX_NESTING = 20

function readObjectValue(schema: ValueSchema | undefined, value: unknown, type: MethodType): ReadValue {
  if (!schema) return problem('valueSchema')
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? {})
  // Check the size before parsing.
  const max = type.maxLength
  if (new TextEncoder().encode(text).length > max) return problem('valueTooLarge', { max })
  const object = parseObject(text.trim() === '' ? '{}' : text)
  if (!object) return problem('valueNotObject')
  const result = readObject(schema, object)
  if ('problems' in result) return { ...problem('valueInside'), parts: result.problems }
  return { text: JSON.stringify(result.value), lines: linesOf(schema, result.value) }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (isNestedBeyond(MAX_NESTING, text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readText(content: MethodContent, text: string, type: MethodType, rules: MethodRules) {
  const { min, max } = boundsOf(content, type, rules)
  const length = [...text].length
  if (text.includes('\u0000')) return problem('valueCharacters')
  if (length < min) return length === 0 ? problem('valueRequired') : problem('valueTooShort', { min, max })
  if (length > max) return problem('valueTooLong', { min, max })
  if (type.schemes && text !== '' && !new RegExp(addressPattern(type.schemes), 'u').test(text)) {
    return problem('valueNotUrl')
  }
  return { text }
}

/** Accepts decimal notation with an optional exponent; `Number` alone would also accept `0x10` and `Infinity`. */
function readNumber(content: MethodContent, text: string, type: MethodType, rules: MethodRules) {
  const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) return problem('valueNotNumber')
  if (type.integer && !Number.isInteger(number)) return problem('valueNotInteger')
  const { min, max } = boundsOf(content, type, rules)
  if (number < min) return problem('valueBelow', { min, max })
  if (number > max) return problem('valueAbove', { min, max })
  return { text: String(number) }
}

function isRequired(type: MethodType, data: DataSchema): boolean {
  return type.required || (type.value === 'string' && (data.minLength ?? 0) > 0)
}

function problem(code: ValueProblem['code'], params: ValueProblem['params'] = {}) {
  return { problem: { code, params } }
}

function dataSchema(content: MethodContent, type: MethodType, rules: MethodRules): DataSchema {
  const { min, max } = boundsOf(content, type, rules)
  if (type.value === 'number')
    return { type: type.integer ? 'integer' : 'number', minimum: min, maximum: max }
  if (type.value === 'choice') {
    const choices = [...new Set(methodChoices(content))]
    // JSON Schema does not allow an empty enum, so use bounds that no text meets.
    return choices.length > 0
      ? { type: 'string', enum: choices }
      : { type: 'string', minLength: 1, maxLength: 0 }
  }
  const pattern = type.schemes ? addressPattern(type.schemes) : '^[^\\u0000]*$'
  return { type: 'string', minLength: min, maxLength: max, pattern }
}

/** The bounds of a text's length in characters, or of a number. */
function boundsOf(content: MethodContent, type: MethodType, rules: MethodRules): MethodBounds {
  const isUnbounded = type.bounds === 'none'
  const { min, max } = isUnbounded ? { min: -Infinity, max: Infinity } : methodBounds(content, rules.bounds)
  // JavaScript rounds numbers beyond the safe integers.
  if (type.value === 'number')
    return { min: Math.max(min, Number.MIN_SAFE_INTEGER), max: Math.min(max, Number.MAX_SAFE_INTEGER) }
  const minLength = type.required ? 1 : 0
  return {
    min: Math.max(minLength, Math.ceil(min)),
    max: Math.max(0, Math.min(Math.floor(max), type.maxLength)),
  }
}

/** A pattern for addresses with one of these schemes, without white space and control characters. */
function addressPattern(schemes: readonly string[]): string {
  const names = schemes.map(scheme =>
    scheme
      .replace(/[+.]/g, '\\$&')
      .replace(/[a-z]/gi, letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  )
  return `^(?:${names.join('|')})://[^\\s/?#\\u0000-\\u001f]+(?:[/?#][^\\s\\u0000-\\u001f]*)?$`
}
