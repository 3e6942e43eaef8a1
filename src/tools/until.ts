/** Waits for a condition. */
import { setTimeout as wait } from 'node:timers/promises'

interface WaitOptions {
  withinMs?: number
  everyMs?: number
  /** Returns the message of the error, such as how much is done. */
  progress?: () => Promise<string> | string
}

/**
 * Checks the condition repeatedly until it is true.
 *
 * @returns milliseconds until then
 * @throws Error with `progress` if the condition is not true within the time
 */
export async function until(
  condition: () => Promise<boolean>,
  {
    withinMs = 120_000,
    everyMs = 20,
    progress = () => 'the condition did not become true',
  }: WaitOptions = {},
): Promise<number> {
  const began = performance.now()
  while (!(await condition())) {
    if (performance.now() - began > withinMs)
      throw new Error(`${await progress()} (after ${Math.round(withinMs / 1000)} s)`)
    await wait(everyMs)
  }
  return performance.now() - began
}
