/** Simulates the signal of a device as a random walk around a typical value. */
import type { Random } from '../../server/demo/random'

export interface Signal {
  /** dBm. */
  rsrp: number
  band: number
}

/** The range in which a modem works, in dBm. */
const BEST = -60
const WORST = -125
/** LTE bands. */
const BANDS = [1, 3, 5, 7, 8]

/** A random signal from -68 to -116 dBm. */
export function firstSignal(random: Random): Signal {
  return { rsrp: -68 - random.between(0, 48), band: random.pick(BANDS) }
}

/** The next signal: a few dB up or down, then a quarter of the way back to the typical value; rarely another band. */
export function nextSignal(random: Random, { rsrp, band }: Signal, typicalSignal: Signal): Signal {
  const step = random.between(-4, 4) + Math.round((typicalSignal.rsrp - rsrp) / 4)
  return {
    rsrp: Math.max(WORST, Math.min(BEST, rsrp + step)),
    band: nextBand(random, band, typicalSignal.band),
  }
}

function nextBand(random: Random, band: number, typicalBand: number): number {
  if (random.chance(0.02)) return random.pick(BANDS)
  return random.chance(0.2) ? typicalBand : band
}
