/** Measures the export of a list: time to the first byte, total time, and memory growth of the server. */
import type { LargeFleet } from './largeFleet'

/** Interval at which the memory is measured. */
const SAMPLE_EVERY_MS = 50

interface ExportSpeed {
  firstByteMs: number
  seconds: number
  bytes: number
  /** Growth of this process, in which the server runs; it discards what it reads. */
  grownMiB: number
}

/** @param query the query string of `GET /api/exports/devices` */
export async function timeExport(world: Pick<LargeFleet, 'open'>, query: string): Promise<ExportSpeed> {
  globalThis.gc?.()
  const bytesBefore = process.memoryUsage().rss
  let peak = bytesBefore
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, SAMPLE_EVERY_MS)
  const began = performance.now()
  let firstByteMs = 0
  let bytes = 0
  const answer = await world.open(`/api/exports/devices?${query}`)
  for await (const piece of answer.body!) {
    firstByteMs ||= performance.now() - began
    bytes += piece.length
  }
  clearInterval(watch)
  return {
    firstByteMs,
    bytes,
    seconds: (performance.now() - began) / 1000,
    grownMiB: (peak - bytesBefore) / 2 ** 20,
  }
}
