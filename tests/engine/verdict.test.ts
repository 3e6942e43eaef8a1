/**
 * A form checks and sends the whole record, the profile and programs a few fields of it: what is stored and what is
 * refused must not depend on that. Any fields, any conditions, any stored record, any change.
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
const codes = (resource: CompiledResource, record: Row, writing: WriteContext) =>
  Object.fromEntries(
    Object.entries(validateRecord(resource, record, { ...writing, password })).map(([name, { code }]) => [
      name,
      code,
    ]),
  )

describe('An edit is checked as the record that it makes', () => {
  const visits = resources.visits!
  const stored = { name: '김', flag: false, reason: '', kind: null, note: '' }

  it.each<[string, Row, Row, Row]>([
    ['a field that becomes required and is missing', {}, { flag: true }, { reason: 'field.required' }],
    ['one that comes with it', {}, { flag: true, reason: '점검' }, {}],
    ['one that is stored', { reason: '점검' }, { flag: true }, {}],
    ['one that was required and missing already', { flag: true }, { name: '이' }, {}],
    ['that one, sent empty', { flag: true }, { reason: ' ' }, { reason: 'field.required' }],
    [
      'one that was required and is emptied',
      { flag: true, reason: '점검' },
      { reason: '' },
      { reason: 'field.required' },
    ],
    ['a required one that becomes visible', {}, { kind: 'a' }, { note: 'field.required' }],
    ['a missing name that nobody touches', { name: '' }, { flag: false }, {}],
    ['a choice that is gone and stays', { kind: 'gone' }, { name: '이' }, {}],
    ['a choice that is gone and is sent back', { kind: 'gone' }, { kind: 'gone' }, {}],
    ['a choice that there is not', {}, { kind: 'gone' }, { kind: 'field.choice' }],
  ])('%s', (_, before, sent, expected) => {
    const current = { ...stored, grade: '1', ...before }
    expect(codes(visits, sent, editing(current))).toEqual(expected)
  })

  it('does not ask for what is not the user’s to write', () => {
    expect(codes(visits, { flag: true, reason: '점검' }, editing(stored, 3))).toEqual({})
    expect(codes(visits, { flag: true, reason: '점검' }, editing(stored, 9))).toEqual({
      grade: 'field.required',
    })
  })

  it('a rule that looks at another field is checked when that one changes', () => {
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

const test = (names: readonly string[]): fc.Arbitrary<CompiledCondition> =>
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom({ eq: true }, { eq: 'x' }, { ne: 'x' }, { empty: true }, { empty: false }, { gt: 4 }),
    )
    .map(([field, condition]) => ({ field, ...condition }))
const condition = (names: readonly string[]): fc.Arbitrary<CompiledCondition | undefined> =>
  names.length === 0
    ? fc.constant(undefined)
    : fc.option(
        fc.oneof(
          test(names),
          fc.array(test(names), { minLength: 1, maxLength: 2 }).map(all => ({ all }) as CompiledCondition),
          fc.array(test(names), { minLength: 1, maxLength: 2 }).map(any => ({ any }) as CompiledCondition),
        ),
        { nil: undefined },
      )

/** `visible` and `readOnly` look at fields of `earlier` only, as the check of config asks; `required` at any. */
const field = (name: string, earlier: readonly string[]): fc.Arbitrary<CompiledField> =>
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      visible: condition(earlier),
      readOnly: condition(earlier),
      requiredWhen: condition(NAMES.filter(other => other !== name)),
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

/** In any order of the file: what a field looks at may stand behind it. */
const anyResource: fc.Arbitrary<CompiledResource> = fc
  .tuple(...NAMES.map((name, at) => field(name, NAMES.slice(0, at))))
  .chain(fields => fc.shuffledSubarray(fields, { minLength: fields.length }))
  .map(fields => ({
    ...resources.visits!,
    fields: Object.fromEntries(fields.map(one => [one.name, one])),
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
  along: string[]
  level: number
}

const anyEdit: fc.Arbitrary<Edit> = anyResource.chain(resource =>
  fc.record({
    resource: fc.constant(resource),
    stored: valuesOf(resource, []),
    change: valuesOf(resource, []),
    along: fc.subarray(NAMES),
    level: fc.constantFrom(3, 9),
  }),
)

const afterOf = (resource: CompiledResource, current: Row, taken: Row) =>
  Object.fromEntries(
    Object.values(resource.fields).map(one => [one.name, normalise(one, { ...current, ...taken }[one.name])]),
  )

/** A form with all fields, of which the user has changed some; a program that sends these and some of the others. */
function bothWays({ resource, stored, change, along, level }: Edit) {
  const writing = editing(stored, level)
  const form = { ...startValues(resource, stored), ...change }
  const sent = Object.fromEntries(
    Object.entries(form).filter(([name]) => Object.hasOwn(change, name) || along.includes(name)),
  )
  return { writing, form, sent }
}

describe('Whether all fields are sent or some', () => {
  it('the same record is stored, and storing it again changes nothing', () => {
    fc.assert(
      fc.property(anyEdit, edit => {
        const { resource, stored } = edit
        const { writing, form, sent } = bothWays(edit)
        const byForm = afterOf(resource, stored, writableRecord(resource, form, writing))
        const bySome = afterOf(resource, stored, writableRecord(resource, sent, writing))
        expect(bySome).toEqual(byForm)
        const again = writableRecord(resource, bySome, { ...writing, current: bySome })
        expect(afterOf(resource, bySome, again)).toEqual(bySome)
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  it('the verdict is the same, but for what was missing before and is left alone', () => {
    fc.assert(
      fc.property(anyEdit, edit => {
        const { resource, stored } = edit
        const { writing, form, sent } = bothWays(edit)
        const inForm = codes(resource, form, writing)
        const inServer = codes(resource, writableRecord(resource, sent, writing), writing)
        const leftAlone = Object.keys(inForm).filter(
          name =>
            inForm[name] === 'field.required' &&
            !Object.hasOwn(sent, name) &&
            isRequired(resource, name, stored, writing) &&
            isEmptyValue(resource.fields[name]!, normalise(resource.fields[name]!, stored[name])),
        )
        for (const name of leftAlone) delete inForm[name]
        expect(inServer).toEqual(inForm)
      }),
      { seed: 12, numRuns: 500 },
    )
  })
})

describe('A new record', () => {
  it('is judged alike as it is entered and as it is stored', () => {
    fc.assert(
      fc.property(anyEdit, ({ resource, change, level }) => {
        const writing: WriteContext = { action: 'create', level, levels: levels.numbers }
        const form = { ...startValues(resource), ...change }
        const taken = writableRecord(resource, form, writing)
        expect(codes(resource, taken, writing)).toEqual(codes(resource, form, writing))
        expect(writableRecord(resource, taken, writing)).toEqual(taken)
      }),
      { seed: 14, numRuns: 500 },
    )
  })
})

function isRequired(resource: CompiledResource, name: string, record: Row, writing: WriteContext): boolean {
  const one = resource.fields[name]!
  const context: RuleContext = { ...writing, record: normalisedRecord(resource, record) }
  return isWritable(one, context) && one.required !== undefined && holds(one.required.when, context)
}
