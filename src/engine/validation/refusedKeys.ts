/**
 * Keys of a sent record that are refused (decision 40). A form sends the whole record back: a field that the user may
 * not change is accepted while its value is unchanged, and so is a field that config had once. Every other key is an
 * error.
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
  /** The record as it is, when it is changed. */
  current?: Row | undefined
  /** What a new record gets of the server, whatever is sent. */
  becomes?: Row
  /** What is kept of fields that config added, now or once. */
  extra?: Row
  mayRead: (field: CompiledField) => boolean
  /** By rights alone: a field that a condition hides at the moment is accepted here and dropped later. */
  mayWrite: (field: CompiledField) => boolean
}

/** Every record may send them: they identify the record and the state that was read. */
const ALWAYS = ['id', 'updated']
/** What a list says of a record, unless config has a field of that name: which of its fields have a picture. */
const OF_LISTS = 'pictures'

export function refusedKeys(sent: SentKeys): Record<string, FieldProblem> {
  const { resource, input, extra = {} } = sent
  const fields = Object.values(resource.fields)
  const former = new Set(fields.map(({ renamedFrom }) => renamedFrom))
  const problems: Record<string, FieldProblem> = {}
  for (const key of Object.keys(input)) {
    if (ALWAYS.includes(key)) continue
    if (contractOf(resource)?.derived?.includes(key)) continue
    const declared = fields.filter(({ name }) => isOf(name, key))
    if (declared.length > 0) {
      // The rows of a field `children` are checked one by one (`commands/records/children`).
      for (const field of declared)
        if (!field.children && !isTaken(field, sent)) problems[field.name] = problem('field.notWritable')
    } else if (isOfContract(resource, key)) {
      if (!isUnchanged(key, sent)) problems[key] = problem('field.notWritable')
    } else if (key !== OF_LISTS && !former.has(key) && !Object.hasOwn(extra, key)) {
      problems[key] = problem('field.unknown')
    }
  }
  return problems
}

const problem = (code: string): FieldProblem => ({ code, params: {} })

/** True for `modem.band` of `modem`. */
const isOf = (name: string, key: string) => name === key || name.startsWith(`${key}.`)

/** Whether it may be written, or would change nothing. */
function isTaken(
  field: CompiledField,
  { input, current, becomes = {}, mayRead, mayWrite }: SentKeys,
): boolean {
  const given = valueAt(input, field.name)
  if (given === undefined || mayWrite(field)) return true
  const value = normalise(field, given)
  const isIn = (record: Row) => same(value, normalise(field, valueAt(record, field.name)))
  const blank = isNothing(field, value) || value === false
  if (!current) return blank || isIn(becomes) || (field.default !== undefined && same(value, field.default))
  // The caller has never seen the value: only a blank one is taken, and the answer reveals nothing.
  return mayRead(field) ? isIn(current) : blank
}

const contractOf = ({ name }: CompiledResource) => ownValue(CONTRACT_RESOURCES, name)

/** Beside what config names, records of config alone have the time at which they were made. */
const isOfContract = (resource: CompiledResource, key: string) =>
  (contractOf(resource)?.fields ?? ['created']).some(name => isOf(name, key))

/** A key of the contract that config does not name: it cannot be written. */
function isUnchanged(key: string, { input, current }: SentKeys): boolean {
  const there = current?.[key]
  return there === undefined ? isBlank(input[key]) : same(input[key], there)
}

const isBlank = (value: unknown) =>
  isEmpty(value) || value === 0 || value === false || (typeof value === 'string' && isAbsent(value))

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)
