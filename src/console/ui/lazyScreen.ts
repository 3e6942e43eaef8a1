/** Screens are fetched when they are needed. One that does not come says so instead of leaving a page that waits (decision 10). */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

let timeoutMs = 120_000

/** From config, before the first screen is asked for (§8: 120 seconds). */
export function setScreenTimeout(ms: number): void {
  timeoutMs = ms
}

/** A screen that could not be fetched, or not in time. */
export class ScreenLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** `lazyScreen(() => import('./DeviceList'))`; the module's default export is the screen. */
export function lazyScreen<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => inTime(load))
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
