import { describe, expect, it } from 'vitest'
import { checkImei, luhnDigit } from '../../src/domain/imei'

describe('An IMEI', () => {
  it.each([
    ['490154203237518', 'the example of the GSM standard'],
    ['356938035643809', 'an iPhone'],
    ['352099001761481', 'a modem'],
    ['013266008012009', 'with a leading zero'],
    ['000000000000000', 'zeros, whose check digit is right'],
  ])('%s is accepted (%s)', text => expect(checkImei(text)).toBeUndefined())

  it.each([
    ['490154203237517', 'checkDigit'],
    ['490154203237581', 'checkDigit'],
    ['4901542032375180', 'length'],
    ['49015420323751', 'length'],
    ['13266008012009', 'length'],
    ['', 'notDigits'],
    ['3.5E+14', 'notDigits'],
    ['49-015420-323751-8', 'notDigits'],
    ['٤٩٠١٥٤٢٠٣٢٣٧٥١٨', 'notDigits'],
  ] as const)('%s is refused: %s', (text, problem) => expect(checkImei(text)).toBe(problem))

  it('has one valid check digit', () => {
    expect(luhnDigit('49015420323751')).toBe(8)
    const problems = Array.from({ length: 10 }, (_, digit) => checkImei(`35209900176148${digit}`))
    expect(problems.filter(problem => problem === undefined)).toHaveLength(1)
  })
})
