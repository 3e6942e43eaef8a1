/** What of a sent record is taken: what the caller may set and the one validator finds sound (design.md, Config; decision 23). */

import { reaches } from '../../domain/authority'
import { digitsOf } from '../../domain/phone'
import { mayWrite } from '../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../engine/compiled'
import { type Circumstance, holds, isEmpty, valueAt } from '../../engine/conditions'
import { type FieldProblem, validateRecord } from '../../engine/validateRecord'
import type { Caller } from '../caller'
import { Refusal } from '../refusal'
import type { Extra } from '../store/schema'

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
}

/**
 * Sorts out and checks. Fields that config does not name, that the caller may not see or set, that cannot be changed or that are
 * hidden are not taken, whatever was sent in them; fields that are not sent keep what they have.
 */
export function acceptRecord(sent: Sent, caller: Caller, config: CompiledConfig): Accepted {
  const { resource, input, current, extra: stored = {} } = sent
  const action = current ? 'edit' : 'create'
  const about = (record: Circumstance['record']): Circumstance => ({
    record,
    level: caller.level,
    levels: caller.levels,
    action,
  })
  const fields = Object.values(resource.fields)
  const taken: Record<string, unknown> = {}
  const problems: Record<string, FieldProblem> = {}

  for (const field of fields) {
    const value = valueAt(input, field.name)
    if (value === undefined || !settable(field, caller, config)) continue
    if (unreadable(value)) problems[field.name] = { code: 'unreadableText', params: {} }
    else taken[field.name] = normal(field, value)
  }
  if (!current)
    for (const field of fields)
      if (taken[field.name] === undefined && field.default !== undefined) taken[field.name] = field.default

  for (const field of fields) {
    const merged = about({ ...current, ...taken })
    const locked = current !== undefined && field.readOnly !== undefined && holds(field.readOnly, merged)
    const hidden = !holds(field.visible, merged)
    if (locked || (hidden && field.whenHidden === 'keep')) delete taken[field.name]
    else if (hidden && (current ? !isEmpty(valueAt(current, field.name)) : field.name in taken))
      taken[field.name] = nothing(field)
  }

  const { level, levels } = caller
  const { password } = config.app.limits
  const found = validateRecord(resource, { ...current, ...taken }, { action, level, levels, password })
  for (const [name, problem] of Object.entries(found))
    if (!current || name in taken || name in problems) problems[name] ??= problem

  return { ...divide(fields, taken, stored), problems }
}

/** @throws Refusal 422 when there are problems: the first is the message, all are named by field */
export function refuseProblems(problems: Problems): void {
  const [field] = Object.keys(problems)
  if (field !== undefined) throw new Refusal(422, 'invalidFields', { field }, { problems })
}

/** What a caller cannot see comes back blank, and must not be taken for a change. */
function settable(field: CompiledField, caller: Caller, config: CompiledConfig): boolean {
  return mayWrite(config, caller.level, field) && reaches(caller.level, field.read, config.levels.numbers)
}

function normal(field: CompiledField, value: unknown): unknown {
  if (typeof value !== 'string' || field.type === 'password') return value
  const text = field.type === 'multiline' ? value.trimEnd() : value.trim()
  const spelled = field.type === 'phone' || field.rules.some(({ rule }) => rule === 'brn' || rule === 'phone')
  return spelled && /^[\d\s.()+-]*$/.test(text) ? digitsOf(text) : text
}

function nothing({ type, default: fallback }: CompiledField): unknown {
  if (fallback !== undefined) return fallback
  if (type === 'boolean') return false
  return type === 'multi-select' ? [] : type === 'number' || type === 'json' ? null : ''
}

/** Text that no database keeps: a NUL character, or half a character. */
function unreadable(value: unknown): boolean {
  if (typeof value === 'string') return /\0|\p{Cs}/u.test(value)
  if (Array.isArray(value)) return value.some(unreadable)
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(unreadable)
}

function divide(
  fields: readonly CompiledField[],
  taken: Readonly<Record<string, unknown>>,
  stored: Extra,
): Pick<Accepted, 'values' | 'extra'> {
  const values: Record<string, unknown> = {}
  const extra: Extra = { ...stored }
  for (const field of fields) {
    if (!Object.hasOwn(taken, field.name)) continue
    if (field.stored === 'contract') {
      values[field.name] = taken[field.name]
    } else {
      extra[field.name] = taken[field.name]
      // What stood under the former name has moved here.
      if (field.renamedFrom !== undefined) delete extra[field.renamedFrom]
    }
  }
  return { values, extra }
}
