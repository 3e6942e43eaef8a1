/** Orders, their targets and the status that follows from them (§3, §4, decision 32). */

export const ORDER_STATUSES = ['success', 'failure', 'waiting', 'ongoing'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What an order can be aimed at. */
export const THEMES = ['device', 'search', 'batch', 'bunch'] as const

/** How much of an order's star is filled (§2). */
export const STARS = ['full', 'half', 'empty'] as const
export type Star = (typeof STARS)[number]

/** How many targets of an order stand where. */
type TargetCounts = Readonly<Record<OrderStatus, number>>

/**
 * The status of an order: waiting while no target has left waiting, ongoing while any is open, then success when all
 * succeeded and failure otherwise (decision 32).
 */
export function orderStatus(targets: TargetCounts): OrderStatus {
  const open = targets.waiting + targets.ongoing
  const done = targets.success + targets.failure
  if (open > 0) return targets.ongoing === 0 && done === 0 ? 'waiting' : 'ongoing'
  return targets.failure === 0 && targets.success > 0 ? 'success' : 'failure'
}

/**
 * What is wrong with the period of a new order, if anything: a start that lies back further than `pastMs`, or no time
 * left (§5).
 */
export function periodProblem(
  { started, expired }: { started: Date; expired: Date },
  { now, pastMs }: { now: Date; pastMs: number },
): 'startedPast' | 'expiredPast' | 'expiredBeforeStart' | undefined {
  if (started.getTime() < now.getTime() - pastMs) return 'startedPast'
  if (expired <= now) return 'expiredPast'
  return expired <= started ? 'expiredBeforeStart' : undefined
}

/** How far an order has come, for its star: all targets succeeded, some, or none (§2). */
export function starOf(targets: TargetCounts): Star {
  const total = ORDER_STATUSES.reduce((sum, status) => sum + targets[status], 0)
  if (total > 0 && targets.success === total) return 'full'
  return targets.success > 0 ? 'half' : 'empty'
}

/**
 * Where a target may go next (decision 32): handed to its device first, unless it is taken back or its time is over.
 */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  waiting: ['ongoing', 'failure'],
  ongoing: ['success', 'failure'],
  success: [],
  failure: [],
}

/** States from which there is a way on. */
export const OPEN_STATUSES = ORDER_STATUSES.filter(status => TRANSITIONS[status].length > 0)

/**
 * Why a target failed, if the server decided it: unanswered at the order's end, taken back, refused by the device, or
 * its device is no longer registered. Devices may say other things in their own words.
 */
export type FailureReason = 'expired' | 'cancelled' | 'refused' | 'gone'
