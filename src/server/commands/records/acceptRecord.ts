/** What of a sent record is taken: what the caller may set and the one validator finds sound (decision 23). */
import { reaches } from '../../../domain/authority'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { type Circumstance, holds } from '../../../engine/conditions'
import { valueAt } from '../../../engine/recordValue'
import { refusedKeys } from '../../../engine/refusedKeys'
import { splitStored, storedKeys } from '../../../engine/stored'
import { type FieldProblem, validateRecord } from '../../../engine/validateRecord'
import { isNothing } from '../../../engine/values'
import { applyInput } from '../../../engine/writableRecord'
import { type Caller, userOf } from '../../caller'
import type { Problems } from '../../refusal'
import { isReferable } from '../../store/records/references'
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
}

interface Sent {
  resource: CompiledResource
  input: Row
  /** The record as it is stored, under the names of the wire, when it is changed rather than created. */
  current?: Row | undefined
  /** What conditions look at beside the fields of the resource. */
  beside?: Row
  /** The records that references lead to, for what a new record begins with. */
  beyond?: Circumstance['beyond'] | undefined
  extra?: Extra | undefined
  /** What a new record gets of the server itself. */
  becomes?: Row
  /** It is the caller's own account. */
  own?: boolean
}

/**
 * Sorts out and checks. Fields that the caller may not set are problems when they would change something, undeclared keys
 * always (`refusedKeys`). Fields that are hidden are not taken; fields that are not sent keep what they have.
 */
export function acceptRecord(sent: Sent, caller: Caller, config: CompiledConfig): Accepted {
  const { resource, input, current, beside, beyond, becomes, extra: stored = {}, own = false } = sent
  const { level, levels } = caller
  const writing = {
    action: current ? 'edit' : 'create',
    level,
    levels,
    user: userOf(caller),
    ...(beyond && { beyond }),
    ...(current ? { current } : {}),
    ...(beside ? { beside } : {}),
    own,
  } as const
  const { stored: taken, computed } = applyInput(resource, input, writing)
  const keys = refusedKeys({
    resource,
    input,
    current,
    ...(becomes ? { becomes } : {}),
    extra: stored,
    mayRead: ({ read }) => reaches(level, read, levels),
    mayWrite: ({ read, write, readOnly }) =>
      write !== 'never' &&
      reaches(level, write, levels) &&
      reaches(level, read, levels) &&
      !(current && readOnly && holds(readOnly, { ...writing, record: { ...beside, ...current, ...taken } })),
  })
  const problems = validateRecord(resource, taken, { ...writing, password: config.app.limits.password })
  const { columns, extra } = splitStored(resource, { ...taken, ...computed })
  const merged: Extra = { ...stored, ...extra }
  // What stood under a former name has moved to the new one.
  for (const field of Object.values(resource.fields)) {
    const [name, former] = storedKeys(field)
    if (former !== undefined && (Object.hasOwn(taken, name) || Object.hasOwn(computed, name)))
      delete merged[former]
  }
  return { values: columns, extra: merged, problems: { ...keys, ...problems } }
}

/**
 * References must lead to something in scope, and to something that agrees with what they depend on. One that is not changed is
 * left alone: what it led to may be gone.
 *
 * @param taken what was accepted, `current` the record as it is
 */
export async function referenceProblems(
  tenant: Tenant,
  { fields }: CompiledResource,
  taken: Row,
  current: Row | undefined,
): Promise<Problems> {
  const problems: Record<string, FieldProblem> = {}
  for (const field of Object.values(fields)) {
    const { name, reference, dependsOn = {} } = field
    const before = (one: string) => current && valueAt(current, one)
    const now = (one: string) => {
      const sent = valueAt(taken, one)
      return sent === undefined ? before(one) : sent
    }
    const value = now(name)
    if (!reference || isNothing(field, value)) continue
    const asked = [name, ...Object.values(dependsOn)]
    if (current && asked.every(one => now(one) === before(one))) continue
    const narrowing = Object.fromEntries(Object.entries(dependsOn).map(([key, one]) => [key, now(one)]))
    if (!(await isReferable(tenant, reference, value, narrowing)))
      problems[name] = { code: 'field.choice', params: {} }
  }
  return problems
}

/** Passwords of config's own fields are kept as hashes, and an empty one means that the old one stays. */
export async function withHashedPasswords(
  { fields }: CompiledResource,
  extra: Extra,
  before: Extra = {},
): Promise<Extra> {
  const hashed: Extra = { ...extra }
  for (const { name, type, stored } of Object.values(fields)) {
    const value = hashed[name]
    if (type !== 'password' || stored !== 'extra' || value === before[name]) continue
    if (typeof value === 'string' && value !== '') hashed[name] = await hashPassword(value)
    else hashed[name] = before[name] ?? ''
  }
  return hashed
}
