/** The name that was probably meant. */
import { distance } from 'fastest-levenshtein'

/** The nearest of the known names, if it is near: one slip in short names, up to a third of long ones. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const candidate of known) {
    const away = distance(name.toLowerCase(), candidate.toLowerCase())
    if (away < least) {
      least = away
      best = candidate
    }
  }
  return best
}

/** Parameters of a sentence that may end in a suggestion: `hint` is the name, or empty. */
export function withHint(name: string, known: Iterable<string>): { name: string; hint: string } {
  return { name, hint: suggest(name, known) ?? '' }
}
