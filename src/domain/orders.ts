/** The status of orders and of their targets (§3, §4, decision 32). */

export const ORDER_STATUSES = ['success', 'failure', 'waiting', 'ongoing'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What an order can be aimed at. */
export const THEMES = ['device', 'search', 'batch', 'bunch'] as const

/** How much of an order's star is filled (§2). */
export const STARS = ['full', 'half', 'empty'] as const
export type Star = (typeof STARS)[number]

/** The number of targets in each status. */
type TargetCounts = Readonly<Record<OrderStatus, number>>

/**
 * The status of an order: `waiting` while all targets are waiting, `ongoing` while any target is open, then `success`
 * if all succeeded, else `failure` (decision 32).
 */
export function orderStatus(targets: TargetCounts): OrderStatus {
  const openCount = targets.waiting + targets.ongoing
  const doneCount = targets.success + targets.failure
  if (openCount > 0) return targets.ongoing === 0 && doneCount === 0 ? 'waiting' : 'ongoing'
  return targets.failure === 0 && targets.success > 0 ? 'success' : 'failure'
}

/**
 * The problem of the period of a new order, if any: it starts more than `pastMs` ago, or ends before it starts or
 * before now (§5).
 */
export function periodProblem(
  { started, expired }: { started: Date; expired: Date },
  { now, pastMs }: { now: Date; pastMs: number },
): 'startedPast' | 'expiredPast' | 'expiredBeforeStart' | undefined {
  if (started.getTime() < now.getTime() - pastMs) return 'startedPast'
  if (expired <= now) return 'expiredPast'
  return expired <= started ? 'expiredBeforeStart' : undefined
}

/** The star of an order: full if all targets succeeded, half if some did (§2). */
export function starOf(targets: TargetCounts): Star {
  const total = ORDER_STATUSES.reduce((sum, status) => sum + targets[status], 0)
  if (total > 0 && targets.success === total) return 'full'
  return targets.success > 0 ? 'half' : 'empty'
}

/**
 * The allowed next statuses of a target (decision 32). It must be sent to its device (`ongoing`) before it can
 * succeed.
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  waiting: ['ongoing', 'failure'],
  ongoing: ['success', 'failure'],
  success: [],
  failure: [],
}

/** Statuses that can still change. */
export const OPEN_STATUSES = ORDER_STATUSES.filter(status => TRANSITIONS[status].length > 0)

/**
 * Why a target failed: no result before the order's end, cancelled, refused by the device, or device deleted. Devices
 * may also send reasons as free text.
 */
export type FailureReason = 'expired' | 'cancelled' | 'refused' | 'gone'
