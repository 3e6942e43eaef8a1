import { describe, expect, it } from 'vitest'
import { formatBrn, isBrn } from '../../src/domain/brn'

describe('A business registration number', () => {
  it.each([
    ['124-81-00998', true],
    [' 124 81 00998 ', true],
    ['124-81-00997', false],
    // The ninth product is 9 × 5 = 45: without its tens digit the check digit would be 2.
    ['124-81-00992', false],
    ['124-81-0099', false],
    ['124-81-009980', false],
    ['abc', false],
  ])('%s is valid: %s', (text, isValid) => expect(isBrn(text)).toBe(isValid))

  it('has one valid check digit, and is formatted as 3-2-5 digits', () => {
    const valid = Array.from({ length: 100 }, (_, n) => `12481009${String(n).padStart(2, '0')}`).filter(isBrn)
    expect(valid.map(text => text[8])).toEqual([...'0123456789'])
    const formatted = ['1248100998', '124-81-00998', '12481'].map(formatBrn)
    expect(formatted).toEqual(['124-81-00998', '124-81-00998', '12481'])
  })
})
