/** The data of the signal chart: points with gaps, bands of the grades, and ticks of the time axis. */
import type { SignalPoint } from '../../../../contract/devicePage'
import { KOREA_OFFSET_MS, type Zone } from '../../../../domain/dates'
import type { SignalGrade, SignalThresholds } from '../../../../domain/signal'
import type { Range } from '../device'

/** A point of the chart; without `rsrp` it is a gap in the line. Signals are in dBm. */
export interface ChartRow {
  /** The middle of the point's period, in milliseconds since 1970. */
  at: number
  rsrp?: number
  /** Minimum and maximum. */
  span?: [number, number]
  /** The point has a gap before and after it. */
  isAlone?: boolean
}

export function chartRows(points: readonly SignalPoint[]): ChartRow[] {
  return points.flatMap(({ at, seconds, rsrp, min, max, gap }, index) => {
    const start = Date.parse(at)
    const row = {
      // Half of the period, in ms.
      at: start + seconds * 500,
      rsrp,
      span: [min, max] as [number, number],
      isAlone: (gap || index === 0) && (points[index + 1]?.gap ?? true),
    }
    return gap ? [{ at: start - 1 }, row] : [row]
  })
}

/** The periods in which the device was offline: gaps between points, and the time since it was closed. */
export function offlineSpans(
  points: readonly SignalPoint[],
  to: number,
  closedAt?: number,
): [number, number][] {
  const spans = points.flatMap(({ at, gap }, index): [number, number][] => {
    const before = points[index - 1]
    return gap && before ? [[Date.parse(before.at) + before.seconds * 1_000, Date.parse(at)]] : []
  })
  return closedAt !== undefined && closedAt < to ? [...spans, [closedAt, to]] : spans
}

/** The ends of the y axis are multiples of this, in dBm. */
const STEP = 10

/** The lowest and highest value of the y axis, such that all points and all grades fit. */
export function levelsOf(points: readonly SignalPoint[], thresholds: SignalThresholds): [number, number] {
  const low = Math.min(thresholds.warning - STEP, ...points.map(({ min }) => min))
  const high = Math.max(thresholds.primary + STEP, ...points.map(({ max }) => max))
  return [Math.floor(low / STEP) * STEP, Math.ceil(high / STEP) * STEP]
}

/** The bands of the grades (`limits.signal` of config), best first. */
export function gradeBands(
  [lowest, highest]: readonly [number, number],
  { primary, success, warning }: SignalThresholds,
): { grade: SignalGrade; low: number; high: number }[] {
  return [
    { grade: 'primary', low: primary, high: highest },
    { grade: 'success', low: success, high: primary },
    { grade: 'warning', low: warning, high: success },
    { grade: 'danger', low: lowest, high: warning },
  ]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TICK_DISTANCES_MS: Record<Range, number> = {
  '24h': 3 * HOUR_MS,
  '7d': DAY_MS,
  '30d': 5 * DAY_MS,
  '1y': 61 * DAY_MS,
}

/** Ticks at round times of the displayed time zone. */
export function timeTicks(from: number, to: number, range: Range, zone: Zone): number[] {
  const offset = zone === 'KST' ? KOREA_OFFSET_MS : 0
  const step = TICK_DISTANCES_MS[range]
  const first = Math.ceil((from + offset) / step) * step - offset
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, index) => first + index * step,
  )
}
