/** The stream of a console that does not read. */
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Connection } from '../../src/server/live/connection'

const MINUTE = 60_000
const BUFFER = 1_000
const caughtUp = vi.fn()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const response = new PassThrough({ highWaterMark: 1 })
  const toServer = response as unknown as ServerResponse
  return {
    response,
    connection: new Connection({} as Connection['reader'], toServer, () => BUFFER, caughtUp),
  }
}

it('an ended stream is closed within a minute, even if its console does not read', () => {
  const { response, connection } = open()
  connection.write('unread', 0)
  connection.end()
  expect(response.destroyed).toBe(false)
  vi.advanceTimersByTime(MINUTE)
  expect(response.destroyed).toBe(true)
})

it('nothing more is kept for a console that stops reading, and after a minute its stream is cut', () => {
  const { response, connection } = open()
  for (let nth = 0; nth < 100; nth++) connection.write('x'.repeat(BUFFER), 0)
  expect(response.writableLength).toBeLessThanOrEqual(2 * BUFFER)
  connection.beat(MINUTE, 1)
  expect(response.destroyed).toBe(false)
  connection.beat(MINUTE + 1, 1)
  expect(response.destroyed).toBe(true)
})

it('a console that reads again within a minute keeps its stream, and is told that it has missed something', async () => {
  const { response, connection } = open()
  connection.write('x'.repeat(2 * BUFFER), 0)
  const drained = new Promise(resolve => response.once('drain', resolve))
  response.resume()
  await drained
  expect(caughtUp).toHaveBeenCalledOnce()
  connection.beat(2 * MINUTE, 1)
  expect(response.destroyed).toBe(false)
})
