/**
 * Adds what jsdom does not have before each component test, and cleans up after it. The files of a process share their
 * modules and the page.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { connection } from '../../src/console/connection'
import { noteServerTime } from '../../src/console/serverClock'
import { session } from '../../src/console/session'
import { lightenStyles } from './computedStyle'
import { mediaOf } from './media'
import { collectTimers } from './timers'

configure({
  // A busy machine takes long to load a lazy screen.
  asyncUtilTimeout: 60_000,
  // A file may set it to true for itself.
  defaultHidden: false,
  // Printing the page at each attempt of each wait took a tenth of the time. `screen.debug()` prints it.
  getElementError: message => new Error(message ?? ''),
})

/**
 * React's development build records a stack trace for each new element, at most ten thousand in a second: a tenth of
 * the time of these tests. This counter reports that the maximum is reached.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object | undefined>
const unlimited = { get: () => Number.POSITIVE_INFINITY, set: () => undefined }
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', unlimited)

window.matchMedia ??= mediaOf(1440)

window.scrollTo = () => undefined
URL.createObjectURL ??= () => 'blob:x'
URL.revokeObjectURL ??= () => undefined
Element.prototype.scrollIntoView ??= () => undefined
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

lightenStyles()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(async () => {
  cleanup()
  // react-admin keeps calls of `getMany` until the next tick: calls that remain would be made within the next test.
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  connection.reportResponse()
  noteServerTime(new Date().toUTCString())
  session.end('signedOut')
})

const dropTimers = collectTimers()
const nextTick = () => new Promise(resolve => setTimeout(resolve))

afterAll(async () => {
  await nextTick()
  dropTimers()
  // A lazy screen that loads after the end of its file would fail the file that runs next.
  await vi.dynamicImportSettled()
  window.history.replaceState(null, '', '/')
})
