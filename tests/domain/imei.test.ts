import { describe, expect, it } from 'vitest'
import { checkImei } from '../../src/domain/imei'

describe('An IMEI', () => {
  it.each([
    ['490154203237518', undefined],
    ['013266008012009', undefined],
    ['490154203237517', 'checkDigit'],
    ['490154203237581', 'checkDigit'],
    ['4901542032375180', 'length'],
    ['49015420323751', 'length'],
    ['', 'notDigits'],
    ['3.5E+14', 'notDigits'],
    ['49-015420-323751-8', 'notDigits'],
    ['٤٩٠١٥٤٢٠٣٢٣٧٥١٨', 'notDigits'],
  ] as const)('%s has the problem %s', (text, problem) => expect(checkImei(text)).toBe(problem))

  it('has one valid check digit', () => {
    const texts = Array.from({ length: 10 }, (_, digit) => `35209900176148${digit}`)
    expect(texts.filter(text => !checkImei(text))).toEqual(['352099001761481'])
  })
})
