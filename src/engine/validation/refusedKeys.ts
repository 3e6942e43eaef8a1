/**
 * Finds the keys of a sent record that are refused (decision 40). Since forms send the whole record back, a field that
 * the user may not change is accepted if its value is unchanged, and so is a field that was removed from config. Every
 * other undeclared key is an error.
 */
import { isAbsent } from '../../domain/dates'
import { ownValue } from '../../domain/own'
import type { CompiledField, CompiledResource } from '../compiled'
import { CONTRACT_RESOURCES } from '../fields/contractFields'
import { isEmpty, valueAt } from '../recordValue'
import { isNothing, normalise } from '../values'
import type { FieldProblem } from './validateRecord'

type Row = Readonly<Record<string, unknown>>

export interface SentKeys {
  resource: CompiledResource
  input: Row
  /** The stored record, when editing. */
  current?: Row | undefined
  /** Values that the server sets on a new record regardless of the input. */
  becomes?: Row
  /** The stored `extra`, including fields that config no longer has. */
  extra?: Row
  mayRead: (field: CompiledField) => boolean
  /** By the user's level only: a field hidden by a condition is accepted here and dropped later. */
  mayWrite: (field: CompiledField) => boolean
}

/** Identify the record and the version that was read. */
const ALWAYS_ALLOWED = ['id', 'updated']
/** Added by lists: which fields of the record have a picture. Config may declare a field of the same name. */
const LIST_ONLY_KEY = 'pictures'

export function refusedKeys(sent: SentKeys): Record<string, FieldProblem> {
  const { resource, input, extra = {} } = sent
  const fields = Object.values(resource.fields)
  const former = new Set(fields.map(({ renamedFrom }) => renamedFrom))
  const problems: Record<string, FieldProblem> = {}
  for (const key of Object.keys(input)) {
    if (ALWAYS_ALLOWED.includes(key)) continue
    if (contractOf(resource)?.derived?.includes(key)) continue
    const declared = fields.filter(({ name }) => isOf(name, key))
    if (declared.length > 0) {
      // The rows of a field `children` are checked one by one (`commands/records/children`).
      for (const field of declared)
        if (!field.children && !isAccepted(field, sent)) problems[field.name] = problem('field.notWritable')
    } else if (isOfContract(resource, key)) {
      if (!isUnchanged(key, sent)) problems[key] = problem('field.notWritable')
    } else if (key !== LIST_ONLY_KEY && !former.has(key) && !Object.hasOwn(extra, key)) {
      problems[key] = problem('field.unknown')
    }
  }
  return problems
}

const problem = (code: string): FieldProblem => ({ code, params: {} })

/** True for `modem.band` of `modem`. */
const isOf = (name: string, key: string) => name === key || name.startsWith(`${key}.`)

/** True if the field may be written, or its sent value changes nothing. */
function isAccepted(
  field: CompiledField,
  { input, current, becomes = {}, mayRead, mayWrite }: SentKeys,
): boolean {
  const sentValue = valueAt(input, field.name)
  if (sentValue === undefined || mayWrite(field)) return true
  const value = normalise(field, sentValue)
  const isValueOf = (record: Row) => same(value, normalise(field, valueAt(record, field.name)))
  const blank = isNothing(field, value) || value === false
  if (!current)
    return blank || isValueOf(becomes) || (field.default !== undefined && same(value, field.default))
  // If the caller may not read the value, only a blank one is accepted, so that the response does not reveal it.
  return mayRead(field) ? isValueOf(current) : blank
}

const contractOf = ({ name }: CompiledResource) => ownValue(CONTRACT_RESOURCES, name)

/** True for a field of the contract; described resources have only `created`. */
const isOfContract = (resource: CompiledResource, key: string) =>
  (contractOf(resource)?.fields ?? ['created']).some(name => isOf(name, key))

/** A field of the contract that config does not declare cannot be changed. */
function isUnchanged(key: string, { input, current }: SentKeys): boolean {
  const existing = current?.[key]
  return existing === undefined ? isBlank(input[key]) : same(input[key], existing)
}

const isBlank = (value: unknown) =>
  isEmpty(value) || value === 0 || value === false || (typeof value === 'string' && isAbsent(value))

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
