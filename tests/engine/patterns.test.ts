/**
 * Patterns that config gives a field: as quick for the worst text as for any, and refused where the engine does not
 * know them.
 */
import { describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { configFiles } from '../support/configFiles'

function compiledWith(pattern: string, field: object = {}) {
  return compileConfig({
    ...configFiles(),
    'resources/things.json': JSON.stringify({
      label: '것',
      source: { dialect: 'simple-rest' },
      fields: {
        code: { type: 'text', label: '코드', rules: [{ rule: 'pattern', value: pattern }], ...field },
      },
    }),
  })
}

/** The code of what is wrong with a value under a pattern. */
function problemOf(pattern: string, code: string, field?: object): string | undefined {
  const result = compiledWith(pattern, field)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  const { app, levels, resources } = result.config.shared
  const about = { action: 'create', level: 9, levels: levels.numbers, password: app.limits.password } as const
  return validateRecord(resources.things!, { code }, about).code?.code
}

const codesOf = (pattern: string, field?: object) => {
  const result = compiledWith(pattern, field)
  return result.ok ? [] : result.errors.map(({ path, code }) => `${path} ${code}`)
}

describe('a pattern that makes other engines count for years', () => {
  // The texts are as long as a text may be.
  test.each([
    ['(a+)+', `${'a'.repeat(999)}!`],
    ['(a|aa)+', `${'a'.repeat(999)}!`],
    ['([a-z]+)*@', 'y'.repeat(1000)],
    ['(x+x+)+y', 'x'.repeat(1000)],
    ['(.*)(.*)(.*)(.*)(.*)(.*)z', 'y'.repeat(1000)],
    ['(?:[가-힣]+-?)+!', '가'.repeat(1000)],
  ])('%s is answered at once', (pattern, text) => {
    const start = performance.now()
    expect(problemOf(pattern, text)).toBe('field.pattern')
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('a pattern holds for the whole text', () => {
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
  ])('%s and %s: %s', (pattern, text, right) => {
    expect(problemOf(pattern, text)).toBe(right ? undefined : 'field.pattern')
  })
})

describe('a pattern is refused by the check', () => {
  test.each<[string, string, string]>([
    ['that looks ahead', '(?=.*[A-Z]).+', 'patternUnsupported'],
    ['that looks behind', '(?<!a)b', 'patternUnsupported'],
    ['that refers back', '(a)\\1', 'patternUnsupported'],
    ['that is none', '[a', 'badPattern'],
    ['that repeats nothing', '*a', 'badPattern'],
    ['that repeats too often', 'a{2000}', 'patternUnsupported'],
    ['that repeats what is repeated too often', '(a{100}){100}', 'patternUnsupported'],
  ])('%s', (_name, pattern, code) => {
    expect(codesOf(pattern)).toEqual([`/fields/code/rules/0/value ${code}`])
  })

  test('that takes too long for the longest text of its field', () => {
    const pattern = '(?:[가-힣]?){300}x'
    expect(codesOf(pattern)).toEqual([])
    expect(codesOf(pattern, { type: 'multiline' })).toEqual(['/fields/code/rules/0/value patternTooLarge'])
    expect(codesOf(pattern, { type: 'multiline', max: 500 })).toEqual([])
    const start = performance.now()
    expect(problemOf(pattern, '가'.repeat(1000))).toBe('field.pattern')
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
