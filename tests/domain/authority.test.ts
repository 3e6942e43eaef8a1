import { describe, expect, it } from 'vitest'
import { grantableLevels, hasLevel, levelName } from '../../src/domain/authority'

const LEVELS = { none: 0, guest: 1, client: 3, vendor: 6, master: 9 }

describe('The level', () => {
  it.each([
    [0, 'none', []],
    [1, 'guest', ['guest']],
    [2, 'guest', ['guest']],
    [3, 'client', ['guest', 'client']],
    [8, 'vendor', ['guest', 'client', 'vendor']],
    [10, 'master', ['guest', 'client', 'vendor', 'master']],
    [-1, 'none', []],
  ])('number %s is called %s and may grant %j', (number, name, grantable) => {
    expect(levelName(number, LEVELS)).toBe(name)
    expect(grantableLevels(number, LEVELS)).toEqual(grantable)
  })

  it.each([
    [6, 'vendor', true],
    [9, 'vendor', true],
    [5, 'vendor', false],
    [1, 'client', false],
    [0, 'none', true],
    [Number.NaN, 'guest', false],
  ] as const)('number %s reaches the level %s: %s', (number, needed, isReached) =>
    expect(hasLevel(number, needed, LEVELS)).toBe(isReached),
  )
})
