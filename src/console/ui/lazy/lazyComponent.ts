/**
 * React's `lazy` with a time-out and retries, for screens, dialogs and parts of pages. Code that cannot be fetched
 * throws a `CodeLoadError` instead of showing the fallback for ever (decision 10).
 */
import { type ComponentType, createElement, lazy, useState } from 'react'

let timeoutMs = 120_000

/** Sets the time-out of config (§8: 120 seconds). To be called before the first component is fetched. */
export function setCodeTimeout(ms: number): void {
  timeoutMs = ms
}

/** The code of a component could not be fetched, or not in time. */
export class CodeLoadError extends Error {
  override name = 'ChunkLoadError'
}

type LazyComponent<Props> = ComponentType<Props> & {
  /** Fetches the code before the component is shown; retries after a failure. @throws CodeLoadError */
  fetch: () => Promise<void>
}

/** React's `onRecoverableError`. A `CodeLoadError` is not reported: the user has left the part that needed the code. */
export function reportRecovered(error: unknown): void {
  if (error instanceof Error && error.cause instanceof CodeLoadError) return
  reportError(error)
}

/**
 * Functions that reset failed components. A failed component is fetched again only after a reset, not at every render.
 */
const failedResets = new Set<() => void>()

/** Resets all failed components: they are fetched again when they are rendered next. */
export function resetFailedCode(): void {
  for (const reset of failedResets) reset()
  failedResets.clear()
}

/** `lazyComponent(() => import('../OrderList'))`; the module's default export is the component. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let pending: Promise<{ default: ComponentType<Props> }> | undefined
  const loadOnce = () => {
    pending ??= withTimeout(load).catch((error: unknown) => {
      failedResets.add(reset)
      throw error
    })
    return pending
  }
  let Lazy = lazy(loadOnce)
  const reset = () => {
    pending = undefined
    Lazy = lazy(loadOnce)
  }

  const current = () => (loaded ?? Lazy) as ComponentType<object>

  return Object.assign((props: Props) => createElement(StableComponent, { current, props }), {
    fetch: async () => {
      try {
        loaded = (await loadOnce()).default
      } catch (error) {
        reset()
        throw error
      }
    },
  })
}

/**
 * Renders a loaded component directly instead of through `lazy`: React would show the fallback for at least 300 ms.
 * Keeps the component of its first render, because switching from `lazy` to the loaded one would lose the state.
 */
function StableComponent({ current, props }: { current: () => ComponentType<object>; props: object }) {
  const [Component] = useState(current)
  return createElement(Component, props)
}

/** A delay that users do not notice. */
const BRIEF_MS = 100

/** Fetches a lazy component, and resolves when it is loaded or after `BRIEF_MS`; at once for any other component. */
export async function preloadBriefly(component: object | undefined): Promise<void> {
  if (!component || !('fetch' in component)) return
  const { fetch } = component as LazyComponent<object>
  await waitBriefly(fetch())
}

/** Resolves when the promise is settled, or after `BRIEF_MS`. Failures are ignored: the component shows them itself. */
export async function waitBriefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), new Promise(resolve => setTimeout(resolve, BRIEF_MS))])
}

/** Loads a module. @throws CodeLoadError on failure or after `ms` */
export async function withTimeout<T>(load: () => Promise<T>, ms = timeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CodeLoadError('timeout')), ms)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (cause) {
    throw cause instanceof CodeLoadError ? cause : new CodeLoadError('load', { cause })
  } finally {
    clearTimeout(timer)
  }
}
