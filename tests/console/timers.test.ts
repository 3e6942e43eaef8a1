import { expect, it, vi } from 'vitest'
import { collectTimers } from '../support/timers'

it('timers that a test file leaves behind do not fire after the file', async () => {
  const before = [setTimeout, setInterval]
  const drop = collectTimers()
  const callback = vi.fn()
  setTimeout(callback, 5)
  setInterval(callback, 5)

  drop()

  expect([setTimeout, setInterval]).toEqual(before)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(callback).not.toHaveBeenCalled()
})
