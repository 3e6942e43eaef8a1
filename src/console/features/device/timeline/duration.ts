/** A duration as text, in its two largest units: "3시간 12분", "2 days 4 hours". */

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

export function durationText(ms: number, locale: string): string {
  const first = UNITS.findIndex(([, size]) => ms >= size)
  if (first < 0) return format(0, 'second', locale)
  let rest = ms
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return { count, unit }
  })
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => format(count, unit, locale))
    .join(' ')
}

const format = (count: number, unit: string, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
