/** Turns the recorded figures into lines: percentages over time, with gaps where nothing was recorded. */
import type { Curve } from '../../../../contract/dashboard'
import { percentOf } from '../numbers'

export interface CurvePoint {
  time: number
  share: number
  devices: number
  linked: number
}

export const pointsOf = ({ at, devices, linked }: Curve): CurvePoint[] =>
  at.map((time, index) => ({
    time: Date.parse(time),
    share: percentOf(linked[index]!, devices[index]!),
    devices: devices[index]!,
    linked: linked[index]!,
  }))

/** Splits points where more than `maxStep` milliseconds lie between two. */
export function segmentsOf(points: readonly CurvePoint[], maxStep: number): CurvePoint[][] {
  const segments: CurvePoint[][] = []
  for (const point of points) {
    const last = segments.at(-1)?.at(-1)
    if (last && point.time - last.time <= maxStep) segments.at(-1)!.push(point)
    else segments.push([point])
  }
  return segments
}

const STEPS = [1, 2, 5, 10, 25, 50]
const LINES = 4

/** Round percentages for the lines of the chart, lowest first: around the values, never below 0 or above 100. */
export function levelsOf(points: readonly CurvePoint[]): number[] {
  const shares = points.map(({ share }) => share)
  const [low, high] = [Math.min(...shares), Math.max(...shares)]
  const step = STEPS.find(size => high - low <= size * (LINES - 1)) ?? 50
  let first = Math.floor(low / step) * step
  let last = Math.ceil(high / step) * step
  // Room above and below, so that small changes look small.
  while (last - first < step * LINES && (first > 0 || last < 100)) {
    if (first > 0) first -= step
    if (last < 100 && last - first < step * LINES) last += step
  }
  const levels: number[] = []
  for (let level = Math.max(0, first); level <= Math.min(100, last); level += step) levels.push(level)
  return levels
}

/** The point nearest to a time; `undefined` without points. */
export const nearest = (points: readonly CurvePoint[], time: number): CurvePoint | undefined =>
  points.reduce<CurvePoint | undefined>(
    (best, point) => (best && Math.abs(best.time - time) <= Math.abs(point.time - time) ? best : point),
    undefined,
  )

/** How many percentage points the last share differs from the one `ms` before; `undefined` if that is not recorded. */
export function differenceOf(points: readonly CurvePoint[], ms: number): number | undefined {
  const last = points.at(-1)
  if (!last) return undefined
  const before = nearest(points, last.time - ms)
  if (!before || Math.abs(before.time - (last.time - ms)) > ms / 4) return undefined
  return Math.round((last.share - before.share) * 10) / 10
}
