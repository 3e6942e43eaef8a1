/** A handful of classes for the map's colours: about as many regions in each, between round numbers. */

const CLASSES = 5

/** Where a next class begins, ascending; none when all values are alike. Zero has no class. */
export function breaksOf(values: readonly number[]): number[] {
  const sorted = values.filter(value => value > 0).sort((a, b) => a - b)
  const lowest = sorted[0]
  const highest = sorted.at(-1)
  if (lowest === undefined || highest === undefined) return []
  const steps = Array.from({ length: CLASSES - 1 }, (_, at) =>
    round(sorted[Math.floor(((at + 1) * sorted.length) / CLASSES)]!),
  )
  return [...new Set(steps)].filter(step => step > lowest && step <= highest)
}

/** Two figures that count; whole below a hundred. */
function round(value: number): number {
  const unit = value < 100 ? 1 : 10 ** (Math.floor(Math.log10(value)) - 1)
  return Math.round(value / unit) * unit
}

/** The class of a value, from 0; `undefined` for nothing. */
export function classOf(value: number | undefined, breaks: readonly number[]): number | undefined {
  if (!value) return undefined
  return breaks.filter(step => value >= step).length
}

/** How much of the accent each class has, the weakest still told from none. */
export function strengthOf(index: number, classes: number): number {
  return classes <= 1 ? 0.6 : 0.3 + (0.7 * index) / (classes - 1)
}
