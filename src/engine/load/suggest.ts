/** Suggests the name that was probably meant. */
import { distance } from 'fastest-levenshtein'

/** The nearest of the known names, if it is near: one slip in short names, up to a third of long ones. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const candidate of known) {
    const away = isSlip(name, candidate) ? 1 : distance(name.toLowerCase(), candidate.toLowerCase())
    if (away < least) {
      least = away
      best = candidate
    }
  }
  return best
}

/** One letter more, less or other, or the same letters in another order: `isnd` for `isdn`, `relase` for `release`. */
export function isSlip(name: string, known: string): boolean {
  const letters = (text: string) => [...text.toLowerCase()].sort().join('')
  return distance(name.toLowerCase(), known.toLowerCase()) <= 1 || letters(name) === letters(known)
}

/** Parameters of a sentence that may end in a suggestion: `hint` is the name, or empty. */
export function withHint(name: string, known: Iterable<string>): { name: string; hint: string } {
  return { name, hint: suggest(name, known) ?? '' }
}
