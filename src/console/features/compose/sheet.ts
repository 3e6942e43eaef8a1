/** From a draft to the order sheet (§3), and what keeps it from being one (§5). Codes, never sentences. */
import type { Method } from '../../../contract/methods'
import type { OrderSheet } from '../../../contract/orders'
import { orderTime } from '../../../domain/dates'
import { checkMethodValue, type MethodRules } from '../../../engine/orderMethods'
import { type Draft, UNFINISHED } from './draft'

export type Field = 'command' | 'group' | 'targets' | 'value' | 'title' | 'started' | 'expired'

export interface Problem {
  field: Field
  /** i18n key of its sentence. */
  key: string
  params?: Record<string, string | number>
}

export interface Ground {
  method: Method | undefined
  rules: MethodRules
  limits: { orderTargets: number; orderTitle: number }
  /** How long an order without an end runs. */
  expireMs: number
  /** How far back a chosen start may lie. */
  pastMs: number
  now: Date
}

/** §5: a command, then whom it is for. The sentence of each is a toast (§8). */
export function missing(draft: Draft): Problem | undefined {
  if (draft.code === '') return { field: 'command', key: 'compose.check.command' }
  if (draft.mode === 'group' && draft.batch === 0) return { field: 'group', key: 'compose.check.group' }
  if (draft.mode === 'search' && draft.targets.length === 0)
    return { field: 'targets', key: 'compose.check.targets' }
  return undefined
}

/** What is wrong with what was entered; the server judges by the same rules. */
export function problemsOf(draft: Draft, ground: Ground): Problem[] {
  const { method, rules, limits, now } = ground
  const problems: Problem[] = []
  const value = method && checkMethodValue(method.content, draft.value, rules)
  if (value) problems.push({ field: 'value', key: `errors.${value.code}`, params: value.params })
  if (draft.mode === 'search' && draft.targets.length > limits.orderTargets) {
    problems.push({ field: 'targets', key: 'errors.order.tooMany', params: { max: limits.orderTargets } })
  }
  if ([...draft.title.trim()].length > limits.orderTitle) {
    problems.push({ field: 'title', key: 'errors.order.titleTooLong', params: { max: limits.orderTitle } })
  }
  return [...problems, ...timeProblems(draft, ground, now)]
}

function timeProblems(draft: Draft, ground: Ground, now: Date): Problem[] {
  const problems = (['started', 'expired'] as const)
    .filter(field => draft[field] === UNFINISHED)
    .map(field => ({ field, key: 'compose.period.unfinished' }))
  if (problems.length > 0) return problems
  const { started, expired } = periodOf(draft, ground)
  if (started.getTime() < now.getTime() - ground.pastMs)
    return [{ field: 'started', key: 'compose.period.past' }]
  if (expired <= now) return [{ field: 'expired', key: 'errors.order.expiredPast' }]
  return expired <= started ? [{ field: 'expired', key: 'errors.order.expiredBeforeStart' }] : []
}

/** From when to when it runs: as chosen, else from now on and as long as orders do. */
export function periodOf({ started, expired }: Draft, { now, expireMs }: Pick<Ground, 'now' | 'expireMs'>) {
  const chosen = (text: string) => (text === '' || text === UNFINISHED ? undefined : new Date(text))
  const begin = chosen(started) ?? now
  return { started: begin, expired: chosen(expired) ?? new Date(begin.getTime() + expireMs) }
}

/** Whom a draft is aimed at; of the other mode nothing is sent. */
export function aimOf({ mode, batch, bunch, targets }: Draft) {
  return mode === 'group'
    ? { batch, bunch, targets: [] }
    : { batch: 0, bunch: 0, targets: targets.map(({ device, number }) => ({ device, number })) }
}

/** The order sheet of §3; times are UTC text (§7). */
export function sheetOf(draft: Draft, ground: Pick<Ground, 'now' | 'expireMs'>): OrderSheet {
  const { started, expired } = periodOf(draft, ground)
  return {
    code: draft.code,
    data: draft.value === undefined ? '' : String(draft.value),
    title: draft.title.trim(),
    started: orderTime(started),
    expired: orderTime(expired),
    ...aimOf(draft),
  }
}
