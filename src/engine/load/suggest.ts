/** Suggests the known name that the author of an unknown name probably meant. */
import { distance } from 'fastest-levenshtein'

/**
 * The most similar known name, if at most a third of the characters differ (one may always differ); else `undefined`.
 */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  const maxDifference = Math.max(1, Math.floor(name.length / 3))
  let smallest = maxDifference + 1
  for (const candidate of known) {
    const difference = isMisspelling(name, candidate)
      ? 1
      : distance(name.toLowerCase(), candidate.toLowerCase())
    if (difference < smallest) {
      smallest = difference
      best = candidate
    }
  }
  return best
}

/** True if one letter differs, or the letters are in another order: `isnd` for `isdn`, `relase` for `release`. */
export function isMisspelling(name: string, known: string): boolean {
  const letters = (text: string) => [...text.toLowerCase()].sort().join('')
  return distance(name.toLowerCase(), known.toLowerCase()) <= 1 || letters(name) === letters(known)
}

/** Parameters of an error about an unknown name. `hint` is the suggested name, or empty. */
export function withHint(name: string, known: Iterable<string>): { name: string; hint: string } {
  return { name, hint: suggest(name, known) ?? '' }
}
