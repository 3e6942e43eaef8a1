/**
 * Patterns of config (decision 86). They are judged by RE2, whose time grows with the text and with the pattern and
 * never explodes: with the engine of JavaScript, `(a+)+` and a text of 30 letters hold a server for minutes. RE2 knows
 * no look-around and no references back.
 */
import { RE2JS } from 're2js'

const known = new Map<string, RE2JS>()

/** True when the whole text is what the pattern describes. */
export function fitsPattern(text: string, pattern: string): boolean {
  return read(pattern).matches(text)
}

/** True when the pattern is found anywhere in the text, as JSON Schema has it. */
export function findsPattern(text: string, pattern: string): boolean {
  return read(pattern).matcher(text).find()
}

/** Steps that the longest text may cost: about a tenth of a second. */
const MAX_STEPS = 2_000_000

/**
 * The code of why a pattern cannot be used, for the config check.
 *
 * @param longest the greatest length of a text that it is asked about
 */
export function patternProblem(
  pattern: unknown,
  longest: number,
): 'badPattern' | 'patternUnsupported' | 'patternTooLarge' | undefined {
  if (typeof pattern !== 'string') return 'badPattern'
  try {
    return read(pattern).programSize() * longest > MAX_STEPS ? 'patternTooLarge' : undefined
  } catch {
    return isRegExp(pattern) ? 'patternUnsupported' : 'badPattern'
  }
}

/** Config changes while a server runs; what it no longer has is forgotten with the rest. */
const MAX_KNOWN = 1000

function read(pattern: string): RE2JS {
  let engine = known.get(pattern)
  if (!engine) {
    // Written as JavaScript writes it: `\uAC00` is `\x{AC00}` there.
    engine = RE2JS.compile(RE2JS.translateRegExp(pattern))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(pattern, engine)
  }
  return engine
}

/** True for a pattern that JavaScript's own engine accepts. */
export function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
