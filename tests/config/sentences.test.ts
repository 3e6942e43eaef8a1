/** The sentences of `i18n/` and of react-admin exist in Korean and English. */

import englishMessages from 'ra-language-english'
import { describe, expect, test } from 'vitest'
import { libraryMessages, mergeMessages } from '../../src/console/shell/i18n'
import { fill } from '../../src/engine/i18n'
import { browserMessages, compileMessages, createTranslator } from '../../src/engine/load/compileMessages'
import { packageConfig } from '../support/config'
import { i18nFiles } from '../support/configFiles'

const files = i18nFiles()
const result = compileMessages(files)

function leaves(value: unknown, path = ''): [key: string, sentence: string][] {
  if (typeof value === 'string') return [[path.slice(1), value]]
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inside]) =>
    leaves(inside, `${path}.${key}`),
  )
}

test('both languages have the same sentences with the same parameters', () => {
  expect(result.ok ? [] : result.errors).toEqual([])
})

test('an English sentence has Korean words only as an example, or as the name of the language', () => {
  const english = Object.entries(files).filter(([file]) => file.startsWith('en/'))
  const lines = english.flatMap(([, text]) => text.split('\n')).filter(line => /[가-힣]/.test(line))
  expect(lines).toEqual([expect.stringContaining('"askLabel"'), expect.stringContaining('"ko": "한국어"')])
})

/**
 * Each Korean word has one meaning. A device is 단말; 디바이스 appears in names of screens only. To create is 생성 for
 * records, 등록 for devices and commands, 추가 for rows, choices and targets. To delete is 삭제; to take out of a group 빼기.
 */
test.each([
  ['디바이스', /디바이스 (목록|등록|제어|이력)|디바이스·제어|디바이스\(devices\)/],
  ['제거', undefined],
  [
    '추가',
    /행 추가|추가했습니다|선택지 추가|대( 모두|만)? 추가|추가 정보|추가 하였습니다|추가 %|필드를 추가|추가한 필드/,
  ],
])('the Korean word %s is used only where it belongs', (word, allowed) => {
  const korean = Object.entries(files).filter(([file]) => file.startsWith('ko/'))
  const lines = korean.flatMap(([file, text]) => text.split('\n').map(line => `${file} ${line.trim()}`))
  const misplaced = lines.filter(line =>
    (allowed ? line.replaceAll(new RegExp(allowed, 'g'), '') : line).includes(word),
  )
  expect(misplaced).toEqual([])
})

const library = await libraryMessages('ko')

describe('the Korean translation of react-admin', () => {
  const korean = new Map(
    leaves(mergeMessages('ko', library, result.ok ? result.messages.ko : {}, packageConfig().shared)),
  )
  const english = leaves(englishMessages)

  test('has all of its 164 sentences', () => {
    expect(english).toHaveLength(164)
    const plurals = [...korean].filter(([, sentence]) => sentence.includes('||||'))
    expect(plurals, 'plural forms').toEqual([])
    const untranslated = english.filter(([key, sentence]) => {
      const translation = korean.get(key)
      const hasWords = /[A-Za-z]{2}/.test(sentence.replace(/%\{\w+\}/g, ''))
      return translation === undefined || (translation === sentence && hasWords)
    })
    expect(untranslated).toEqual([])
  })

  test('uses only parameters that react-admin supplies', () => {
    const names = (text: string) => new Set([...text.matchAll(/%\{(\w+)\}/g)].map(match => match[1]))
    const unfilled = english.filter(([key, sentence]) => {
      const given = names(sentence).add('smart_count')
      // With `field_lower_first` react-admin also supplies `field`. Korean uses it to keep the capitals of `IMEI`.
      if (given.has('field_lower_first')) given.add('field')
      return [...names(korean.get(key)!)].some(name => !given.has(name))
    })
    expect(unfilled).toEqual([])
  })

  test('has no key that react-admin does not use', () => {
    const known = new Set(english.map(([key]) => key))
    const ours = result.ok ? leaves(result.messages.ko.ra, '.ra') : []
    expect(ours.length).toBeGreaterThan(60)
    expect(ours.filter(([key]) => !known.has(key))).toEqual([])
  })
})

const errorsOf = (texts: Record<string, string>) => {
  const compiled = compileMessages(texts)
  return compiled.ok ? [] : compiled.errors
}

test.each([
  ['a sentence is missing in the other language', '{\n  "b":"가"}', '{}', 'ko/a.json:2:3 /b untranslated'],
  ['a file is missing in the other language', '{}', undefined, 'en/a.json:1:1  missingTranslation'],
  ['the parameters differ', '{"b":"%{count}개"}', '{"b":"%{number} items"}', 'en/a.json:1:6 /b parameters'],
  ['a value is no sentence', '{"b":1}', '{}', 'ko/a.json:1:6 /b notSentences'],
  ['a sentence is empty', '{"b":""}', '{"b":"b"}', 'ko/a.json:1:6 /b empty'],
  [
    'Korean has plural forms',
    '{"b":"개 |||| 개들"}',
    '{"b":"one |||| many"}',
    'ko/a.json:1:6 /b pluralForms',
  ],
])('sentences are refused if %s', (_, ko, en, expected) => {
  const errors = errorsOf({ 'ko/a.json': ko, ...(en && { 'en/a.json': en }) })
  const lines = errors.map(error => `${error.file}:${error.line}:${error.column} ${error.path} ${error.code}`)
  expect(lines).toEqual([`i18n/${expected}`])
})

test.each([
  ['both forms contain the number', '%{count} device |||| %{count} devices'],
  ['it has a third form', '1 device |||| %{count} devices |||| many'],
  ['it has no number', 'device |||| devices'],
])('a sentence with a plural is refused if %s', (_, sentence) => {
  const bulk = files['en/bulk.json']!.replace(/"changed": ".*?"/, `"changed": "${sentence}"`)
  expect(errorsOf({ ...files, 'en/bulk.json': bulk }).map(({ code }) => code)).toContain('pluralPair')
})

test('sentences are refused if the program does not supply their parameter', () => {
  const changed = ['ko/records.json', 'en/records.json'].map(file => [
    file,
    files[file]!.replaceAll('%{name}', '%{nmae}'),
  ])
  const errors = errorsOf({ ...files, ...Object.fromEntries(changed) })
  expect(new Set(errors.map(({ file, code, params }) => `${file} ${code} ${params.hint}`))).toEqual(
    new Set(['ko', 'en'].map(locale => `i18n/${locale}/records.json unknownParameter name`)),
  )
})

describe('the form of an English sentence, singular or plural', () => {
  const translate = createTranslator({
    ko: { a: { found: '%{name}: %{count}개' } },
    en: { a: { found: '%{name}: 1 device |||| %{name}: %{count} devices' } },
  })

  test.each([
    [1, 'Seoul: 1 device'],
    ['1', 'Seoul: 1 device'],
    [0, 'Seoul: 0 devices'],
    ['1,001', 'Seoul: 1,001 devices'],
  ])('suits the number %s', (count, expected) => {
    expect(translate('en', 'a.found', { name: 'Seoul', count })).toBe(expected)
    expect(fill('%{name}: 1 device |||| %{name}: %{count} devices', { name: 'Seoul', count })).toBe(expected)
    expect(translate('ko', 'a.found', { name: 'Seoul', count })).toBe(`Seoul: ${count}개`)
  })

  test('depends on the count only, even if another value is 1', () => {
    expect(translate('en', 'a.found', { name: '1', count: 5 })).toBe('1: 5 devices')
  })
})

test('browsers do not get the sentences of the terminal', () => {
  const { config, start, ...others } = result.messages.ko
  expect([config, start]).toEqual([expect.any(Object), expect.any(Object)])
  expect(browserMessages(result.messages.ko)).toEqual(others)
})

test('the translator fills in parameters, and returns an unknown key unchanged', () => {
  const translate = createTranslator({ ko: { a: { b: '%{count} 개' } }, en: { a: { b: '%{count} items' } } })
  expect([translate('ko', 'a.b', { count: 3 }), translate('ko', 'a.c')]).toEqual(['3 개', 'a.c'])
  expect(translate('en', 'a.b', { count: '$& %{b}' })).toBe('$& %{b} items')
})
