/** Random tables for uploads of devices, valid and invalid ones; names are those of `./rosterWorld`. */
import fc from 'fast-check'
import { imeiOf } from './walk'

const pick = (...texts: string[]) => fc.constantFrom(...texts)
const anyText = fc.string({ unit: 'grapheme', maxLength: 36 })

/** Each column with its possible headers and cells. */
const COLUMNS: { names: string[]; cell: fc.Arbitrary<string>; optional?: boolean }[] = [
  {
    names: ['IMEI', 'imei'],
    cell: fc.oneof(
      { weight: 4, arbitrary: fc.nat(40).map(imeiOf) },
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
  {
    names: ['그룹', 'Batch'],
    cell: pick('', '', '', '수도권 화물 1차', '영남 간선', '없는 그룹'),
    optional: true,
  },
  { names: ['하위 그룹', 'Bunch'], cell: pick('', '', '', '강북 허브', '없는 허브'), optional: true },
  { names: ['회원', 'Client'], cell: pick('', '', '', 'client@x.kr', 'nobody@x.kr'), optional: true },
  { names: ['지역', 'Province'], cell: pick('', '', '서울', 'KR-11', '화성'), optional: true },
  { names: ['업체', 'Vendor'], cell: pick('', '', '', '한빛', '없는 업체'), optional: true },
  { names: ['버전', 'Version'], cell: fc.oneof(pick('', '1.0'), anyText), optional: true },
  { names: ['무게', 'Weight'], cell: pick('', '', '12.5', '0', '51', 'x', '1e1'), optional: true },
  { names: ['장소', 'Place'], cell: pick('', '', '서버실', 'A & <B>', '너무 긴 장소'), optional: true },
]

/** A header in any order, with any spelling, without some of the optional columns; and up to six rows. */
export const rosterTable = fc
  .tuple(
    fc.shuffledSubarray(COLUMNS.filter(({ optional }) => optional)),
    fc.array(fc.nat(99), { minLength: COLUMNS.length, maxLength: COLUMNS.length }),
  )
  .chain(([optional, orders]) => {
    const columns = [...COLUMNS.filter(column => !column.optional), ...optional]
      .map((column, index) => ({ ...column, order: orders[index]! }))
      .sort((a, b) => a.order - b.order)
    return fc.record({
      header: fc.tuple(...columns.map(({ names }) => pick(...names))),
      rows: fc.array(fc.tuple(...columns.map(({ cell }) => cell)), { minLength: 1, maxLength: 6 }),
    })
  })
