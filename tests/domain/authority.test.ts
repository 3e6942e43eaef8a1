import { expect, it } from 'vitest'
import { grantableLevels, hasLevel, levelName } from '../../src/domain/authority'

const LEVELS = { none: 0, guest: 1, client: 3, vendor: 6, master: 9 }

it.each([
  [0, 'none', []],
  [2, 'guest', ['guest']],
  [3, 'client', ['guest', 'client']],
  [8, 'vendor', ['guest', 'client', 'vendor']],
  [10, 'master', ['guest', 'client', 'vendor', 'master']],
  [-1, 'none', []],
])('The level with the number %s is called %s and may grant %j', (number, name, grantable) => {
  expect(levelName(number, LEVELS)).toBe(name)
  expect(grantableLevels(number, LEVELS)).toEqual(grantable)
})

it('A level is reached by its number and by greater ones', () => {
  const reached = [5, 6, 9, Number.NaN].map(number => hasLevel(number, 'vendor', LEVELS))
  expect(reached).toEqual([false, true, true, false])
})
