import { describe, expect, it } from 'vitest'
import { digitsOf, formatPhone, isPhone, possiblePhones } from '../../src/domain/phone'

describe('A phone number', () => {
  it.each([
    ['01012345678', true, '010-1234-5678'],
    ['010-1234-5678', true, '010-1234-5678'],
    ['0111234567', true, '011-123-4567'],
    ['0212345678', true, '02-1234-5678'],
    ['01234567890', true, '012-3456-7890'],
    ['021234567', false, '021234567'],
    ['1588-1234', false, '1588-1234'],
    ['012012345678', false, '012012345678'],
    ['+82 10 1234 5678', false, '+82 10 1234 5678'],
    ['', false, ''],
  ])('%s is valid: %s, and shown as %s', (text, isValid, shown) => {
    expect(isPhone(text)).toBe(isValid)
    expect(formatPhone(text)).toBe(shown)
  })

  it('is reduced to its digits', () => expect(digitsOf('(02) 1234-5678 내선 9')).toBe('02123456789'))
})

it.each([
  ['010-1234-5678', ['01012345678']],
  ['  (010) 1234 5678 ', ['01012345678']],
  ['010–1234–5678', ['01012345678']],
  ['+82 10-1234-5678', ['01012345678']],
  ['+82 (0)10-1234-5678', ['01012345678']],
  ['0082-10-1234-5678', ['01012345678']],
  // A spreadsheet may have removed the zero.
  ['1012345678', ['1012345678', '01012345678']],
  ['1234', []],
  ['010-1234-567a', []],
  ['010123456789012', []],
  ['=010-1234-5678', []],
])('A pasted phone number %s may mean %j', (text, meant) => {
  expect(possiblePhones(text)).toEqual(meant)
})
