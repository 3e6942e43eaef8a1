/** The validator of records, applied to a resource of a config file. */
import { describe, expect, test } from 'vitest'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { compileWith } from '../support/config'

const { shared: config } = compileWith({
  'resources/contacts.json': {
    label: '연락처',
    source: { dialect: 'simple-rest' },
    fields: {
      name: { type: 'text', label: '이름', required: { message: '이름이 없습니다!' }, max: 5 },
      mail: { type: 'email', label: '이메일' },
      phone: { type: 'phone', label: '전화번호', required: { when: { field: 'mail', empty: true } } },
      brn: { type: 'text', label: '사업자 등록번호', rules: ['brn'] },
      age: { type: 'number', label: '나이', min: 0, max: 150 },
      kind: { type: 'select', label: '종류', choices: [{ value: 'a', label: '가' }] },
      tags: { type: 'multi-select', label: '꼬리표', choices: [{ value: 'x', label: '엑스' }] },
      paid: { type: 'boolean', label: '결제' },
      until: { type: 'datetime', label: '만료', required: true, visible: { field: 'paid', eq: true } },
      post: {
        type: 'text',
        label: '우편번호',
        rules: [{ rule: 'pattern', value: '\\d{5}', message: '5자리!' }],
      },
      color: { type: 'color', label: '색' },
      made: { type: 'datetime', label: '생성', write: 'never' },
      secret: { type: 'password', label: '비밀번호', rules: ['strongPassword'] },
    },
  },
})
const context = {
  action: 'create',
  level: 9,
  levels: config.levels.numbers,
  password: config.app.limits.password,
} as const

const codes = (record: Record<string, unknown>, action: 'create' | 'edit' = 'create') =>
  Object.fromEntries(
    Object.entries(validateRecord(config.resources.contacts!, record, { ...context, action })).map(
      ([field, problem]) => [field, problem.code],
    ),
  )

const valid = { name: '홍길동', phone: '010-1234-5678' }

test('a valid record has no problems', () => {
  expect(
    codes({ ...valid, mail: 'hong@example.com', brn: '124-81-00998', age: 30, kind: 'a', tags: ['x'] }),
  ).toEqual({})
})

describe('each field is checked by its kind, bounds and rules', () => {
  test.each<[Record<string, unknown>, Record<string, string>]>([
    [{ name: ' ' }, { name: 'field.required' }],
    [{ name: '홍길동전집권' }, { name: 'field.tooLong' }],
    [{ name: 5 }, { name: 'field.text' }],
    [{ brn: '124-81-00999' }, { brn: 'field.brn' }],
    [{ age: -1 }, { age: 'field.minimum' }],
    [{ age: 151 }, { age: 'field.maximum' }],
    [{ post: '1234' }, { post: 'field.pattern' }],
    [{ post: '12345' }, {}],
    [{ secret: 'short' }, { secret: 'password.weak' }],
    [{ secret: '비밀번호Aa1!' }, { secret: 'password.hangul' }],
    [{ secret: 'Aa1!Aa1!' }, {}],
  ])('%j: %j', (change, expected) => {
    expect(codes({ ...valid, ...change })).toEqual(expected)
  })
})

test('a message of config replaces the default message', () => {
  const problems = validateRecord(config.resources.contacts!, { phone: '01012345678', post: 'x' }, context)
  expect(problems.name?.message?.ko).toBe('이름이 없습니다!')
  expect(problems.post?.message?.ko).toBe('5자리!')
})

test('a field is required only if its condition is true', () => {
  expect(codes({ name: '홍' })).toEqual({ phone: 'field.required' })
  expect(codes({ name: '홍', mail: 'a@b.kr' })).toEqual({})
})

test('a hidden field is never required', () => {
  expect(codes({ ...valid, paid: false })).toEqual({})
  expect(codes({ ...valid, paid: true })).toEqual({ until: 'field.required' })
  expect(codes({ ...valid, paid: true, until: '2026-12-31T00:00:00Z' })).toEqual({})
})

test('an edit without the stored record checks only the fields that are sent', () => {
  expect(codes({ age: 200 }, 'edit')).toEqual({ age: 'field.maximum' })
  expect(codes({ name: '' }, 'edit')).toEqual({ name: 'field.required' })
})
