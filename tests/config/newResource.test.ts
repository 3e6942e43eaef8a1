/** Answers to `npm run config:new-resource` that are refused. `tests/processes` tests the command itself. */
import { expect, test } from 'vitest'
import {
  BadAnswer,
  readChoices,
  readField,
  readFieldName,
  readLabel,
  readName,
} from '../../src/tools/newResource/answers'
import { buildResource } from '../../src/tools/newResource/buildResource'
import { testConfig } from '../support/config'
import { configWith } from '../support/sims'

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
  ['a reference to no resource', () => readField('a:reference:가:cars', [], ['devices']), 'badChoice'],
  ['a part that the kind does not have', () => readField('a:text:가:b', [], []), 'tooMuch'],
])('%s is refused', (_name, read, key) => {
  expect(read).toThrow(BadAnswer)
  expect(read).toThrow(key)
})

test.each([
  ['vendor', 'vendor', { read: 'master', write: 'master' }, 'master'],
  ['vendor', 'master', { read: 'master', required: true }, 'master'],
  ['master', 'master', { required: true }, 'none'],
] as const)(
  'in records that %s sees and %s changes, a reference to vendors requires the level that may list vendors',
  (see, change, keys, level) => {
    const label = { ko: '가', en: 'A' }
    const owner = { ko: '나', en: 'B' }
    const fields = [
      { name: 'title', type: 'text' as const, label, required: true, choices: [] },
      {
        name: 'owner',
        type: 'reference' as const,
        label: owner,
        required: true,
        choices: [],
        reference: 'vendors',
      },
    ]
    const answers = { name: 'things', label, menu: 'bar' as const, see, change, fields }
    const { resources } = testConfig().current().shared
    const levelOf = (name: string) => resources[name]!.access.list
    const built = buildResource(answers, levelOf)
    const file = JSON.parse(JSON.stringify(built))
    expect(file.fields.owner).toEqual({ type: 'reference', label: owner, reference: 'vendors', ...keys })
    expect(file.import).toBe(change)
    const { filters } = configWith('things', file).shared.resources.things!.list!
    expect(filters.find(({ name }) => name === 'owner')?.level).toBe(level)
  },
)

test.each([
  [{ type: 'image' as const, required: true }, undefined],
  [{ type: 'image' as const, required: false }, 'vendor'],
  [{ type: 'text' as const, required: false, label: { ko: '제목', en: 'Name' } }, undefined],
])('records with the field %j are imported at level %s', (field, level) => {
  const label = { ko: '제목', en: 'Title' }
  const fields = [
    { name: 'title', type: 'text' as const, label, required: true, choices: [] },
    { name: 'other', label: { ko: '그림', en: 'Picture' }, choices: [], ...field },
  ]
  const answers = {
    name: 'things',
    label,
    menu: 'bar' as const,
    see: 'client',
    change: 'vendor',
    fields,
  } as const
  const file = JSON.parse(JSON.stringify(buildResource({ ...answers, fields }, () => 'vendor')))
  expect(file.import).toBe(level)
  expect(configWith('things', file).shared.resources.things?.import?.level).toBe(level)
})
