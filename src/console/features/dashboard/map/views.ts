/** The views of the map: the value of a region in each view, the classes of values, and the colours of the classes. */
import { getContrastRatio, type Theme } from '@mui/material'
import { blendColours } from '../../../ui/blendColours'
import { percentOf } from '../numbers'
import type { DeviceCounts, Region } from '../regions'

export const MAP_VIEWS = ['count', 'offline'] as const
export type MapView = (typeof MAP_VIEWS)[number]

/** A number of devices, or the percentage of offline devices; undefined if the server does not return it. */
export function valueIn(view: MapView, { count, closed }: DeviceCounts): number | undefined {
  if (view === 'count') return count
  return closed === undefined ? undefined : percentOf(closed, count)
}

/** The views for which the server returns data. */
export const viewsFor = (regions: readonly Region[]): MapView[] =>
  MAP_VIEWS.filter(view => regions.every(region => valueIn(view, region) !== undefined))

/** Bounds of classes as multiples of the mean of all regions. */
const MULTIPLES = [0.25, 0.5, 1, 2]
/** Bounds of classes as distances from the national percentage, and the steps of which they are multiples. */
const DISTANCES = [-2, -1, 1, 2]
const STEPS = [1, 2, 5, 10, 20]

/**
 * The lower bounds of all classes but the first, ascending: round numbers around the national mean. 0 has no class.
 *
 * @param mean devices of a region on average, or the national percentage
 */
export function breaksOf(view: MapView, values: readonly number[], mean: number): number[] {
  const positive = values.filter(value => value > 0)
  const [lowest, highest] = [Math.min(...positive), Math.max(...positive)]
  const bounds =
    view === 'count' ? MULTIPLES.map(multiple => roundNumber(mean * multiple)) : around(mean, positive)
  return [...new Set(bounds)].filter(start => start > lowest && start <= highest)
}

/** 1, 2, 2.5 or 5 times a power of ten; values below 10 become integers. */
function roundNumber(value: number): number {
  if (value < 10) return Math.max(1, Math.round(value))
  const unit = 10 ** Math.floor(Math.log10(value))
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].map(step => step * unit)
  return steps.reduce((best, step) => (Math.abs(step - value) < Math.abs(best - value) ? step : best))
}

function around(mean: number, values: readonly number[]): number[] {
  const farthest = Math.max(0, ...values.map(value => Math.abs(value - mean)))
  const step = STEPS.find(size => size * 2.5 >= farthest) ?? 20
  return DISTANCES.map(distance => (Math.round(mean / step) + distance) * step)
}

/** The zero-based class of a value; undefined for 0 and for unknown values. */
export const classOf = (value: number | undefined, breaks: readonly number[]): number | undefined =>
  value ? breaks.filter(start => value >= start).length : undefined

/** The colours of a view: shades of one hue, from the background to a colour of the theme. */
export function coloursOf({ palette }: Theme, view: MapView) {
  const hue = { count: palette.primary, offline: palette.warning }[view]
  const surface = palette.background.paper
  const none = blendColours(palette.neutral.main, surface, palette.mode === 'dark' ? 0.14 : 0.1)
  return {
    /** The colour of a region whose value is 0 or unknown. */
    none,
    /** The colour of a zero-based class. */
    of: (index: number | undefined, classes: number) =>
      index === undefined ? none : blendColours(hue.main, surface, shareOfHue(index, classes)),
    /** Black or white, whichever has more contrast on the colour; one of them always reaches 4.5:1. */
    textOn: (colour: string) =>
      getContrastRatio('#FFFFFF', colour) >= getContrastRatio('#000000', colour) ? '#FFFFFF' : '#000000',
  }
}

/** The share of the hue in a class; even the lowest class differs from `none`. */
const shareOfHue = (index: number, classes: number) =>
  classes <= 1 ? 0.6 : 0.3 + (0.7 * index) / (classes - 1)
