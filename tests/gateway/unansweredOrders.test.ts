/** When an unanswered order is sent to its device again. */
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UnansweredOrders } from '../../src/server/gateway/unansweredOrders'
import { packageConfig } from '../support/config'

const IMEI = '358126091000001'
const settings = { ...packageConfig().server.gateway, againSeconds: 30 }

let nowMs = 0
beforeEach(() => {
  nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => vi.restoreAllMocks())

it('an unanswered order is sent in the next session of the device only when five seconds have passed', () => {
  const unanswered = new UnansweredOrders(() => settings)
  unanswered.sent(1, IMEI)
  for (let session = 1; session <= 4; session++) {
    nowMs += 1_000
    unanswered.disconnected(IMEI)
    unanswered.connected(IMEI)
    expect(unanswered.isPending(1, IMEI)).toBe(true)
    expect(unanswered.overdue(10)).toEqual([])
  }
  nowMs += 1_000
  expect(unanswered.overdue(10)).toEqual([{ order: 1, device: IMEI }])
  expect(unanswered.inFlight()).toBe(0)
  unanswered.sent(1, IMEI)
  expect(unanswered.inFlight()).toBe(1)
})

it('an unanswered order is due at once in a session that begins later', () => {
  const unanswered = new UnansweredOrders(() => settings)
  unanswered.sent(1, IMEI)
  nowMs += 5_000
  unanswered.disconnected(IMEI)
  unanswered.connected(IMEI)
  expect(unanswered.isPending(1, IMEI)).toBe(false)
  expect(unanswered.inFlight()).toBe(0)
})
