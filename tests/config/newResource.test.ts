/**
 * Answers to `npm run config:new-resource` that cannot be used are refused; the command itself is tested in processes.
 */
import { expect, test } from 'vitest'
import {
  BadAnswer,
  readChoices,
  readField,
  readFieldName,
  readLabel,
  readName,
} from '../../src/tools/newResource/answers'

test.each<[string, () => unknown, string]>([
  ['a resource name with a path', () => readName('../x', []), 'badName'],
  ['a resource name in capitals', () => readName('Sims', []), 'badName'],
  ['an empty label', () => readLabel('  '), 'badLabel'],
  ['the name of a field that the server writes', () => readFieldName('created', []), 'reserved'],
  ['a name that JavaScript objects have', () => readFieldName('__proto__', []), 'badFieldName'],
  ['a repeated field', () => readFieldName('a', ['a']), 'fieldTaken'],
  ['no choices', () => readChoices(' | '), 'badChoices'],
  ['a repeated choice', () => readChoices('a=가|a=나'), 'choiceTwice'],
  ['an unknown kind', () => readField('a:txt:가', [], []), 'badChoice'],
  [
    'a reference to an unknown resource',
    () => readField('a:reference:가:cars', [], ['devices']),
    'badChoice',
  ],
  ['a part that the kind does not have', () => readField('a:text:가:b', [], []), 'tooMuch'],
])('%s is refused', (_name, read, key) => {
  expect(read).toThrow(BadAnswer)
  expect(read).toThrow(key)
})
