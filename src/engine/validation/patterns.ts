/**
 * Regular expressions of config (decision 86), matched by RE2 in linear time. In JavaScript's engine `(a+)+` and a text
 * of 30 letters block the server for minutes. RE2 has no look-around and no back-references.
 */
import { RE2JS } from 're2js'

const compiledPatterns = new Map<string, RE2JS>()

/** True if the pattern matches the whole text. */
export function fitsPattern(text: string, pattern: string): boolean {
  return compile(pattern).matches(text)
}

/** True if the pattern matches anywhere in the text, as in JSON Schema. */
export function findsPattern(text: string, pattern: string): boolean {
  return compile(pattern).matcher(text).find()
}

/** Upper limit of program size × text length: about a tenth of a second. */
const MAX_STEPS = 2_000_000

/**
 * The error code of a pattern that cannot be used, for the config check.
 *
 * @param longest the maximum length of the texts that are matched
 */
export function patternProblem(
  pattern: unknown,
  longest: number,
): 'badPattern' | 'patternUnsupported' | 'patternTooLarge' | undefined {
  if (typeof pattern !== 'string') return 'badPattern'
  try {
    return compile(pattern).programSize() * longest > MAX_STEPS ? 'patternTooLarge' : undefined
  } catch {
    return isRegExp(pattern) ? 'patternUnsupported' : 'badPattern'
  }
}

/** The cache is emptied at this size, since patterns of earlier configs stay in it. */
const MAX_CACHED = 1000

function compile(pattern: string): RE2JS {
  let engine = compiledPatterns.get(pattern)
  if (!engine) {
    // Translates JavaScript's syntax: `\uAC00` is `\x{AC00}` in RE2.
    engine = RE2JS.compile(RE2JS.translateRegExp(pattern))
    if (compiledPatterns.size >= MAX_CACHED) compiledPatterns.clear()
    compiledPatterns.set(pattern, engine)
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
