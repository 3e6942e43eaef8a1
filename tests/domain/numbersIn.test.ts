import { describe, expect, it } from 'vitest'
import { numbersIn } from '../../src/domain/numbersIn'

describe('numbers in pasted text', () => {
  it.each([
    ['one a line', '010-1234-5678\n01022223333\r\n', ['010-1234-5678', '01022223333']],
    ['with spaces within and between', '010 1234 5678 010 2222 3333', ['010 1234 5678', '010 2222 3333']],
    ['of Seoul, nine and ten digits', '02 123 4567 02 1234 5678', ['02 123 4567', '02 1234 5678']],
    ['as cells of a sheet, names beside them', '홍길동\t010-1234-5678\t3층', ['010-1234-5678']],
    [
      'with a country in front',
      '+82 10-1234-5678 +82 10 2222 3333',
      ['+82 10-1234-5678', '+82 10 2222 3333'],
    ],
    ['whose zero a sheet has taken', '1012345678 1099998888', ['1012345678', '1099998888']],
    ['with dots', '010.1111.2222', ['010.1111.2222']],
    [
      'between commas, bars and semicolons',
      '01012345678, 010-9999-8888;0311234567|0212345678',
      ['01012345678', '010-9999-8888', '0311234567', '0212345678'],
    ],
    ['among words', 'A동 3호 010-1234-5678 (예비)', ['010-1234-5678']],
    ['with brackets', '(02) 123-4567 010 3333 4444', ['(02) 123-4567', '010 3333 4444']],
    ['that are none, as they are', '전화번호\n010-1234', ['전화번호', '010-1234']],
  ])('are found %s', (_, text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers)
  })

  it('of nothing there are none', () => {
    expect(numbersIn(' \n\t\n ')).toEqual([])
  })

  it('hundreds of them keep their order', () => {
    const many = Array.from({ length: 700 }, (_, at) => `010-1000-${String(at).padStart(4, '0')}`)
    expect(numbersIn(many.join('\n'))).toEqual(many)
    expect(numbersIn(many.join(' '))).toEqual(many)
  })

  it('what is longer than any number is cut to what the server takes', () => {
    expect(numbersIn('1'.repeat(500))[0]).toHaveLength(64)
  })
})
