import { describe, expect, it } from 'vitest'
import { orderStatus, periodProblem, starOf } from '../../src/domain/orders'

it.each([
  // success, failure, waiting, ongoing → status, star
  [0, 0, 5, 0, 'waiting', 'empty'],
  [0, 0, 4, 1, 'ongoing', 'empty'],
  [1, 0, 4, 0, 'ongoing', 'half'],
  [0, 1, 4, 0, 'ongoing', 'empty'],
  [2, 1, 0, 2, 'ongoing', 'half'],
  [5, 0, 0, 0, 'success', 'full'],
  [4, 1, 0, 0, 'failure', 'half'],
  [0, 5, 0, 0, 'failure', 'empty'],
  [0, 0, 0, 0, 'failure', 'empty'],
] as const)(
  'An order with %s succeeded, %s failed, %s waiting and %s ongoing is %s, its star %s',
  (success, failure, waiting, ongoing, status, star) => {
    const targets = { success, failure, waiting, ongoing }
    expect(orderStatus(targets)).toBe(status)
    expect(starOf(targets)).toBe(star)
  },
)

describe('The period of an order', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  it.each([
    ['starts now', '12:00', '13:00', undefined],
    ['starts as early as is allowed', '11:59', '13:00', undefined],
    ['starts too early', '11:58', '13:00', 'startedPast'],
    ['ends now', '12:00', '12:00', 'expiredPast'],
    ['ends before it starts', '14:00', '13:00', 'expiredBeforeStart'],
    ['ends as it starts', '14:00', '14:00', 'expiredBeforeStart'],
  ])('that %s (%s to %s) has the problem %s', (_period, started, expired, problem) => {
    const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)
    const period = { started: at(started), expired: at(expired) }
    expect(periodProblem(period, { now, pastMs: 60_000 })).toBe(problem)
  })
})
