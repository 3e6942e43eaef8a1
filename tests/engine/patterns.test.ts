/** Patterns of config match the whole text in linear time; patterns that the engine does not support are refused. */
import { expect, test } from 'vitest'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { compileWith } from '../support/config'
import { testSlips } from '../support/slips'

/** Returns a function that validates a text in a field with one of these patterns; it returns the error code. */
function patternCheck(patterns: readonly string[]) {
  const field = (value: unknown) => ({ type: 'text', label: '코드', rules: [{ rule: 'pattern', value }] })
  const fields = patterns.map((value, index) => [`p${index}`, field(value)])
  const things = { label: '것', source: { dialect: 'simple-rest' }, fields: Object.fromEntries(fields) }
  const { app, levels, resources } = compileWith({ 'resources/things.json': things }).shared
  const writing = {
    action: 'create',
    level: 9,
    levels: levels.numbers,
    password: app.limits.password,
  } as const
  return (pattern: string, text: string) => {
    const name = `p${patterns.indexOf(pattern)}`
    return validateRecord(resources.things!, { [name]: text }, writing)[name]?.code
  }
}

/** The shortest of several measurements, in milliseconds: other processes cannot make it shorter. */
function fastest(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}

const patterns: [pattern: string, letter: string, end: string][] = [
  ['(a+)+', 'a', '!'],
  ['([a-z]+)*@', 'y', ''],
  ['(x+x+)+y', 'x', ''],
  ['(.*)(.*)(.*)(.*)(.*)(.*)z', 'y', ''],
]
const problemOf = patternCheck(patterns.map(([pattern]) => pattern))
test.each(patterns)(
  '%s, which backtracking engines match in exponential time, takes linear time',
  (pattern, letter, end) => {
    const timeOf = (length: number) => fastest(() => problemOf(pattern, letter.repeat(length) + end))
    // Backtracking takes 30 to 10,000 times as long.
    expect(timeOf(26) / timeOf(10)).toBeLessThan(15)
    expect(problemOf(pattern, letter.repeat(999) + end)).toBe('field.pattern')
  },
)

const texts: [pattern: string, text: string, matches: boolean][] = [
  ['[0-9]{5}', '12345', true],
  ['[0-9]{5}', '123456', false],
  ['a|b', 'ab', false],
  ['a|b', 'b', true],
  ['\\p{Hangul}+', '서울', true],
  ['\\p{L}{1,3}', '가a나b', false],
  ['[\\uAC00-\\uD7A3]+', '서울', true],
  ['(?<year>\\d{4})-\\d{2}', '2026-11', true],
  ['.', '😀', true],
  ['^abc$', 'abc', true],
]
const textProblemOf = patternCheck(texts.map(([pattern]) => pattern))
test.each(texts)('a pattern must match the whole text: %s matches %s: %s', (pattern, text, matches) => {
  expect(textProblemOf(pattern, text)).toBe(matches ? undefined : 'field.pattern')
})

const field = (value: string, more: object = {}) => ({
  '/fields/x': { type: 'text', label: 'x', rules: [{ rule: 'pattern', value }], ...more },
})
/** Takes too long for the longest text of a `multiline` field. */
const SLOW = '(?:[가-힣]?){300}x'

testSlips('the check of config refuses patterns that are invalid, unsupported or too slow', {
  'resources/things.json': [
    // The engine has no lookahead, lookbehind and back references, and limits repetitions.
    [field('(?=.*[A-Z]).+'), './rules/0/value patternUnsupported'],
    [field('(?<!a)b'), './rules/0/value patternUnsupported'],
    [field('(a)\\1'), './rules/0/value patternUnsupported'],
    [field('a{2000}'), './rules/0/value patternUnsupported'],
    [field('(a{100}){100}'), './rules/0/value patternUnsupported'],
    [field('[a'), './rules/0/value badPattern'],
    [field('*a'), './rules/0/value badPattern'],
    // Without an error: the texts of this field are short enough.
    [field(SLOW)],
    [field(SLOW, { type: 'multiline' }), './rules/0/value patternTooLarge'],
    [field(SLOW, { type: 'multiline', max: 500 })],
  ],
})
