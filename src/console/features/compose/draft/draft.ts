/** The draft of an order: its values, their validation (§5), and the order sheet (§3), which is the request body. */
import type { DeviceHit } from '../../../../contract/devices'
import type { Method } from '../../../../contract/methods'
import type { OrderSheet } from '../../../../contract/orders'
import { orderTime } from '../../../../domain/dates'
import { periodProblem } from '../../../../domain/orders'
import { isObject } from '../../../../domain/own'
import { checkMethodValue, type MethodRules } from '../../../../engine/orderMethods'
import { UNFINISHED, type Values } from '../../../forms/record/formValues'

/**
 * The chosen devices by id, in order of choice. A Map, as react-hook-form would copy and compare an array of up to
 * 100,000 devices with each key press.
 */
export type Targets = ReadonlyMap<string, DeviceHit>

export interface Draft {
  /** The code of the command; empty for none. */
  code: string
  /** The parameter of the command; empty for none. */
  value: string
  mode: 'group' | 'search'
  /** Ids of model, batch and bunch; 0 for none. */
  model: number
  batch: number
  bunch: number
  targets: Targets
  title: string
  /** ISO 8601 in UTC; empty for the default (`periodOf`); `UNFINISHED` while the user types. */
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
 * Whether Cancel has nothing to clear. The mode does not count.
 *
 * @param initialExtra initial values of the fields that config adds
 */
export const isEmpty = ({ targets, mode, extra, ...rest }: Draft, initialExtra: Values): boolean =>
  targets.size === 0 &&
  Object.entries(rest).every(([key, value]) => value === EMPTY[key as keyof Draft]) &&
  Object.entries(extra ?? {}).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(initialExtra[name]),
  )

/** Adds devices to the targets, each device once. */
export const withTargets = (targets: Targets, hits: readonly DeviceHit[]): Targets =>
  new Map([...targets, ...hits.map(hit => [hit.device, hit] as const)])

/**
 * Reads a draft from the browser's storage. Drops unknown and invalid values, such as an incomplete time; an older
 * version of the console may have written them.
 */
export function draftFrom(stored: { extra?: unknown }, targets: unknown): Draft {
  const validValues = Object.entries(stored).filter(([name, value]) => {
    const empty = EMPTY[name as keyof Draft]
    if (typeof value === 'number')
      return typeof empty === 'number' && Number.isSafeInteger(value) && value > 0
    return typeof value === 'string' && typeof empty === 'string'
  })
  const draft: Draft = { ...EMPTY, ...Object.fromEntries(validValues) }
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

/** The values from which a missing start or end is computed. */
interface Timing {
  now: Date
  expireMs: number
}

/** Start and end of the order; default: from now, for `expireMs`. */
export function periodOf(
  { started, expired }: Pick<Draft, 'started' | 'expired'>,
  { now, expireMs }: Timing,
) {
  const chosen = (text: string) => (text === '' || text === UNFINISHED ? undefined : new Date(text))
  const start = chosen(started) ?? now
  return { started: start, expired: chosen(expired) ?? new Date(start.getTime() + expireMs) }
}

/** A problem of a field. The server validates by the same rules. */
interface Problem {
  field: keyof Draft
  /** i18n key of its message. */
  key: string
  params?: Record<string, string | number>
}

interface OrderRules extends Timing {
  method: Method | undefined
  rules: MethodRules
  limits: { orderTargets: number; orderTitle: number }
  /** How far in the past a chosen start may be, in milliseconds. */
  pastMs: number
}

/**
 * The first missing field (§5): the command, then the targets. `toast` is the i18n key of an additional notice (§8).
 */
export function missingIn({ code, mode, batch, targets }: Draft): (Problem & { toast: string }) | undefined {
  const required = 'errors.field.required'
  if (code === '') return { field: 'code', key: required, toast: 'compose.check.command' }
  if (mode === 'group' && batch === 0) return { field: 'batch', key: required, toast: 'compose.check.group' }
  if (mode === 'search' && targets.size === 0)
    return { field: 'targets', key: required, toast: 'compose.check.targets' }
  return undefined
}

/** All problems: the first missing field, and invalid values. */
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

/** The order sheet of §3, with times as UTC text (§7). Contains only the targets of the current mode. */
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
