/** A value inside a sentence, such as a name, must not change the writing direction of the sentence. */
import { expect, it } from 'vitest'
import { fill } from '../../src/engine/i18n'

const QUESTION = '"%{name}" will be deleted'

it.each([
  ['a usual name unchanged', '한강 1차', '"한강 1차" will be deleted'],
  ['an override of the direction removed', 'abc\u202Etxt', '"\u2068abctxt\u2069" will be deleted'],
  ['a mark that would end its isolation removed', 'a\u2069\u202Eb', '"\u2068ab\u2069" will be deleted'],
  ['an Arabic name isolated', '\u0633\u0644\u0627', '"\u2068\u0633\u0644\u0627\u2069" will be deleted'],
])('a sentence contains %s', (_, name, sentence) => {
  expect(fill(QUESTION, { name })).toBe(sentence)
})

it('a sentence in the plural contains its name isolated, too', () => {
  expect(fill('%{name} has one |||| %{name} has %{count}', { name: 'a\u202Eb', count: 2 })).toBe(
    '\u2068ab\u2069 has 2',
  )
})
