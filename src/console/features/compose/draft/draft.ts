/**
 * An order that is composed and not sent yet: its values, their validation (§5), and the order sheet (§3) that is sent.
 */
import type { DeviceHit } from '../../../../contract/devices'
import type { Method } from '../../../../contract/methods'
import type { OrderSheet } from '../../../../contract/orders'
import { orderTime } from '../../../../domain/dates'
import { periodProblem } from '../../../../domain/orders'
import { isObject } from '../../../../domain/own'
import { checkMethodValue, type MethodRules } from '../../../../engine/orderMethods'
import { UNFINISHED, type Values } from '../../../forms/record/formValues'

/**
 * The chosen devices by id, in the order in which they were chosen. A Map because react-hook-form passes it on as it
 * is: it would copy and compare an array with every key that is pressed, and there may be 100,000 devices.
 */
export type Targets = ReadonlyMap<string, DeviceHit>

export interface Draft {
  /** The code of the command; empty for none. */
  code: string
  /** The parameter of the command; empty for none. */
  value: string
  mode: 'group' | 'search'
  /** 0 for none, as are batch and bunch. */
  model: number
  batch: number
  bunch: number
  targets: Targets
  title: string
  /** ISO 8601 in UTC. Empty: as proposed (`periodOf`). `UNFINISHED`: half entered. */
  started: string
  expired: string
  /** The values of fields that config adds; absent in a new order. */
  extra?: Values
}

export const EMPTY: Draft = {
  code: '',
  value: '',
  mode: 'group',
  model: 0,
  batch: 0,
  bunch: 0,
  targets: new Map(),
  title: '',
  started: '',
  expired: '',
}

/**
 * Whether Cancel would clear nothing; the mode does not count.
 *
 * @param start what the fields that config adds begin with
 */
export const isEmpty = ({ targets, mode, extra, ...rest }: Draft, start: Values): boolean =>
  targets.size === 0 &&
  Object.entries(rest).every(([key, value]) => value === EMPTY[key as keyof Draft]) &&
  Object.entries(extra ?? {}).every(([name, value]) => JSON.stringify(value) === JSON.stringify(start[name]))

/** The targets and these devices, each device once. */
export const withTargets = (targets: Targets, hits: readonly DeviceHit[]): Targets =>
  new Map([...targets, ...hits.map(hit => [hit.device, hit] as const)])

/**
 * A draft from the browser's storage. Unknown and invalid values are dropped, such as a half-entered time: an older
 * version may have written them.
 */
export function draftFrom(stored: { extra?: unknown }, targets: unknown): Draft {
  const known = Object.entries(stored).filter(([name, value]) => {
    const empty = EMPTY[name as keyof Draft]
    if (typeof value === 'number')
      return typeof empty === 'number' && Number.isSafeInteger(value) && value > 0
    return typeof value === 'string' && typeof empty === 'string'
  })
  const draft: Draft = { ...EMPTY, ...Object.fromEntries(known) }
  const time = (text: string) => (Number.isNaN(Date.parse(text)) ? '' : text)
  return {
    ...draft,
    mode: draft.mode === 'search' ? 'search' : 'group',
    started: time(draft.started),
    expired: time(draft.expired),
    ...(isObject(stored.extra) && { extra: stored.extra }),
    targets: withTargets(EMPTY.targets, Array.isArray(targets) ? targets.filter(isHit) : []),
  }
}

function isHit(value: unknown): value is DeviceHit {
  const hit = value as Partial<DeviceHit> | null
  return typeof hit?.device === 'string' && typeof hit.number === 'string' && typeof hit.online === 'boolean'
}

/** What a period without start or end is computed from. */
interface Timing {
  now: Date
  expireMs: number
}

/** From when to when it runs: as chosen, else from now on and for `expireMs`. */
export function periodOf(
  { started, expired }: Pick<Draft, 'started' | 'expired'>,
  { now, expireMs }: Timing,
) {
  const chosen = (text: string) => (text === '' || text === UNFINISHED ? undefined : new Date(text))
  const begin = chosen(started) ?? now
  return { started: begin, expired: chosen(expired) ?? new Date(begin.getTime() + expireMs) }
}

/** What is wrong with a field. Codes, never sentences; the server judges by the same rules. */
interface Problem {
  field: keyof Draft
  /** i18n key of its sentence. */
  key: string
  params?: Record<string, string | number>
}

interface OrderRules extends Timing {
  method: Method | undefined
  rules: MethodRules
  limits: { orderTargets: number; orderTitle: number }
  /** How far back a chosen start may lie, in milliseconds. */
  pastMs: number
}

/**
 * §5: first the command is required, then the targets. `toast` is the key of the sentence that is shown besides the
 * field's (§8).
 */
export function missingIn({ code, mode, batch, targets }: Draft): (Problem & { toast: string }) | undefined {
  const required = 'errors.field.required'
  if (code === '') return { field: 'code', key: required, toast: 'compose.check.command' }
  if (mode === 'group' && batch === 0) return { field: 'batch', key: required, toast: 'compose.check.group' }
  if (mode === 'search' && targets.size === 0)
    return { field: 'targets', key: required, toast: 'compose.check.targets' }
  return undefined
}

/** What is missing, and what is wrong with what was entered. */
export function problemsOf(draft: Draft, order: OrderRules): Problem[] {
  const { method, rules, limits } = order
  const missing = missingIn(draft)
  const problems: Problem[] = missing ? [missing] : []
  const value = method && checkMethodValue(method.content, draft.value, rules)
  if (value) problems.push({ field: 'value', key: `errors.${value.code}`, params: value.params })
  if (draft.mode === 'search' && draft.targets.size > limits.orderTargets) {
    problems.push({ field: 'targets', key: 'errors.order.tooMany', params: { max: limits.orderTargets } })
  }
  if ([...draft.title.trim()].length > limits.orderTitle) {
    problems.push({ field: 'title', key: 'errors.order.titleTooLong', params: { max: limits.orderTitle } })
  }
  return [...problems, ...timeProblems(draft, order)]
}

function timeProblems(draft: Draft, order: OrderRules): Problem[] {
  const unfinished = (['started', 'expired'] as const).filter(field => draft[field] === UNFINISHED)
  if (unfinished.length > 0) return unfinished.map(field => ({ field, key: 'compose.period.unfinished' }))
  const problem = periodProblem(periodOf(draft, order), order)
  if (problem === 'startedPast') return [{ field: 'started', key: 'compose.period.past' }]
  return problem ? [{ field: 'expired', key: `errors.order.${problem}` }] : []
}

/** The order sheet of §3; times are UTC text (§7). Of the mode that is not chosen nothing is sent. */
export function orderSheetOf(draft: Draft, timing: Timing): OrderSheet {
  const { started, expired } = periodOf(draft, timing)
  const isGroup = draft.mode === 'group'
  return {
    code: draft.code,
    data: draft.value,
    title: draft.title.trim(),
    started: orderTime(started),
    expired: orderTime(expired),
    batch: isGroup ? draft.batch : 0,
    bunch: isGroup ? draft.bunch : 0,
    targets: isGroup ? [] : [...draft.targets.values()].map(({ device, number }) => ({ device, number })),
  }
}
