import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBrn } from '../../src/domain/brn'
import { normalEmail } from '../../src/domain/email'
import { digitsOf, isPhone, numbersIn, phoneEntered, possiblePhones } from '../../src/domain/phone'
import { parseNumber, plainText, webAddress } from '../../src/domain/typed'

it.each([
  ['+82 10-1234-5678', '01012345678'],
  ['+82-(0)10-1234-5678', '01012345678'],
  ['＋８２ １０ １２３４ ５６７８', '01012345678'],
  ['0082 10 1234 5678', '01012345678'],
  ['82 10 1234 5678', '01012345678'],
  ['+82 2-1234-5678', '0212345678'],
  ['０１０１２３４５６７８', '01012345678'],
  ['010\u00a01234\u00a05678', '01012345678'],
  ['\u202a010-1234-5678\u202c', '01012345678'],
  ['010\u200b1234\u200b5678', '01012345678'],
  ['010·1234·5678', '01012345678'],
  ['0212345678', '0212345678'],
  // Without a plus these digits are no international number.
  ['82212345678', '82212345678'],
  ['', ''],
])('In a field the phone number %j is stored as %j', (text, stored) => {
  expect(phoneEntered(text)).toBe(stored)
})

it.each([
  ['www.example.com', 'https://www.example.com'],
  ['example.com/path?q=1#top', 'https://example.com/path?q=1#top'],
  ['example.com:8080', 'https://example.com:8080'],
  ['ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ', 'https://www.example.com'],
  ['한글.kr/소개', 'https://한글.kr/소개'],
  ['\u200bhttps://example.com\u00a0', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://Example.com/㈜', 'HTTPS://Example.com/㈜'],
  // Unchanged, so that the rule refuses them.
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['mailto:a@b.kr', 'mailto:a@b.kr'],
  ['a@b.kr', 'a@b.kr'],
  ['ftp://example.com', 'ftp://example.com'],
  ['example', 'example'],
  ['..', '..'],
  ['', ''],
])('In a field the web address %j is stored as %j', (text, stored) => {
  expect(webAddress(text)).toBe(stored)
})

it.each([
  ['１，２００', 1200],
  ['−５', -5],
  ['1\u00a0200', 1200],
  ['\u200b7', 7],
  ['1,200', 1200],
  ['-3.5', -3.5],
  ['1.0', '1.0'],
  ['abc', 'abc'],
  ['99999999999999999999', '99999999999999999999'],
  ['', ''],
])('In a field the number %j is read as %j', (text, expected) => {
  expect(parseNumber(text)).toBe(expected)
})

/** Digits, separators, invisible characters and parts of addresses. */
const typed = fc
  .array(
    fc.constantFrom(
      ...'0123456789０１２３４５６７８９',
      ...[' ', '\u00a0', '\u3000', '\u200b', '\u200e', '\u202a', '\u202c', '\ufeff', '\u00ad', '\t'],
      ...['-', '–', '―', '－', '.', '·', '(', ')', '+', '＋', ',', '，', '82', '010', '02', '@', '/', ':'],
      ...['a', 'Ａ', '가', 'www.', 'https://', '.kr'],
    ),
    { maxLength: 24 },
  )
  .map(parts => parts.join(''))
const options = { seed: 13, numRuns: 500 }
describe('Input that is read as', () => {
  it.each([
    ['plain text', plainText],
    ['digits', digitsOf],
    ['a phone number', phoneEntered],
    ['a web address', webAddress],
    ['an e-mail address', normalEmail],
    ['a number', parseNumber],
  ] as const)('%s is unchanged when it is read again', (_kind, read) => {
    fc.assert(
      fc.property(typed, text => {
        const result = read(text)
        expect(read(String(result))).toEqual(result)
      }),
      options,
    )
  })

  it('a phone number or registration number may have full-width digits and invisible separators', () => {
    const wide = (text: string) =>
      text
        .replace(/\d/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
        .split('')
        .join('\u200b')
    fc.assert(
      fc.property(fc.stringMatching(/^(\+82 ?|0)(10|2|31)[- ]\d{3,4}[- ]\d{4}$/), text => {
        expect(phoneEntered(wide(text))).toBe(phoneEntered(text))
        expect(possiblePhones(wide(text))).toEqual(possiblePhones(text))
        expect(numbersIn(wide(text)).map(digitsOf)).toEqual(numbersIn(text).map(digitsOf))
      }),
      options,
    )
    expect(isBrn(wide('120-81-47521'))).toBe(true)
    expect(isPhone(wide('010-1234-5678'))).toBe(true)
  })
})
