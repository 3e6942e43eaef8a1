/**
 * React's `lazy` for screens, dialogs and parts of pages, with a time-out: code that cannot be fetched ends in an error
 * instead of an endless fallback (decision 10), and can be fetched again.
 */
import { type ComponentType, createElement, lazy, useState } from 'react'

let timeoutMs = 120_000

/** From config, before the first component is fetched (§8: 120 seconds). */
export function setCodeTimeout(ms: number): void {
  timeoutMs = ms
}

/** The code of a component could not be fetched, or not in time. */
export class CodeLoadError extends Error {
  override name = 'ChunkLoadError'
}

type LazyComponent<Props> = ComponentType<Props> & {
  /** Fetches it before it is shown, once more if that failed before. @throws CodeLoadError */
  fetch: () => Promise<void>
}

/** React's `onRecoverableError`: code that could not be fetched and is no longer needed is not reported. */
export function reportRecovered(error: unknown): void {
  if (error instanceof Error && error.cause instanceof CodeLoadError) return
  reportError(error)
}

/** Resets of failed components. A failed one is not fetched again by itself, since every render would ask for it. */
const failed = new Set<() => void>()

/** Lets failed components be fetched again when they are shown next. */
export function renewFailedCode(): void {
  for (const renew of failed) renew()
  failed.clear()
}

/** `lazyComponent(() => import('../OrderList'))`; the module's default export is the component. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let ready: ComponentType<Props> | undefined
  let pending: Promise<{ default: ComponentType<Props> }> | undefined
  const fetched = () => {
    pending ??= inTime(load).catch((error: unknown) => {
      failed.add(renew)
      throw error
    })
    return pending
  }
  let Lazy = lazy(fetched)
  const renew = () => {
    pending = undefined
    Lazy = lazy(fetched)
  }

  const current = () => (ready ?? Lazy) as ComponentType<object>

  return Object.assign((props: Props) => createElement(Shown, { current, props }), {
    fetch: async () => {
      try {
        ready = (await fetched()).default
      } catch (error) {
        renew()
        throw error
      }
    },
  })
}

/**
 * Renders a component that was fetched before without `lazy`: behind a fallback React would hold it back for a third of
 * a second. The component of the first render is kept, since another would lose its state.
 */
function Shown({ current, props }: { current: () => ComponentType<object>; props: object }) {
  const [Component] = useState(current)
  return createElement(Component, props)
}

/** A wait that users do not notice. */
const BRIEF_MS = 100

/**
 * Resolves once a lazy component was fetched, or after a moment, when its fallback is shown; at once for any other
 * component.
 */
export async function fetchedInTime(component: object | undefined): Promise<void> {
  if (!component || !('fetch' in component)) return
  const { fetch } = component as LazyComponent<object>
  await waitBriefly(fetch())
}

/** Resolves once the work is done, has failed, or after a moment; a failure is shown by the component itself. */
export async function waitBriefly(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), new Promise(resolve => setTimeout(resolve, BRIEF_MS))])
}

/** The module, or a CodeLoadError. */
export async function inTime<T>(load: () => Promise<T>, ms = timeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CodeLoadError('timeout')), ms)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw cause instanceof CodeLoadError ? cause : new CodeLoadError('load', { cause })
  } finally {
    clearTimeout(timer)
  }
}
