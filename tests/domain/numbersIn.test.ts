import { describe, expect, it } from 'vitest'
import { numbersIn } from '../../src/domain/phone'

describe('Phone numbers in pasted text', () => {
  it.each([
    ['on lines', '010-1234-5678\n01022223333\r\n', ['010-1234-5678', '01022223333']],
    ['with spaces within and between', '010 1234 5678 010 2222 3333', ['010 1234 5678', '010 2222 3333']],
    ['of Seoul with nine and ten digits', '02 123 4567 02 1234 5678', ['02 123 4567', '02 1234 5678']],
    ['in cells of a sheet, beside names', '홍길동\t010-1234-5678\t3층', ['010-1234-5678']],
    ['with a country code', '+82 10-1234-5678 +82 10 2222 3333', ['+82 10-1234-5678', '+82 10 2222 3333']],
    ['without the zero that a sheet has removed', '1012345678 1099998888', ['1012345678', '1099998888']],
    ['with dots', '010.1111.2222', ['010.1111.2222']],
    [
      'between commas, bars and semicolons',
      '01012345678, 010-9999-8888;0311234567|0212345678',
      ['01012345678', '010-9999-8888', '0311234567', '0212345678'],
    ],
    ['with brackets', '(02) 123-4567 010 3333 4444', ['(02) 123-4567', '010 3333 4444']],
    ['nowhere in blank text', ' \n\t\n ', []],
    ['beside other text, which is returned too', '전화번호\n010-1234', ['전화번호', '010-1234']],
  ])('are found %s', (_form, text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers)
  })

  it('are cut to the length that the server accepts', () => {
    expect(numbersIn('1'.repeat(500))[0]).toHaveLength(64)
  })
})
