/**
 * Before every component test: what jsdom lacks; after it: nothing of it is left. The files of a process share what they import
 * and the page they are on.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { session } from '../../src/console/session'

configure({
  // A machine that is busy elsewhere takes its time to fetch a lazy screen.
  asyncUtilTimeout: 10_000,
  // What the file before has set is set back.
  defaultHidden: false,
  // Printing the page with each look of each wait was a tenth of the time of these tests. `screen.debug()` prints it.
  getElementError: message => new Error(message ?? ''),
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

/**
 * jsdom holds every rule against an element that is asked for its style, which was most of the time of these tests. Of the
 * styles of components, those stay that a test can notice here: what hides, and what cannot be clicked.
 */
const NOTICED = /display\s*:\s*none|visibility|pointer-events/
HTMLStyleElement.prototype.appendChild = function appendChild<T extends Node>(this: Node, rule: T): T {
  return NOTICED.test(rule.textContent ?? '') ? (Node.prototype.appendChild.call(this, rule) as T) : rule
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

afterAll(() => {
  session.end('signedOut')
  window.history.replaceState(null, '', '/')
})
