/**
 * Finds the keys of a sent record that must be refused (decision 40). Forms send the whole record back. So a field that
 * the user may not change is accepted if its value is unchanged, and so is a field that config no longer has. All other
 * undeclared keys are errors.
 */
import { isAbsent } from '../../domain/dates'
import { ownValue } from '../../domain/own'
import type { CompiledField, CompiledResource } from '../compiled'
import { CONTRACT_RESOURCES } from '../fields/contractFields'
import { isEmpty, isSameValue, VERSION_KEYS, valueAt } from '../recordValue'
import { isEmptyValue, normalise } from '../values'
import type { FieldProblem } from './validateRecord'

type Row = Readonly<Record<string, unknown>>

export interface SentKeys {
  resource: CompiledResource
  input: Row
  /** The stored record, when editing. */
  current?: Row | undefined
  /** Values that the server sets on a new record regardless of the input. */
  serverValues?: Row
  /** The stored `extra`, including fields that config no longer has. */
  extra?: Row
  mayRead: (field: CompiledField) => boolean
  /** Considers only the level: fields that conditions hide are accepted here and dropped later. */
  mayWrite: (field: CompiledField) => boolean
}

/** Lists add this key: the fields that have a picture. Config may declare a field of the same name. */
const LIST_ONLY_KEY = 'pictures'

/** The problems by field or key. */
export function refusedKeys(sent: SentKeys): Record<string, FieldProblem> {
  const { resource, input, extra = {} } = sent
  const fields = Object.values(resource.fields)
  const formerNames = new Set(fields.map(({ renamedFrom }) => renamedFrom))
  const problems: Record<string, FieldProblem> = {}
  for (const key of Object.keys(input)) {
    if (VERSION_KEYS.includes(key)) continue
    if (contractOf(resource)?.derived?.includes(key)) continue
    const declared = fields.filter(({ name }) => isFieldOrPartOf(name, key))
    if (declared.length > 0) {
      // The rows of a field `children` are checked one by one (`commands/records/children`).
      for (const field of declared)
        if (!field.children && !isAccepted(field, sent)) problems[field.name] = problem('field.notWritable')
    } else if (isContractKey(resource, key)) {
      if (!isUnchanged(key, sent)) problems[key] = problem('field.notWritable')
    } else if (key !== LIST_ONLY_KEY && !formerNames.has(key) && !Object.hasOwn(extra, key)) {
      problems[key] = problem('field.unknown')
    }
  }
  return problems
}

const problem = (code: string): FieldProblem => ({ code, params: {} })

/** True for the key itself and for fields inside it: `modem.band` for `modem`. */
const isFieldOrPartOf = (name: string, key: string) => name === key || name.startsWith(`${key}.`)

/** True if the field may be written, or its sent value changes nothing. */
function isAccepted(
  field: CompiledField,
  { input, current, serverValues = {}, mayRead, mayWrite }: SentKeys,
): boolean {
  const sentValue = valueAt(input, field.name)
  if (sentValue === undefined || mayWrite(field)) return true
  const value = normalise(field, sentValue)
  const isValueOf = (record: Row) => isSameValue(value, normalise(field, valueAt(record, field.name)))
  const isBlankValue = isEmptyValue(field, value) || value === false
  if (!current)
    return (
      isBlankValue ||
      isValueOf(serverValues) ||
      (field.default !== undefined && isSameValue(value, field.default))
    )
  // A hidden value must not be guessable: without the right to read it, only a blank value is accepted.
  return mayRead(field) ? isValueOf(current) : isBlankValue
}

const contractOf = ({ name }: CompiledResource) => ownValue(CONTRACT_RESOURCES, name)

/** True for a field of the contract; described resources have only `created`. */
const isContractKey = (resource: CompiledResource, key: string) =>
  (contractOf(resource)?.fields ?? ['created']).some(name => isFieldOrPartOf(name, key))

/** Compares the key with the stored record; without a stored value, it must be blank. */
function isUnchanged(key: string, { input, current }: SentKeys): boolean {
  const existing = current?.[key]
  return existing === undefined ? isBlank(input[key]) : isSameValue(input[key], existing)
}

const isBlank = (value: unknown) =>
  isEmpty(value) || value === 0 || value === false || (typeof value === 'string' && isAbsent(value))
