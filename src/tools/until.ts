import { setTimeout as wait } from 'node:timers/promises'

/** Looks often. @returns milliseconds until it is so @throws when it is not within the time */
export async function until(
  isSo: () => Promise<boolean>,
  { withinMs = 120_000, everyMs = 20 } = {},
): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > withinMs) throw new Error('what is waited for does not come')
    await wait(everyMs)
  }
  return performance.now() - began
}
