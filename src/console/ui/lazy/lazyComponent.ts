/**
 * Screens, dialogs and parts of pages are fetched when they are needed. One that does not come says so instead of leaving a page
 * that waits (decision 10).
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

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Fetches it before it is shown, once more if that failed before. @throws CodeLoadError */
  fetch: () => Promise<void>
}

/** For React, which has gone on by itself: code that did not come, and that nobody waits for any more, is no defect. */
export function reportRecovered(error: unknown): void {
  if (error instanceof Error && error.cause instanceof CodeLoadError) return
  reportError(error)
}

/** What fetches anew the code that did not come: not by itself, since whoever shows a component asks again with every render. */
const failed = new Set<() => void>()

/** Components that could not be fetched are fetched anew when they are shown next. */
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
 * A component that is there already is shown at once: behind a fallback React would hold it back for a third of a second. The one
 * that is shown stays, since another would lose its state.
 */
function Shown({ current, props }: { current: () => ComponentType<object>; props: object }) {
  const [Component] = useState(current)
  return createElement(Component, props)
}

/** Nobody notices a wait of so long. */
const SOON_MS = 100

/** Once a component is there, or after a moment: then something is shown in its place. Whatever else is given has no such wait. */
export async function fetchedSoon(component: object | undefined): Promise<void> {
  if (!component || !('fetch' in component)) return
  const { fetch } = component as LazyComponent<object>
  await soon(fetch())
}

/** Once it is done, or after a moment. What went wrong is said where it is shown. */
export async function soon(work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), new Promise(resolve => setTimeout(resolve, SOON_MS))])
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
