import { describe, expect, it } from 'vitest'
import { formatBrn, isBrn } from '../../src/domain/brn'

describe('A business registration number', () => {
  it.each([
    ['124-81-00998', 'Samsung Electronics'],
    ['101-86-76277', 'a company limited by shares'],
    ['1248100998', 'without hyphens'],
    [' 124 81 00998 ', 'with spaces'],
  ])('%s is accepted (%s)', text => expect(isBrn(text)).toBe(true))

  it.each([
    ['124-81-00997', 'the check digit is off by one'],
    ['124-81-0099', 'a digit is missing'],
    ['124-81-009980', 'a digit too many'],
    ['', 'nothing was typed'],
    ['abc', 'there are no digits'],
    ['111-11-11111', 'the number is invented'],
  ])('%s is refused because %s', text => expect(isBrn(text)).toBe(false))

  it('has one valid check digit, which depends on both digits of the ninth product', () => {
    for (let ninth = 0; ninth <= 9; ninth++) {
      const valid = Array.from({ length: 10 }, (_, last) => `12481009${ninth}${last}`).filter(isBrn)
      expect(valid).toHaveLength(1)
    }
    // The ninth product is 9 × 5 = 45: without its tens digit the check digit would be 2.
    expect(isBrn('1248100992')).toBe(false)
    expect(isBrn('1248100998')).toBe(true)
  })

  it('is formatted as 3-2-5 digits; other text is unchanged', () => {
    expect(formatBrn('1248100998')).toBe('124-81-00998')
    expect(formatBrn('124-81-00998')).toBe('124-81-00998')
    expect(formatBrn('12481')).toBe('12481')
  })
})
