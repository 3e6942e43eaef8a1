import { setTimeout as wait } from 'node:timers/promises'

interface Patience {
  withinMs?: number
  everyMs?: number
  /** How far it has come, for who reads the failure. */
  soFar?: () => Promise<string> | string
}

/** Looks often. @returns milliseconds until it is so @throws when it is not within the time */
export async function until(
  isSo: () => Promise<boolean>,
  { withinMs = 120_000, everyMs = 20, soFar = () => 'what is waited for does not come' }: Patience = {},
): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > withinMs)
      throw new Error(`${await soFar()} (after ${Math.round(withinMs / 1000)} s)`)
    await wait(everyMs)
  }
  return performance.now() - began
}
