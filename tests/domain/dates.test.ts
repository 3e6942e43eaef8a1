import { describe, expect, it } from 'vitest'
import {
  formatTime,
  isAbsent,
  LONG_FORM,
  orderTime,
  parseOrderTime,
  SHORT_FORM,
} from '../../src/domain/dates'

describe('A time', () => {
  it.each(['0001-01-01T00:00:00Z', '0001-01-01', '0001-01-01T00:00:00+09:00', '', null, undefined, 'soon'])(
    '%j is absent and shown as blank',
    time => {
      expect([isAbsent(time), formatTime(time, SHORT_FORM, 'UTC')]).toEqual([true, ''])
    },
  )

  it.each([
    ['2026-03-05T01:02:03Z', '03-05 01:02:03', '2026 03-05 01:02:03', '2026 03-05 10:02:03'],
    ['2026-12-31T20:00:00Z', '12-31 20:00:00', '2026 12-31 20:00:00', '2027 01-01 05:00:00'],
    ['2024-02-28T15:00:00.999Z', '02-28 15:00:00', '2024 02-28 15:00:00', '2024 02-29 00:00:00'],
    ['2026-07-01T09:00:00+09:00', '07-01 00:00:00', '2026 07-01 00:00:00', '2026 07-01 09:00:00'],
  ])('%s is %s in the table of devices, %s in lists and %s in Korean time', (time, short, long, korean) => {
    const shown = [formatTime(time, SHORT_FORM, 'UTC'), formatTime(time, LONG_FORM, 'UTC')]
    expect([...shown, formatTime(time, LONG_FORM, 'KST')]).toEqual([short, long, korean])
  })

  it('is converted to the format of orders and back, and not read from other formats or impossible times', () => {
    const time = new Date('2026-03-05T01:02:03Z')
    expect(orderTime(time)).toBe('2026 03-05 01:02:03')
    expect(parseOrderTime('2026 03-05 01:02:03')).toEqual(time)
    const others = ['', '2026-03-05 01:02:03', '2026 03-05T01:02:03Z']
    const wrong = ['2026 02-30 00:00:00', '2026 03-05 24:00:00']
    expect([...others, ...wrong].filter(parseOrderTime)).toEqual([])
  })
})
