/** Times repeated runs, and computes percentiles. */

/** @param share from 0 to 1, such as 0.95 for p95 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Milliseconds of one run. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Milliseconds of each of `rounds` runs, one after another, after `warmUp` runs that are not timed. */
export async function timedRuns(
  work: () => Promise<unknown>,
  rounds: number,
  warmUp: number,
): Promise<number[]> {
  for (let round = 0; round < warmUp; round++) await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(work))
  return times
}
