import { describe, expect, it } from 'vitest'
import {
  ABSENT_TIME,
  formatTime,
  isAbsent,
  LONG_FORM,
  orderTime,
  parseOrderTime,
  SHORT_FORM,
} from '../../src/domain/dates'

describe('A time', () => {
  it.each<[string | null | undefined, string]>([
    [ABSENT_TIME, 'the year 0001'],
    ['0001-01-01', 'the year 0001 without a clock'],
    ['0001-01-01T00:00:00+09:00', 'the year 0001 in Korea'],
    ['', 'an empty text'],
    [null, 'null'],
    [undefined, 'undefined'],
    ['soon', 'words'],
  ])('%s is absent and shown as blank (%s)', time => {
    expect(isAbsent(time)).toBe(true)
    expect(formatTime(time, SHORT_FORM, 'UTC')).toBe('')
    expect(formatTime(time, LONG_FORM, 'KST')).toBe('')
  })

  it.each([
    ['2026-03-05T01:02:03Z', '03-05 01:02:03', '2026 03-05 01:02:03', '2026 03-05 10:02:03'],
    ['2026-12-31T20:00:00Z', '12-31 20:00:00', '2026 12-31 20:00:00', '2027 01-01 05:00:00'],
    ['2024-02-28T15:00:00.999Z', '02-28 15:00:00', '2024 02-28 15:00:00', '2024 02-29 00:00:00'],
    ['2026-07-01T09:00:00+09:00', '07-01 00:00:00', '2026 07-01 00:00:00', '2026 07-01 09:00:00'],
    ['1999-01-01T00:00:00Z', '01-01 00:00:00', '1999 01-01 00:00:00', '1999 01-01 09:00:00'],
  ])(
    '%s is shown as %s in the table of devices, as %s in lists and as %s in Korean time',
    (time, short, long, korean) => {
      expect(isAbsent(time)).toBe(false)
      expect(formatTime(time, SHORT_FORM, 'UTC')).toBe(short)
      expect(formatTime(time, LONG_FORM, 'UTC')).toBe(long)
      expect(formatTime(time, LONG_FORM, 'KST')).toBe(korean)
    },
  )

  it('is converted to the format of orders and back', () => {
    const time = new Date('2026-03-05T01:02:03Z')
    expect(orderTime(time)).toBe('2026 03-05 01:02:03')
    expect(parseOrderTime('2026 03-05 01:02:03')).toEqual(time)
  })

  it.each(['2026-03-05 01:02:03', '2026 02-30 00:00:00', '2026 03-05 24:00:00', '2026 03-05T01:02:03Z', ''])(
    '"%s" is not in the format of orders',
    text => expect(parseOrderTime(text)).toBeUndefined(),
  )
})
