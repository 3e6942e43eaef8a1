/** Validates the input of a save, and keeps the fields that the caller may set (decision 40). */
import { hasLevel } from '../../../domain/authority'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { splitStored, storedKeys } from '../../../engine/stored'
import { refusedKeys } from '../../../engine/validation/refusedKeys'
import { validateRecord } from '../../../engine/validation/validateRecord'
import { applyInput } from '../../../engine/validation/writableRecord'
import { isEmptyValue } from '../../../engine/values'
import { type Caller, userOf } from '../../caller'
import type { Problems } from '../../refusal'
import { findReferable, type ReferenceToCheck, textOfValue } from '../../store/records/references'
import type { Extra } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'
import { hashPassword } from '../accounts/passwords'

type Row = Readonly<Record<string, unknown>>

export interface Accepted {
  /** Accepted built-in fields by their API names, ready to store. */
  values: Record<string, unknown>
  /** All added fields: the stored ones merged with the accepted ones. */
  extra: Extra
  problems: Problems
  /** The future record, for conditions. */
  after: Row
}

interface SentRecord {
  resource: CompiledResource
  input: Row
  /** The stored record by API names; absent for a new record. */
  current?: Row | undefined
  /** More values for conditions, in addition to the fields of the resource. */
  conditionValues?: Row
  /** The records that references point to, for default expressions of a new record. */
  referenced?: RuleContext['referenced'] | undefined
  extra?: Extra | undefined
  /** Values that the server sets in a new record. */
  serverValues?: Row
  /** Whether the record is the caller's own account. */
  isOwnAccount?: boolean
}

/**
 * Validates the input. A field that the caller may not set is a problem if its value would change; an undeclared key
 * always is one (`refusedKeys`). Hidden fields are ignored; fields that are not sent keep their values.
 */
export function acceptRecord(sent: SentRecord, caller: Caller, config: CompiledConfig): Accepted {
  const { resource, input, current, conditionValues, referenced, serverValues } = sent
  const { extra: stored = {}, isOwnAccount = false } = sent
  const { level, levels } = caller
  const writing = {
    action: current ? 'edit' : 'create',
    level,
    levels,
    user: userOf(caller),
    referenced,
    current,
    conditionValues,
    own: isOwnAccount,
  } as const
  const { accepted, computed, after } = applyInput(resource, input, writing)
  const keyProblems = refusedKeys({
    resource,
    input,
    current,
    serverValues,
    extra: stored,
    mayRead: ({ read }) => hasLevel(level, read, levels),
    mayWrite: ({ read, write, readOnly }) =>
      write !== 'never' &&
      hasLevel(level, write, levels) &&
      hasLevel(level, read, levels) &&
      !(
        current &&
        readOnly &&
        holds(readOnly, { ...writing, record: { ...conditionValues, ...current, ...accepted } })
      ),
  })
  const problems = validateRecord(resource, accepted, { ...writing, password: config.app.limits.password })
  return {
    ...splitValues(resource, stored, { ...accepted, ...computed }),
    problems: { ...keyProblems, ...problems },
    after,
  }
}

/**
 * Splits new values into columns and `extra`.
 *
 * @param stored the stored `extra`
 * @param newValues by API names
 */
export function splitValues(
  resource: CompiledResource,
  stored: Extra,
  newValues: Row,
): Pick<Accepted, 'values' | 'extra'> {
  const { columns, extra } = splitStored(resource, newValues)
  const merged: Extra = { ...stored, ...extra }
  // Remove the value under the former name of a renamed field.
  for (const field of Object.values(resource.fields)) {
    const [name, formerName] = storedKeys(field)
    if (formerName !== undefined && Object.hasOwn(newValues, name)) delete merged[formerName]
  }
  return { values: columns, extra: merged }
}

/** A record whose references are checked: accepted values, and the stored record. */
interface ReferenceCheck {
  future: Row
  current: Row | undefined
  /** The record's future vendor: added references must not lead to records of other vendors. 0 or absent: provider. */
  vendor?: number
}

/**
 * Changed references must point to a record in scope that agrees with `dependsOn`. Unchanged ones are not checked:
 * their record may have been deleted.
 *
 * @returns the problems of each record, in the same order
 */
export async function referenceProblemsOfMany(
  tenant: Tenant,
  resource: Pick<CompiledResource, 'fields'>,
  records: readonly ReferenceCheck[],
): Promise<Problems[]> {
  const toCheck = records.map(record => referencesToCheck(resource, record))
  const isReferable = await findReferable(tenant, toCheck.flat())
  return toCheck.map(references => {
    const invalid = references.filter(reference => !isReferable(reference))
    return Object.fromEntries(invalid.map(({ name }) => [name, { code: 'field.choice', params: {} }]))
  })
}

/** `referenceProblemsOfMany` for one record. */
export async function referenceProblems(
  tenant: Tenant,
  resource: Pick<CompiledResource, 'fields'>,
  future: Row,
  current: Row | undefined,
  vendor = 0,
): Promise<Problems> {
  const [problems = {}] = await referenceProblemsOfMany(tenant, resource, [{ future, current, vendor }])
  return problems
}

function referencesToCheck(
  { fields }: Pick<CompiledResource, 'fields'>,
  { future, current, vendor = 0 }: ReferenceCheck,
): (ReferenceToCheck & { name: string })[] {
  const before = (field: string) => current && valueAt(current, field)
  const valueAfter = (field: string) => {
    const sent = valueAt(future, field)
    return sent === undefined ? before(field) : sent
  }
  const isSame = (field: string) => isSameValue(valueAfter(field), before(field))
  return Object.values(fields).flatMap(field => {
    const { name, reference, dependsOn = {} } = field
    const value = valueAfter(name)
    if (!reference || isEmptyValue(field, value)) return []
    const dependencies = Object.values(dependsOn)
    if (current && [name, ...dependencies].every(isSame)) return []
    // If a dependency has changed, the ids that were stored before must agree with it too.
    const ids = dependencies.every(isSame) ? addedIds(value, before(name)) : [value].flat()
    const narrowing = Object.fromEntries(
      Object.entries(dependsOn).map(([key, other]) => [key, valueAfter(other)]),
    )
    // For built-in references the write rules (`rules/`) compare the vendors.
    const ofVendor = field.storage === 'extra' ? vendor : 0
    return ids.map(id => ({ name, resource: reference, value: id, narrowing, vendor: ofVendor }))
  })
}

/** The ids that the list did not have before. The old ones are not checked: they may be out of the caller's scope. */
function addedIds(value: unknown, before: unknown): unknown[] {
  const oldIds = new Set(Array.isArray(value) && Array.isArray(before) ? before.map(textOfValue) : [])
  return [value].flat().filter(id => !oldIds.has(textOfValue(id)))
}

/** Hashes new passwords in added fields; an empty password keeps the old one. */
export async function withHashedPasswords(
  { fields }: CompiledResource,
  extra: Extra,
  before: Extra = {},
): Promise<Extra> {
  const hashed: Extra = { ...extra }
  for (const { name, type, storage } of Object.values(fields)) {
    const value = hashed[name]
    if (type !== 'password' || storage !== 'extra' || value === before[name]) continue
    if (typeof value === 'string' && value !== '') hashed[name] = await hashPassword(value)
    else hashed[name] = before[name] ?? ''
  }
  return hashed
}
