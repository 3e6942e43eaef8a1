/** Patterns of config match the whole text in linear time; patterns that the engine does not support are refused. */
import { describe, expect, test } from 'vitest'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { compileWith } from '../support/config'
import { errorsAfter } from '../support/slips'

/** Tells whether a text breaks the pattern of its field. */
function patternCheck(pattern: string, more: object = {}) {
  const code = { type: 'text', label: '코드', rules: [{ rule: 'pattern', value: pattern }], ...more }
  const things = { label: '것', source: { dialect: 'simple-rest' }, fields: { code } }
  const { app, levels, resources } = compileWith({ 'resources/things.json': things }).shared
  const writing = {
    action: 'create',
    level: 9,
    levels: levels.numbers,
    password: app.limits.password,
  } as const
  return (text: string) => validateRecord(resources.things!, { code: text }, writing).code?.code
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

describe('a pattern that backtracking engines match in exponential time', () => {
  test.each([
    ['(a+)+', 'a', '!'],
    ['(a|aa)+', 'a', '!'],
    ['([a-z]+)*@', 'y', ''],
    ['(x+x+)+y', 'x', ''],
    ['(.*)(.*)(.*)(.*)(.*)(.*)z', 'y', ''],
    ['(?:[가-힣]+-?)+!', '가', ''],
  ])('%s takes linear time', (pattern, letter, end) => {
    const problemOf = patternCheck(pattern)
    const timeOf = (length: number) => fastest(() => problemOf(letter.repeat(length) + end))
    // Backtracking takes 30 to 10,000 times as long.
    expect(timeOf(26) / timeOf(10)).toBeLessThan(15)
    expect(problemOf(letter.repeat(999) + end)).toBe('field.pattern')
  })
})

describe('a pattern must match the whole text', () => {
  test.each<[string, string, boolean]>([
    ['[0-9]{5}', '12345', true],
    ['[0-9]{5}', '123456', false],
    ['89[0-9]{17,18}', '8982300000000000001', true],
    ['a|b', 'ab', false],
    ['a|b', 'b', true],
    ['[가-힣 ]+', '서울 본사', true],
    ['\\p{Hangul}+', '서울', true],
    ['\\p{L}{1,3}', '가a나b', false],
    ['[\\uAC00-\\uD7A3]+', '서울', true],
    ['(?<year>\\d{4})-\\d{2}', '2026-11', true],
    ['[A-Za-z0-9][A-Za-z0-9._-]*', 'vpn.on', true],
    ['.', '😀', true],
    ['^abc$', 'abc', true],
  ])('%s matches %s: %s', (pattern, text, matches) => {
    expect(patternCheck(pattern)(text)).toBe(matches ? undefined : 'field.pattern')
  })
})

describe('the check of config refuses', () => {
  const errorsOf = (pattern: string, more: object = {}) => {
    const rules = [{ rule: 'pattern', value: pattern }]
    return errorsAfter('resources/things.json', { '/fields/x': { type: 'text', label: 'x', rules, ...more } })
  }

  test.each([
    ['lookahead', '(?=.*[A-Z]).+', 'patternUnsupported'],
    ['lookbehind', '(?<!a)b', 'patternUnsupported'],
    ['back references', '(a)\\1', 'patternUnsupported'],
    ['an unfinished class', '[a', 'badPattern'],
    ['a repetition of nothing', '*a', 'badPattern'],
    ['too many repetitions', 'a{2000}', 'patternUnsupported'],
    ['too many nested repetitions', '(a{100}){100}', 'patternUnsupported'],
  ])('%s', (_name, pattern, code) => {
    expect(errorsOf(pattern)).toEqual([`./rules/0/value ${code}`])
  })

  test('a pattern that would take too long for the longest text of its field', () => {
    const pattern = '(?:[가-힣]?){300}x'
    expect(errorsOf(pattern)).toEqual([])
    expect(errorsOf(pattern, { type: 'multiline' })).toEqual(['./rules/0/value patternTooLarge'])
    expect(errorsOf(pattern, { type: 'multiline', max: 500 })).toEqual([])
  })
})
