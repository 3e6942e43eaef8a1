/** The kinds of field: how each normalises and checks values, including random ones. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompiledField } from '../../src/engine/compiled'
import { KINDS } from '../../src/engine/kinds'
import { isEmpty } from '../../src/engine/recordValue'
import { checkCell } from '../../src/engine/roster/cell'
import { FIELD_TYPES, type FieldType } from '../../src/engine/shapes/resource'
import { RULE_CHECKS } from '../../src/engine/validation/rules'
import { emptyValueOf, isEmptyValue, normalise } from '../../src/engine/values'
import { addedField, packageConfig } from '../support/config'
import { picture } from '../support/pictures'

const field = (type: FieldType, more: Partial<CompiledField> = {}) => addedField('value', { type, ...more })

test.each<[FieldType, Partial<CompiledField>, unknown, unknown]>([
  ['text', {}, '  홍 길동 ', '홍 길동'],
  ['text', { mask: '###-##-#####' }, '124-81-00998', '1248100998'],
  ['text', {}, '\u202aSN-9\u202c\u00a0 \u{e0041}A', 'SN-9 A'],
  ['text', {}, '👨🏽‍⚕️\u200d', '👨🏽‍⚕️'],
  ['multiline', {}, 'a\n\u200bb\n', 'a\nb'],
  ['text', {}, '한강'.normalize('NFD'), '한강'],
  ['multiline', {}, '한강'.normalize('NFD'), '한강'],
  ['phone', {}, '010-1234-5678', '01012345678'],
  ['phone', {}, '+82 10-1234-5678', '01012345678'],
  ['phone', {}, '０１０１２３４５６７８', '01012345678'],
  ['text', { mask: '###-##-#####' }, '１２４-８１-００９９８', '1248100998'],
  ['email', {}, '\u200bｈｏｎｇ＠example.com\u00a0', 'hong@example.com'],
  ['url', {}, 'www.example.com', 'https://www.example.com'],
  ['password', {}, ' with spaces ', ' with spaces '],
  ['date', {}, '2026-01-31T15:00:00Z', '2026-01-31'],
  ['datetime', {}, '2026-01-31T09:00:00+09:00', '2026-01-31T00:00:00.000Z'],
  ['datetime', {}, '0001-01-01T00:00:00Z', null],
  ['reference', {}, 0, null],
  ['reference', { empty: { value: 0, label: { ko: '없음', en: 'None' } } }, '', 0],
  ['multi-select', {}, ['a', 'a', 'b'], ['a', 'b']],
  ['json', {}, '[0, 255]', [0, 255]],
  ['json', {}, '[0, ', '[0, '],
  ['number', {}, '', null],
  ['boolean', {}, null, false],
])('a value is normalised: %s %j: %j → %j', (type, more, value, normalised) => {
  expect(normalise(field(type, more), value)).toEqual(normalised)
})

describe('a normalised value is not changed by normalising it again', () => {
  // The form normalises values, and the server does it again.
  test.each(FIELD_TYPES)('%s', type => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'019０９+82- \u00a0\u200b.:/@wa가,') }),
    )
    fc.assert(
      fc.property(fc.oneof(text, fc.anything(), fc.jsonValue()), value => {
        const once = normalise(field(type), value)
        expect(normalise(field(type), once)).toEqual(once)
      }),
      { seed: 13 },
    )
  })
})

describe('a text is stored equally from a form and from a cell of a sheet', () => {
  const { roster } = packageConfig().shared
  const column = { ...roster.columns.find(({ field }) => field === 'serial')!, max: Number.POSITIVE_INFINITY }
  const parts = [...'a0０ 가\n\t👨👩🏽❤️\u00a0\u200b\u200d\u202e\u{e0041}', ...'각'.normalize('NFD')]
  test.each<[FieldType, string]>([
    ['text', ''],
    ['multiline', ''],
    ['email', 'a@b.kr'],
    ['url', 'a.kr/'],
    ['phone', '01012345678'],
    ['color', '#1A2B3C'],
  ])('%s', (type, valid) => {
    const stored = (value: unknown) => {
      const normalised = normalise(field(type), value)
      const isRefused = KINDS[type].rules.some(rule =>
        RULE_CHECKS[rule](normalised, { password: { min: 0 } }),
      )
      return isRefused || KINDS[type].check(normalised, field(type)) ? 'refused' : normalised
    }
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...parts) }), odd => {
        const text = odd + valid
        const cell = checkCell({ column: 1, kind: 'text', text, raw: text }, column, field(type), roster)
        // A sheet refuses a phone number with letters, which a form leaves out.
        if ('problem' in cell) expect(type).toBe('phone')
        else expect(stored(cell.value ?? '')).toEqual(stored(text))
      }),
      { seed: 33 },
    )
  })
})

const choices = [{ value: 'a', label: { ko: '가', en: 'A' } }]
test.each<[FieldType, unknown, string | undefined]>([
  ['text', 'a\u0000b', 'field.characters'],
  ['text', 'half \ud83d', 'field.characters'],
  ['text', { a: 1 }, 'field.text'],
  ['number', Number.POSITIVE_INFINITY, 'field.number'],
  ['number', '12', 'field.number'],
  ['boolean', 1, 'field.boolean'],
  ['date', '2024-02-29', undefined],
  ['date', '2026-02-30', 'field.date'],
  ['datetime', '2026-01-31T00:00:00.000Z', undefined],
  ['datetime', '2026-01-31', 'field.date'],
  ['datetime', 'tomorrow', 'field.date'],
  ['select', 'b', 'field.choice'],
  ['select', ['a'], 'field.choice'],
  ['multi-select', ['a'], undefined],
  ['multi-select', 'a', 'field.choice'],
  ['reference', '356938035643809', undefined],
  ['reference', -1, 'field.choice'],
  ['reference', 1.5, 'field.choice'],
  ['color', '#1A2b3C', undefined],
  ['color', 'red', 'field.color'],
  ['json', [1, 'two'], undefined],
  ['json', 'two', 'field.json'],
  ['json', { a: ['\u0000'] }, 'field.characters'],
  ['image', 'data:image/png;base64,iVBORw0KGgo=', undefined],
  ['image', 'data:image/svg+xml;base64,PHN2Zz4=', 'field.image'],
  ['image', picture('jpeg'), undefined],
  ['image', picture('webp'), undefined],
  ['image', picture('png').replace('png', 'webp'), 'field.image'],
  ['image', `${picture('png')}=`, 'field.image'],
  ['image', 'data:text/html;base64,iVBORw0KGgo=', 'field.image'],
  ['image', 'data:image/png;charset=x;base64,iVBORw0KGgo=', 'field.image'],
  ['image', 'https://a.kr/a.png', 'field.image'],
  ['image', '/a.png', 'field.image'],
  ['image', ['data:image/png;base64,iVBORw0KGgo='], 'field.image'],
  ['image', 'javascript:alert(1)', 'field.image'],
  ['image', `data:image/png;base64,${'A'.repeat(150_000)}`, 'field.imageTooLarge'],
])('a normalised value is valid or has an error code: %s %j: %s', (type, value, code) => {
  expect(KINDS[type].check(value, field(type, { choices }))).toBe(code)
})

describe.each(FIELD_TYPES)('the kind %s', type => {
  const testedField = field(type, { choices: [{ value: 'a', label: { ko: '가', en: 'A' } }] })

  test('returns an error code or undefined for any value, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), value => {
        const code = KINDS[type].check(normalise(testedField, value), testedField)
        expect(code === undefined || /^field\.\w+$/.test(code)).toBe(true)
      }),
      { seed: 3 },
    )
  })

  test('normalises all empty values to the empty value of the kind', () => {
    for (const empty of [undefined, null, '', '  ', []]) {
      // In a JSON field an empty list is a value.
      if (type === 'json' && Array.isArray(empty)) continue
      expect(normalise(testedField, empty)).toEqual(emptyValueOf(testedField))
    }
    expect(type === 'boolean' || isEmptyValue(testedField, emptyValueOf(testedField))).toBe(true)
    expect(type === 'boolean' || isEmpty(emptyValueOf(testedField))).toBe(true)
  })
})
