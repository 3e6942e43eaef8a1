/** What of a sent record is taken: what the caller may set and the one validator finds sound (decision 40). */
import { hasLevel } from '../../../domain/authority'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { holds, type RuleContext } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { splitStored, storedKeys } from '../../../engine/stored'
import { refusedKeys } from '../../../engine/validation/refusedKeys'
import { validateRecord } from '../../../engine/validation/validateRecord'
import { applyInput } from '../../../engine/validation/writableRecord'
import { isNothing } from '../../../engine/values'
import { type Caller, userOf } from '../../caller'
import type { Problems } from '../../refusal'
import { type AskedReference, findReferable, textOfValue } from '../../store/records/references'
import type { Extra } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'
import { hashPassword } from '../accounts/passwords'

type Row = Readonly<Record<string, unknown>>

export interface Accepted {
  /** Fields of the contract that were sent and may be set, ready to be stored, by their name on the wire. */
  values: Record<string, unknown>
  /** What config's own fields become: all that was stored, with what was sent over it. */
  extra: Extra
  problems: Problems
  /** The record as it will be, at which conditions look. */
  after: Row
}

interface Sent {
  resource: CompiledResource
  input: Row
  /** The record as it is stored, under the names of the wire, when it is changed rather than created. */
  current?: Row | undefined
  /** What conditions look at beside the fields of the resource. */
  beside?: Row
  /** The records that references lead to, for what a new record begins with. */
  referenced?: RuleContext['referenced'] | undefined
  extra?: Extra | undefined
  /** What a new record gets of the server itself. */
  becomes?: Row
  /** It is the caller's own account. */
  own?: boolean
}

/**
 * Sorts out and checks. Fields that the caller may not set are problems when they would change something, undeclared
 * keys always (`refusedKeys`). Fields that are hidden are not taken; fields that are not sent keep what they have.
 */
export function acceptRecord(sent: Sent, caller: Caller, config: CompiledConfig): Accepted {
  const { resource, input, current, beside, referenced, becomes, extra: stored = {}, own = false } = sent
  const { level, levels } = caller
  const writing = {
    action: current ? 'edit' : 'create',
    level,
    levels,
    user: userOf(caller),
    ...(referenced && { referenced }),
    ...(current ? { current } : {}),
    ...(beside ? { beside } : {}),
    own,
  } as const
  const { accepted, computed, after } = applyInput(resource, input, writing)
  const keys = refusedKeys({
    resource,
    input,
    current,
    ...(becomes ? { becomes } : {}),
    extra: stored,
    mayRead: ({ read }) => hasLevel(level, read, levels),
    mayWrite: ({ read, write, readOnly }) =>
      write !== 'never' &&
      hasLevel(level, write, levels) &&
      hasLevel(level, read, levels) &&
      !(
        current &&
        readOnly &&
        holds(readOnly, { ...writing, record: { ...beside, ...current, ...accepted } })
      ),
  })
  const problems = validateRecord(resource, accepted, { ...writing, password: config.app.limits.password })
  return {
    ...splitTaken(resource, stored, { ...accepted, ...computed }),
    problems: { ...keys, ...problems },
    after,
  }
}

/**
 * What becomes of a record once this is set in it.
 *
 * @param stored what config's own fields have
 * @param set fields by their names on the wire
 */
export function splitTaken(
  resource: CompiledResource,
  stored: Extra,
  set: Row,
): Pick<Accepted, 'values' | 'extra'> {
  const { columns, extra } = splitStored(resource, set)
  const merged: Extra = { ...stored, ...extra }
  // What stood under a former name has moved to the new one.
  for (const field of Object.values(resource.fields)) {
    const [name, former] = storedKeys(field)
    if (former !== undefined && Object.hasOwn(set, name)) delete merged[former]
  }
  return { values: columns, extra: merged }
}

/** A record whose references are looked at: what was accepted, and the record as it is. */
interface Referring {
  taken: Row
  current: Row | undefined
  /**
   * Whose the record becomes: what config adds never leads from one vendor's records to those of another. 0 or absent
   * for the provider's.
   */
  vendor?: number
}

/**
 * References must lead to something in scope, and to something that agrees with what they depend on. One that is not
 * changed is left alone: what it led to may be gone.
 *
 * @returns the problems of each record, in their order
 */
export async function referenceProblemsOfMany(
  tenant: Tenant,
  resource: Pick<CompiledResource, 'fields'>,
  records: readonly Referring[],
): Promise<Problems[]> {
  const asked = records.map(record => askedReferences(resource, record))
  const isThere = await findReferable(tenant, asked.flat())
  return asked.map(references => {
    const lost = references.filter(reference => !isThere(reference))
    return Object.fromEntries(lost.map(({ name }) => [name, { code: 'field.choice', params: {} }]))
  })
}

/** The same for one record. */
export async function referenceProblems(
  tenant: Tenant,
  resource: Pick<CompiledResource, 'fields'>,
  taken: Row,
  current: Row | undefined,
  vendor = 0,
): Promise<Problems> {
  const [problems = {}] = await referenceProblemsOfMany(tenant, resource, [{ taken, current, vendor }])
  return problems
}

function askedReferences(
  { fields }: Pick<CompiledResource, 'fields'>,
  { taken, current, vendor = 0 }: Referring,
): (AskedReference & { name: string })[] {
  const before = (one: string) => current && valueAt(current, one)
  const now = (one: string) => {
    const sent = valueAt(taken, one)
    return sent === undefined ? before(one) : sent
  }
  const isSame = (one: string) => JSON.stringify(now(one)) === JSON.stringify(before(one))
  return Object.values(fields).flatMap(field => {
    const { name, reference, dependsOn = {} } = field
    const value = now(name)
    if (!reference || isNothing(field, value)) return []
    const depends = Object.values(dependsOn)
    if (current && [name, ...depends].every(isSame)) return []
    const asked = depends.every(isSame) ? addedIds(value, before(name)) : [value].flat()
    const narrowing = Object.fromEntries(Object.entries(dependsOn).map(([key, one]) => [key, now(one)]))
    const ofVendor = field.storage === 'extra' ? vendor : 0
    return asked.map(one => ({ name, resource: reference, value: one, narrowing, vendor: ofVendor }))
  })
}

/** The ids that a change adds to a list of references: the caller need not see the others that are in it. */
function addedIds(value: unknown, before: unknown): unknown[] {
  const kept = new Set(Array.isArray(value) && Array.isArray(before) ? before.map(textOfValue) : [])
  return [value].flat().filter(id => !kept.has(textOfValue(id)))
}

/** Passwords of config's own fields are kept as hashes, and an empty one means that the old one stays. */
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
