/**
 * A form validates and sends the whole record; the profile and API clients send only some fields. What is stored and
 * what is refused must not depend on that. Tested with random fields, conditions, records and changes.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startValues } from '../../src/console/forms/record/formValues'
import type { CompiledCondition, CompiledField, CompiledResource } from '../../src/engine/compiled'
import { holds, type RuleContext } from '../../src/engine/conditions'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import {
  isWritable,
  normalisedRecord,
  type WriteContext,
  writableRecord,
} from '../../src/engine/validation/writableRecord'
import { isEmptyValue, normalise } from '../../src/engine/values'
import { compileWith } from '../support/config'

type Row = Record<string, unknown>

const { resources, levels, app } = compileWith({
  'resources/visits.json': {
    label: '방문',
    source: { dialect: 'simple-rest' },
    fields: {
      name: { type: 'text', label: '이름', required: true },
      flag: { type: 'boolean', label: '사유 있음' },
      reason: { type: 'text', label: '사유', required: { when: { field: 'flag', eq: true } } },
      kind: { type: 'select', label: '종류', choices: [{ value: 'a', label: '가' }] },
      post: {
        type: 'text',
        label: '우편번호',
        rules: [{ rule: 'pattern', value: '\\d{5}', message: '5자리!' }],
      },
      note: { type: 'text', label: '메모', visible: { field: 'kind', eq: 'a' }, required: true },
      grade: {
        type: 'text',
        label: '등급',
        write: 'master',
        required: { when: { field: 'flag', eq: true } },
      },
    },
  },
}).shared
const { password } = app.limits
const editing = (current: Row, level = 9): WriteContext => ({
  action: 'edit',
  level,
  levels: levels.numbers,
  current,
})
const codes = (resource: CompiledResource, record: Row, writing: WriteContext) => {
  const problems = validateRecord(resource, record, { ...writing, password })
  return Object.fromEntries(Object.entries(problems).map(([name, { code }]) => [name, code]))
}

describe('An edit is validated as the record after the save', () => {
  const visits = resources.visits!
  const stored = { name: '김', flag: false, reason: '', kind: null, note: '' }

  it.each<[title: string, stored: Row, sent: Row, problems: Row]>([
    ['a missing field that becomes required', {}, { flag: true }, { reason: 'field.required' }],
    ['a field that becomes required and is sent', {}, { flag: true, reason: '점검' }, {}],
    ['a field that becomes required and is stored', { reason: '점검' }, { flag: true }, {}],
    ['a required field that was missing before and is not sent', { flag: true }, { name: '이' }, {}],
    ['a required field that stays empty', { flag: true }, { reason: ' ' }, { reason: 'field.required' }],
    [
      'a required field, emptied',
      { flag: true, reason: '점검' },
      { reason: '' },
      { reason: 'field.required' },
    ],
    ['a required field that becomes visible', {}, { kind: 'a' }, { note: 'field.required' }],
    ['a missing name that is not sent', { name: '' }, { flag: false }, {}],
    ['a removed choice that is not sent', { kind: 'gone' }, { name: '이' }, {}],
    ['a removed choice that is sent back', { kind: 'gone' }, { kind: 'gone' }, {}],
    ['an unknown choice', {}, { kind: 'gone' }, { kind: 'field.choice' }],
  ])('with %s', (_, before, sent, expected) => {
    const current = { ...stored, grade: '1', ...before }
    expect(codes(visits, sent, editing(current))).toEqual(expected)
  })

  it('without the stored record only the sent fields are checked; a message of config replaces that of a rule', () => {
    const { current: _, ...writing } = editing({})
    expect(codes(visits, { kind: 'gone' }, writing)).toEqual({ kind: 'field.choice' })
    const { post } = validateRecord(visits, { post: '1234' }, { ...editing(stored), password })
    expect(post).toMatchObject({ code: 'field.pattern', message: { ko: '5자리!' } })
  })

  it('fields that the user may not write are not required', () => {
    expect(codes(visits, { flag: true, reason: '점검' }, editing(stored, 3))).toEqual({})
    expect(codes(visits, { flag: true, reason: '점검' }, editing(stored, 9))).toEqual({
      grade: 'field.required',
    })
  })

  it('a rule that depends on another field is checked when that field changes', () => {
    const content = { Type: 'array', Value: ['LTE', '5G'], Holder: '' }
    const method = { code: 'x', caption: 'X', position: 1, content }
    expect(codes(resources.methods!, { content: { Type: 'number' } }, editing({ ...method }))).toHaveProperty(
      ['content.Value'],
    )
    expect(codes(resources.methods!, { caption: 'Y' }, editing({ ...method }))).toEqual({})
  })
})

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const VALUES: Partial<Record<CompiledField['type'], fc.Arbitrary<unknown>>> = {
  text: fc.constantFrom('', ' ', 'x', 'long text', 7),
  number: fc.constantFrom(null, 0, 5, 100, 'x'),
  boolean: fc.boolean(),
  select: fc.constantFrom(null, 'x', 'y', 'gone'),
  'multi-select': fc.constantFrom([], ['x'], ['x', 'y'], ['gone']),
  datetime: fc.constantFrom(null, '0001-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', 'soon'),
}
const TYPES = Object.keys(VALUES) as CompiledField['type'][]

const comparison = (names: readonly string[]): fc.Arbitrary<CompiledCondition> =>
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom({ eq: true }, { eq: 'x' }, { ne: 'x' }, { empty: true }, { empty: false }, { gt: 4 }),
    )
    .map(([field, condition]) => ({ field, ...condition }))
const maybeCondition = (names: readonly string[]): fc.Arbitrary<CompiledCondition | undefined> =>
  names.length === 0
    ? fc.constant(undefined)
    : fc.option(
        fc.oneof(
          comparison(names),
          fc
            .tuple(fc.constantFrom('all', 'any'), fc.array(comparison(names), { minLength: 1, maxLength: 2 }))
            .map(([key, tests]) => ({ [key]: tests }) as unknown as CompiledCondition),
        ),
        { nil: undefined },
      )

/** `visible` and `readOnly` depend only on fields of `earlier`, as the config check requires; `required` on any. */
const field = (name: string, earlier: readonly string[]): fc.Arbitrary<CompiledField> =>
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      visible: maybeCondition(earlier),
      readOnly: maybeCondition(earlier),
      requiredWhen: maybeCondition(NAMES.filter(other => other !== name)),
      required: fc.boolean(),
      write: fc.constantFrom('none', 'none', 'none', 'master', 'never'),
      whenHidden: fc.constantFrom('keep', 'clear'),
      max: fc.constantFrom(undefined, 1, 6),
      byDefault: fc.boolean(),
    })
    .map(({ visible, readOnly, requiredWhen, required, max, byDefault, ...rest }) => ({
      name,
      label: { ko: name, en: name },
      format: 'text',
      input: 'text',
      rules: [],
      read: 'none',
      storage: 'extra',
      choices: ['x', 'y'].map(value => ({ value, label: { ko: value, en: value } })),
      ...(required ? { required: requiredWhen ? { when: requiredWhen } : {} } : {}),
      ...(visible ? { visible } : {}),
      ...(readOnly ? { readOnly } : {}),
      ...(max !== undefined && ['text', 'number', 'multi-select'].includes(rest.type) ? { max } : {}),
      ...(byDefault && rest.type === 'text' ? { default: 'x' } : {}),
      ...(rest as Pick<CompiledField, 'type' | 'write' | 'whenHidden'>),
    }))

/** The fields are in random order: a field may come before the fields on which it depends. */
const anyResource: fc.Arbitrary<CompiledResource> = fc
  .tuple(...NAMES.map((name, index) => field(name, NAMES.slice(0, index))))
  .chain(fields => fc.shuffledSubarray(fields, { minLength: fields.length }))
  .map(fields => ({
    ...resources.visits!,
    fields: Object.fromEntries(fields.map(entry => [entry.name, entry])),
  }))

const valuesOf = (resource: CompiledResource, requiredKeys: string[]): fc.Arbitrary<Row> =>
  fc.record(
    Object.fromEntries(Object.values(resource.fields).map(({ name, type }) => [name, VALUES[type]!])),
    { requiredKeys },
  )

interface Edit {
  resource: CompiledResource
  stored: Row
  change: Row
  /** Unchanged fields that are sent too. */
  alsoSent: string[]
  level: number
}

const anyEdit: fc.Arbitrary<Edit> = anyResource.chain(resource =>
  fc.record({
    resource: fc.constant(resource),
    stored: valuesOf(resource, []),
    change: valuesOf(resource, []),
    alsoSent: fc.subarray(NAMES),
    level: fc.constantFrom(3, 9),
  }),
)

const afterSave = (resource: CompiledResource, current: Row, accepted: Row) =>
  Object.fromEntries(
    Object.values(resource.fields).map(field => [
      field.name,
      normalise(field, { ...current, ...accepted }[field.name]),
    ]),
  )

/** `form` has all fields, of which the user has changed some; `sent` has these and some of the others. */
function requestsOf({ resource, stored, change, alsoSent, level }: Edit) {
  const writing = editing(stored, level)
  const form = { ...startValues(resource, stored), ...change }
  const sent = Object.fromEntries(
    Object.entries(form).filter(([name]) => Object.hasOwn(change, name) || alsoSent.includes(name)),
  )
  return { writing, form, sent }
}

describe('Whether all fields are sent or only some', () => {
  it('the same record is stored, and storing it again changes nothing', () => {
    fc.assert(
      fc.property(anyEdit, edit => {
        const { resource, stored } = edit
        const { writing, form, sent } = requestsOf(edit)
        const after = afterSave(resource, stored, writableRecord(resource, sent, writing))
        expect(after).toEqual(afterSave(resource, stored, writableRecord(resource, form, writing)))
        const again = writableRecord(resource, after, { ...writing, current: after })
        expect(afterSave(resource, after, again)).toEqual(after)
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  it('the problems are the same, except for required fields that were missing before and are not sent', () => {
    fc.assert(
      fc.property(anyEdit, edit => {
        const { resource, stored } = edit
        const { writing, form, sent } = requestsOf(edit)
        const inForm = codes(resource, form, writing)
        const onServer = codes(resource, writableRecord(resource, sent, writing), writing)
        const stillMissing = Object.keys(inForm).filter(
          name =>
            inForm[name] === 'field.required' &&
            !Object.hasOwn(sent, name) &&
            isRequired(resource, name, stored, writing) &&
            isEmptyValue(resource.fields[name]!, normalise(resource.fields[name]!, stored[name])),
        )
        for (const name of stillMissing) delete inForm[name]
        expect(onServer).toEqual(inForm)
      }),
      { seed: 12, numRuns: 500 },
    )
  })
})

it('A new record has the same problems as it was entered and as it is stored', () => {
  fc.assert(
    fc.property(anyEdit, ({ resource, change, level }) => {
      const writing: WriteContext = { action: 'create', level, levels: levels.numbers }
      const form = { ...startValues(resource), ...change }
      const accepted = writableRecord(resource, form, writing)
      expect(codes(resource, accepted, writing)).toEqual(codes(resource, form, writing))
      expect(writableRecord(resource, accepted, writing)).toEqual(accepted)
    }),
    { seed: 14, numRuns: 500 },
  )
})

function isRequired(resource: CompiledResource, name: string, record: Row, writing: WriteContext): boolean {
  const tested = resource.fields[name]!
  const context: RuleContext = { ...writing, record: normalisedRecord(resource, record) }
  return isWritable(tested, context) && tested.required !== undefined && holds(tested.required.when, context)
}
