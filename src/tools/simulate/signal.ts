/** A signal that walks: it wavers around the strength of the place where the device is. */
import type { Random } from '../../server/demo/random'

export interface Signal {
  rsrp: number
  band: number
}

/** dBm: the best and the worst that a modem works with. */
const BEST = -60
const WORST = -125
const BANDS = [1, 3, 5, 7, 8]

export function firstSignal(random: Random): Signal {
  return { rsrp: -68 - random.between(0, 48), band: random.pick(BANDS) }
}

/** A few dB up or down and a part of the way back; rarely another band. */
export function nextSignal(random: Random, { rsrp, band }: Signal, home: Signal): Signal {
  const step = random.between(-4, 4) + Math.round((home.rsrp - rsrp) / 4)
  return {
    rsrp: Math.max(WORST, Math.min(BEST, rsrp + step)),
    band: random.chance(0.02) ? random.pick(BANDS) : random.chance(0.2) ? home.band : band,
  }
}
