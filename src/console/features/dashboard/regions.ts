/** The devices of each map region, and how they add up to the national total (§3, decision 2). */
import type { DashboardStats, ProvinceCount } from '../../../contract/dashboard'
import type { MapRegion } from '../../../engine/compiled'

/** Only `count` where the server gives the further counts for one province at a time. */
export type DeviceCounts = Omit<ProvinceCount, 'sido'>

export type Region = DeviceCounts & MapRegion

const NO_DEVICES: DeviceCounts = { count: 0, placed: 0, linked: 0, closed: 0 }

/** Every region that config shows, with its counts; 0 until there are any (§9). */
export const regionsOf = (
  regions: readonly MapRegion[],
  provinces: readonly ProvinceCount[] = [],
): Region[] =>
  regions
    .filter(({ shown }) => shown)
    .map(region => ({ ...(provinces.find(({ sido }) => sido === region.id) ?? NO_DEVICES), ...region }))

export type Totals = ReturnType<typeof totalsOf>

/**
 * @param provinces our server's list has an entry without `sido` for unplaced devices; from others' lists they are
 * derived
 */
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
