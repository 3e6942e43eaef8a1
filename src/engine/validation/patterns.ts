/**
 * Matches regular expressions of config (decision 86) with RE2, in linear time: JavaScript's engine can block the
 * server for minutes (`(a+)+` and a text of 30 letters). RE2 supports neither look-around nor back-references.
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

/** The limit for program size × text length. At the limit, a match takes about a tenth of a second. */
const MAX_STEPS = 2_000_000

/**
 * The error code of a pattern that cannot be used, for the config check.
 *
 * @param maxLength of the texts that are matched, in characters
 */
export function patternProblem(
  pattern: unknown,
  maxLength: number,
): 'badPattern' | 'patternUnsupported' | 'patternTooLarge' | undefined {
  if (typeof pattern !== 'string') return 'badPattern'
  try {
    return compile(pattern).programSize() * maxLength > MAX_STEPS ? 'patternTooLarge' : undefined
  } catch {
    return isRegExp(pattern) ? 'patternUnsupported' : 'badPattern'
  }
}

/** The number of cached patterns at which the cache is emptied: it also contains patterns of earlier configs. */
const MAX_CACHED = 1000

function compile(pattern: string): RE2JS {
  let compiled = compiledPatterns.get(pattern)
  if (!compiled) {
    // Translates syntax that differs: `\uAC00` of JavaScript is `\x{AC00}` in RE2.
    compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    if (compiledPatterns.size >= MAX_CACHED) compiledPatterns.clear()
    compiledPatterns.set(pattern, compiled)
  }
  return compiled
}

/** True if the pattern is valid in JavaScript. */
export function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
