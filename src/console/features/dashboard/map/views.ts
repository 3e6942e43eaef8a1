/** The views of the map: the value of a region in each view, the classes of values, and the colours of the classes. */
import { getContrastRatio, type Theme } from '@mui/material'
import { blendColours } from '../../../ui/blendColours'
import { percentOf } from '../numbers'
import type { DeviceCounts, Region } from '../regions'

export const MAP_VIEWS = ['count', 'offline', 'unplaced'] as const
export type MapView = (typeof MAP_VIEWS)[number]

/** A number of devices, or the percentage of offline devices; undefined if the server does not return it. */
export function valueIn(view: MapView, { count, closed, placed }: DeviceCounts): number | undefined {
  if (view === 'count') return count
  if (view === 'offline') return closed === undefined ? undefined : percentOf(closed, count)
  return placed === undefined ? undefined : count - placed
}

/** The views for which the server returns data. */
export const viewsFor = (regions: readonly Region[]): MapView[] =>
  MAP_VIEWS.filter(
    view => view === 'unplaced' || regions.every(region => valueIn(view, region) !== undefined),
  )

const CLASS_COUNT = 5

/**
 * The lower bounds of all classes but the first, ascending: round numbers, with about the same number of regions in
 * each class. (On a linear scale all but two regions would have the same colour.) 0 has no class.
 */
export function breaksOf(values: readonly number[]): number[] {
  const sorted = values.filter(value => value > 0).sort((a, b) => a - b)
  const quantiles = Array.from(
    { length: CLASS_COUNT - 1 },
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / CLASS_COUNT)] ?? 0,
  )
  const lowest = sorted[0] ?? 0
  const highest = sorted.at(-1) ?? 0
  return [...new Set(quantiles.map(roundToTwoDigits))].filter(start => start > lowest && start <= highest)
}

/** Rounds to two significant digits; values below 100 to integers. */
function roundToTwoDigits(value: number): number {
  const unit = value < 100 ? 1 : 10 ** (Math.floor(Math.log10(value)) - 1)
  return Math.round(value / unit) * unit
}

/** The zero-based class of a value; undefined for 0 and for unknown values. */
export const classOf = (value: number | undefined, breaks: readonly number[]): number | undefined =>
  value ? breaks.filter(start => value >= start).length : undefined

/** The colours of a view: shades of one hue, from the background to a colour of the theme. */
export function coloursOf({ palette }: Theme, view: MapView) {
  const hue = { count: palette.primary, offline: palette.warning, unplaced: palette.neutral }[view]
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
