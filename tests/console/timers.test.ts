import { expect, it, vi } from 'vitest'
import { collectTimers } from '../support/timers'

it('what a test file has left waiting does nothing once the file is over', async () => {
  const before = [setTimeout, setInterval]
  const drop = collectTimers()
  const late = vi.fn()
  setTimeout(late, 5)
  const ticking = setInterval(late, 5)
  expect(ticking).toBeDefined()

  drop()

  expect([setTimeout, setInterval]).toEqual(before)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(late).not.toHaveBeenCalled()
})
