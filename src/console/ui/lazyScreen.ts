/** Screens are fetched when they are needed. One that does not come says so instead of leaving a page that waits (decision 10). */
import { type ComponentType, createElement, lazy, useState } from 'react'

let timeoutMs = 120_000

/** From config, before the first screen is asked for (§8: 120 seconds). */
export function setScreenTimeout(ms: number): void {
  timeoutMs = ms
}

/** A screen that could not be fetched, or not in time. */
export class ScreenLoadError extends Error {
  override name = 'ChunkLoadError'
}

export type LazyScreen<Props> = ComponentType<Props> & {
  /** Fetches it before it is shown, once more if that failed before. @throws ScreenLoadError */
  fetch: () => Promise<void>
}

/** For React, which has gone on by itself: a screen that did not come, and that nobody looks at any more, is no defect. */
export function reportRecovered(error: unknown): void {
  if (error instanceof Error && error.cause instanceof ScreenLoadError) return
  reportError(error)
}

/** What fetches anew the screens that did not come: not by itself, since whoever shows one asks again with every look. */
const failed = new Set<() => void>()

/** Screens that could not be fetched are fetched anew when they are shown next. */
export function renewFailedScreens(): void {
  for (const renew of failed) renew()
  failed.clear()
}

/** `lazyScreen(() => import('./OrderList'))`; the module's default export is the screen. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyScreen<Props> {
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
 * A screen that is there already is shown at once: behind a fallback React would hold it back for a third of a second. The one
 * that is shown stays, since another would be another screen.
 */
function Shown({ current, props }: { current: () => ComponentType<object>; props: object }) {
  const [Screen] = useState(current)
  return createElement(Screen, props)
}

/** Nobody notices a wait of so long. */
const SOON_MS = 100

/** Once a screen is there, or after a moment: then something is shown in its place. Whatever else is given has no such wait. */
export async function fetchedSoon(screen: object | undefined): Promise<void> {
  if (!screen || !('fetch' in screen)) return
  const { fetch } = screen as LazyScreen<object>
  // What went wrong is said where the screen is shown.
  await Promise.race([fetch().catch(() => {}), new Promise(resolve => setTimeout(resolve, SOON_MS))])
}

/** The module, or a ScreenLoadError. */
export async function inTime<T>(load: () => Promise<T>, ms = timeoutMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScreenLoadError('timeout')), ms)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw cause instanceof ScreenLoadError ? cause : new ScreenLoadError('load', { cause })
  } finally {
    clearTimeout(timer)
  }
}
