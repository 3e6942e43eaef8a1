/** Tables that somebody may upload as a roster, good and bad ones, for property tests. */
import fc from 'fast-check'
import { luhnDigit } from '../../src/domain/imei'

export const imei = (n: number) => {
  const digits = `35693803${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const pick = (...texts: string[]) => fc.constantFrom(...texts)
const anyText = fc.string({ unit: 'grapheme', maxLength: 36 })

/** What the cells of a column may hold, by the ways in which it may be called. */
const COLUMNS: { names: string[]; cell: fc.Arbitrary<string>; optional?: boolean }[] = [
  {
    names: ['IMEI', 'imei'],
    cell: fc.oneof(
      { weight: 4, arbitrary: fc.nat(40).map(imei) },
      pick('356938035643808', '35693', 'x', '3.5E+14', '3.56938035643809E+14'),
    ),
  },
  {
    names: ['전화번호', 'Phone', '휴대폰'],
    cell: fc.oneof(
      { weight: 4, arbitrary: fc.nat(99).map(n => `010123400${String(n).padStart(2, '0')}`) },
      pick('1012345678', '010-1234-99999', '', '+82 10-1234-0001'),
    ),
  },
  { names: ['시리얼', 'S/N'], cell: fc.oneof({ weight: 3, arbitrary: pick('1', '0001', '=1+1') }, anyText) },
  {
    names: ['모델', 'Model'],
    cell: fc.oneof({ weight: 6, arbitrary: pick('FT-100', 'ft-200') }, pick('ZZ-9', '')),
  },
  { names: ['그룹', 'Batch'], cell: pick('', '', '', '가 그룹', '나 그룹', '없는 그룹'), optional: true },
  { names: ['하위 그룹', 'Bunch'], cell: pick('', '', '', '허브', '없는 허브'), optional: true },
  { names: ['회원', 'Client'], cell: pick('', '', '', 'client@x.kr', 'nobody@x.kr'), optional: true },
  { names: ['지역', 'Province'], cell: pick('', '', '서울', 'KR-11', '화성'), optional: true },
  { names: ['업체', 'Vendor'], cell: pick('', '', '', '한빛', '없는 업체'), optional: true },
  { names: ['버전', 'Version'], cell: fc.oneof(pick('', '1.0'), anyText), optional: true },
  { names: ['무게', 'Weight'], cell: pick('', '', '12.5', '0', '51', 'x', '1e1'), optional: true },
  { names: ['장소', 'Place'], cell: pick('', '', '서버실', 'A & <B>', '너무 긴 장소'), optional: true },
]

/** A header in any order and words, without some of the columns, and rows beneath it. */
export const rosterTable = fc
  .tuple(
    fc.shuffledSubarray(COLUMNS.filter(({ optional }) => optional)),
    fc.array(fc.nat(99), { minLength: COLUMNS.length, maxLength: COLUMNS.length }),
  )
  .chain(([optional, orders]) => {
    const columns = [...COLUMNS.filter(one => !one.optional), ...optional]
      .map((column, at) => ({ ...column, order: orders[at]! }))
      .sort((one, other) => one.order - other.order)
    return fc.record({
      header: fc.tuple(...columns.map(({ names }) => pick(...names))),
      rows: fc.array(fc.tuple(...columns.map(({ cell }) => cell)), { minLength: 1, maxLength: 6 }),
    })
  })
