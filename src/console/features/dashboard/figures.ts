/** Shares of a whole as people read them: one decimal, and never a rounded lie at the ends. */

/** Tenths of a percent: something is never 0, and less than all never 100. */
const tenths = (part: number, whole: number): number => {
  if (whole <= 0 || part <= 0) return 0
  if (part >= whole) return 1000
  return Math.min(999, Math.max(1, Math.round((part / whole) * 1000)))
}

/** `percentOf(1, 3)` is 33.3. Of nothing, everything is 0. */
export const percentOf = (part: number, whole: number): number => tenths(part, whole) / 10

/** The two shares of what falls into two; they add up to 100 when the parts make the whole. */
export function pairOf(first: number, second: number, whole: number): [number, number] {
  if (whole <= 0 || first + second !== whole) return [percentOf(first, whole), percentOf(second, whole)]
  // The smaller one is rounded, as wherever it stands alone; the larger gives way.
  const least = tenths(Math.min(first, second), whole)
  const shares: [number, number] = [least / 10, (1000 - least) / 10]
  return first <= second ? shares : [shares[1], shares[0]]
}
