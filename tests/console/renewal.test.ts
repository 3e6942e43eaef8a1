/** When a token is renewed, and when its user is warned. */
import { describe, expect, it } from 'vitest'
import { nextStep, type SessionClock } from '../../src/console/auth/renewal'

const MINUTE = 60_000
/** A token of an hour, renewed in its last 15 minutes; idle users are warned 2 minutes before. */
const at = (now: number, lastActive: number, more: Partial<SessionClock> = {}) =>
  nextStep({
    now: now * MINUTE,
    since: 0,
    expires: 60 * MINUTE,
    lastActive: lastActive * MINUTE,
    activeWithinMs: 15 * MINUTE,
    idleWarningMs: 2 * MINUTE,
    ...more,
  })

describe('the next step for a token', () => {
  it.each([
    ['just signed in', at(0, 0), { do: 'wait', ms: 45 * MINUTE }],
    ['busy in the middle', at(30, 30), { do: 'wait', ms: 15 * MINUTE }],
    ['busy in the last part', at(46, 45), { do: 'renew' }],
    ['active a quarter of an hour ago', at(45, 31), { do: 'renew' }],
    ['idle since the beginning', at(46, 0), { do: 'wait', ms: 12 * MINUTE }],
    ['idle two minutes before the end', at(58, 0), { do: 'warn' }],
    ['back from a break shortly before the end', at(59, 59), { do: 'renew' }],
  ])('depends on when its user was active: %s', (_, step, expected) => {
    expect(step).toEqual(expected)
  })

  it('does not renew a short token again and again', () => {
    expect(at(1, 1, { expires: 10 * MINUTE })).toEqual({ do: 'wait', ms: 4 * MINUTE })
    expect(at(5, 5, { expires: 10 * MINUTE })).toEqual({ do: 'renew' })
  })
})
