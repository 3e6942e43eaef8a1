/** The stream of a console that does not read. */
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { Connection } from '../../src/server/live/connection'

it('an ended stream is closed within a minute, even if its console does not read', () => {
  vi.useFakeTimers()
  const response = new PassThrough({ highWaterMark: 1 })
  const reader = {} as Connection['reader']
  const connection = new Connection(
    reader,
    response as unknown as ServerResponse,
    () => 1_000,
    () => undefined,
  )
  connection.write('unread', 0)
  connection.end()
  expect(response.destroyed).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(response.destroyed).toBe(true)
  vi.useRealTimers()
})
