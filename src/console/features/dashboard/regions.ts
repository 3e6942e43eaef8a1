/** The device counts of the map regions, and their sum compared with the national total (§3, decision 2). */
import type { DashboardStats, ProvinceCount } from '../../../contract/dashboard'
import type { MapRegion } from '../../../engine/compiled'

/** Only `count` is set if the server returns the other counts for single provinces only. */
export type DeviceCounts = Omit<ProvinceCount, 'sido'>

export type Region = DeviceCounts & MapRegion

const NO_DEVICES: DeviceCounts = { count: 0, placed: 0, linked: 0, closed: 0 }

/** All regions that config shows, with their counts; 0 while loading (§9). */
export const regionsOf = (
  regions: readonly MapRegion[],
  provinces: readonly ProvinceCount[] = [],
): Region[] =>
  regions
    .filter(({ shown }) => shown)
    .map(region => ({ ...(provinces.find(({ sido }) => sido === region.id) ?? NO_DEVICES), ...region }))

export type Totals = ReturnType<typeof totalsOf>

/** @param provinces our server adds an entry with an empty `sido`, which counts the devices without a location */
export function totalsOf(provinces: readonly ProvinceCount[], amount: DashboardStats['amount']) {
  const inProvinces = provinces
    .filter(({ sido }) => sido !== '')
    .reduce((total, { count }) => total + count, 0)
  const unplaced: DeviceCounts = provinces.find(({ sido }) => sido === '') ?? {
    count: Math.max(0, amount.device - amount.placed),
  }
  const national = amount.device
  return {
    inProvinces,
    unplaced,
    national,
    /** False when devices changed between the two calls, so that the parts do not add up to the national total. */
    consistent: inProvinces + unplaced.count === national,
  }
}
