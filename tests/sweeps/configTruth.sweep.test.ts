/**
 * Every key of config, at every sort of place in every delivered resource, with every value: refused, or it changes
 * what config becomes.
 */
import { expect, test } from 'vitest'
import { isSilent, trials } from '../support/truth'

test('nothing in config is taken and has no effect', { timeout: 1_200_000 }, () => {
  const all = trials()
  expect(all.length).toBeGreaterThan(700)
  expect(all.filter(isSilent).map(({ name }) => name)).toEqual([])
})
