import { describe, expect, it } from 'vitest'
import { boundDay, boundMoment, readDateBound } from '../../src/domain/dateBounds'

/** In Korea this is the first of March. */
const NOW = new Date('2026-02-28T15:30:00Z')
const bound = (text: string) => readDateBound(text)!

describe('A bound of a date', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['today', '2026-03-01'],
    ['today+30d', '2026-03-31'],
    ['today-1d', '2026-02-28'],
    ['today+2w', '2026-03-15'],
    ['today-1m', '2026-02-01'],
    ['today+1y', '2027-03-01'],
    ['now+9h', '2026-03-01'],
  ])('%s is the Korean day %s', (text, day) => {
    expect(boundDay(bound(text), NOW)).toBe(day)
  })

  it('is the last day of its month, if that has no such day', () => {
    const leap = new Date('2028-02-29T00:00:00Z')
    expect(boundDay(bound('today+1y'), leap)).toBe('2029-02-28')
    expect(boundDay(bound('today-1m'), leap)).toBe('2028-01-29')
  })

  it.each([
    ['today', 'min', '2026-02-28T15:00:00.000Z'],
    ['today', 'max', '2026-03-01T14:59:59.999Z'],
    ['2026-01-31', 'min', '2026-01-30T15:00:00.000Z'],
    ['2026-01-31', 'max', '2026-01-31T14:59:59.999Z'],
    ['now', 'min', '2026-02-28T15:30:00.000Z'],
    ['now-2h', 'max', '2026-02-28T13:30:00.000Z'],
  ] as const)('%s as %s is the moment %s, with days in Korean time', (text, end, moment) => {
    expect(boundMoment(bound(text), end, NOW)).toBe(moment)
  })

  it('is no unknown word, no distance without unit or of centuries, no day that does not exist, and no moment', () => {
    const others = [
      ...['', 'tomorrow', 'today+1', 'today + 1d', 'today+99999d', 'today+1000y', 'today+1d+1d'],
      ...['2026-02-30', '20260101', '2026-01-01T00:00:00Z'],
    ]
    expect(others.filter(readDateBound)).toEqual([])
  })
})
