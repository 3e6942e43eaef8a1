/**
 * Before every component test: what jsdom lacks; after it: nothing of it is left. The files of a process share what
 * they import and the page they are on.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { connection } from '../../src/console/connection'
import { session } from '../../src/console/session'
import { lightenStyles } from './computedStyle'
import { collectTimers } from './timers'

configure({
  // A machine that is busy elsewhere takes its time to fetch a lazy screen.
  asyncUtilTimeout: 60_000,
  // What the file before has set is set back.
  defaultHidden: false,
  // Printing the page with each look of each wait was a tenth of the time of these tests. `screen.debug()` prints it.
  getElementError: message => new Error(message ?? ''),
})

/**
 * React's development build takes a stack trace for each element that is made, until it has ten thousand in a second,
 * for its warnings: a tenth of the time of these tests. It counts as if it had them; without that counter all goes on
 * as usual.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object | undefined>
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })

/** jsdom lays nothing out: media queries answer for a desktop; nobody waits for motion. */
window.matchMedia ??= (query: string) =>
  ({
    matches: /min-width|prefers-reduced-motion/.test(query),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList

window.scrollTo = () => undefined
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

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  connection.answered()
})

const dropTimers = collectTimers()

afterAll(() => {
  dropTimers()
  session.end('signedOut')
  window.history.replaceState(null, '', '/')
})
