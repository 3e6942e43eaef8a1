/** Values within sentences: their direction does not change that of the sentence. */
import { expect, it } from 'vitest'
import { fill } from '../../src/engine/i18n'

const QUESTION = '"%{name}" will be deleted'

it.each([
  ['a usual name', '한강 1차', '"한강 1차" will be deleted'],
  ['an override', 'abc\u202Etxt', '"\u2068abctxt\u2069" will be deleted'],
  ['an isolate that ends ours', 'a\u2069\u202Eb', '"\u2068ab\u2069" will be deleted'],
  ['Arabic', '\u0633\u0644\u0627\u0645', '"\u2068\u0633\u0644\u0627\u0645\u2069" will be deleted'],
])('%s', (_, name, sentence) => {
  expect(fill(QUESTION, { name })).toBe(sentence)
})

it('in a plural', () => {
  expect(fill('%{name} has one |||| %{name} has %{count}', { name: 'a\u202Eb', count: 2 })).toBe(
    '\u2068ab\u2069 has 2',
  )
})
