/** What of a sent record is taken: what the caller may set and the one validator finds sound (design.md, Config; decision 23). */
import { reaches } from '../../../domain/authority'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { holds } from '../../../engine/conditions'
import { refusedKeys } from '../../../engine/refusedKeys'
import { splitStored } from '../../../engine/stored'
import { type FieldProblem, validateRecord } from '../../../engine/validateRecord'
import { writableRecord } from '../../../engine/writableRecord'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Extra } from '../../store/schema'

export type Problems = Readonly<Record<string, FieldProblem>>

export interface Accepted {
  /** Fields of the contract that were sent and may be set, ready to be stored, by their name on the wire. */
  values: Record<string, unknown>
  /** What config's own fields become: all that was stored, with what was sent over it. */
  extra: Extra
  problems: Problems
}

interface Sent {
  resource: CompiledResource
  input: Readonly<Record<string, unknown>>
  /** The record as it is stored, under the names of the wire, when it is changed rather than created. */
  current?: Readonly<Record<string, unknown>> | undefined
  extra?: Extra | undefined
  /** What a new record gets of the server itself. */
  becomes?: Readonly<Record<string, unknown>>
  /** It is the caller's own account. */
  own?: boolean
}

/**
 * Sorts out and checks. Fields that the caller may not set are problems when they would change something, keys that nobody declared
 * always (`refusedKeys`). Fields that are hidden are not taken; fields that are not sent keep what they have.
 */
export function acceptRecord(sent: Sent, caller: Caller, config: CompiledConfig): Accepted {
  const { resource, input, current, becomes, extra: stored = {}, own = false } = sent
  const { level, levels } = caller
  const writing = {
    action: current ? 'edit' : 'create',
    level,
    levels,
    ...(current ? { current } : {}),
    own,
  } as const
  const taken = writableRecord(resource, input, writing)
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
      !(current && readOnly && holds(readOnly, { ...writing, record: { ...current, ...taken } })),
  })
  const problems = validateRecord(resource, taken, { ...writing, password: config.app.limits.password })
  const { columns, extra } = splitStored(resource, taken)
  const kept: Extra = { ...stored, ...extra }
  // What stood under a former name has moved to the new one.
  for (const { name, renamedFrom } of Object.values(resource.fields))
    if (renamedFrom !== undefined && Object.hasOwn(taken, name)) delete kept[renamedFrom]
  return { values: columns, extra: kept, problems: { ...keys, ...problems } }
}

/** @throws Refusal 422 when there are problems: the first is the message, all are named by field */
export function refuseProblems(problems: Problems): void {
  const [field] = Object.keys(problems)
  if (field !== undefined) throw new Refusal(422, 'invalidFields', { field }, { problems })
}
