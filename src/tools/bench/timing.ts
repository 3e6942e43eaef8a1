/** How long something takes when it is done again and again. */

/** The value that so large a share of all does not exceed. */
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

/** Milliseconds of every run of one client that asks again and again, once a server that has just begun is warm. */
export async function runs(work: () => Promise<unknown>, rounds: number, warmUp: number): Promise<number[]> {
  for (let round = 0; round < warmUp; round++) await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(work))
  return times
}
