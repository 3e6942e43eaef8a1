/**
 * Every key of config with every value, at every kind of place in one resource of each sort: refused, or it changes the
 * compiled config.
 */
import { expect, test } from 'vitest'
import { isSilent, trials } from '../support/truth'

test('every accepted value in config has an effect', { timeout: 1_200_000 }, () => {
  const all = trials()
  expect(all.length).toBeGreaterThan(700)
  expect(all.filter(isSilent).map(({ name }) => name)).toEqual([])
})
