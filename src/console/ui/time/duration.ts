/** A duration (in ms) as text, in its two largest units: "3시간 12분", "2 days 4 hours". */

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const

export function durationText(duration: number, locale: string): string {
  const largest = UNITS.findIndex(({ ms }) => duration >= ms)
  if (largest < 0) return format(0, 'second', locale)
  let remainingMs = duration
  const parts = UNITS.slice(largest, largest + 2).map(({ unit, ms }) => {
    const count = Math.floor(remainingMs / ms)
    remainingMs -= count * ms
    return { count, unit }
  })
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => format(count, unit, locale))
    .join(' ')
}

const format = (count: number, unit: string, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
