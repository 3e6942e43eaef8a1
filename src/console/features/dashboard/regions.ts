/** The regions of the map with their figures, and what has no place on it (§3, decisions 2 and 3). */
import type { DashboardStats, ProvinceCount, ProvinceFigures } from '../../../contract/dashboard'
import type { MapRegion } from '../../../engine/compiled'
import { percentOf } from './figures'

/** The region id that stands for devices without a known location, in the address and in the filter of the device list. */
export const UNPLACED = 'none'

export interface Figures {
  count: number
  /** Absent where the server has them for one province at a time only. */
  placed?: number
  linked?: number
  closed?: number
}

export interface Region extends Figures, MapRegion {}

/** Every region of config with its figures; a count is 0 until there is one (§9). */
export function regionsOf(regions: readonly MapRegion[], places: readonly ProvinceCount[] = []): Region[] {
  return regions
    .filter(region => region.shown)
    .map(region => ({ ...region, ...figuresOf(places.find(({ sido }) => sido === region.id)) }))
}

function figuresOf(place: Partial<ProvinceFigures> | undefined): Figures {
  if (!place) return { count: 0, placed: 0, linked: 0, closed: 0 }
  const { count = 0, placed, linked, closed } = place
  return { count, placed, linked, closed }
}

/** What the provinces hold and what none of them holds, beside the national total. */
export interface Sum {
  provinces: number
  unplaced: Figures
  total: number
  /** False while devices change between the two calls. */
  adds: boolean
}

/** @param places as the server gives them: ours has an entry without a `sido`, others leave what is missing to arithmetic */
export function sumOf(places: readonly ProvinceCount[], amount: DashboardStats['amount']): Sum {
  const provinces = places.filter(({ sido }) => sido !== '').reduce((sum, { count }) => sum + count, 0)
  const own = places.find(({ sido }) => sido === '')
  const unplaced = own ? figuresOf(own) : { count: Math.max(0, amount.device - amount.placed) }
  return { provinces, unplaced, total: amount.device, adds: provinces + unplaced.count === amount.device }
}

export const VIEWS = ['count', 'offline', 'unplaced'] as const
export type View = (typeof VIEWS)[number]

/** What a view of the map shows of a region; `undefined` where the server does not say. */
export function figureOf(view: View, figures: Figures): number | undefined {
  const { count, closed, placed } = figures
  if (view === 'count') return count
  if (view === 'offline') return closed === undefined ? undefined : percentOf(closed, count)
  return placed === undefined ? undefined : count - placed
}

/** The views that the answers of this server can fill. */
export const viewsFor = (regions: readonly Region[]): View[] =>
  VIEWS.filter(view => view === 'unplaced' || regions.every(region => figureOf(view, region) !== undefined))
