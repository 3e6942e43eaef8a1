/** Schemas of commands with several values, and values for them. */
import fc from 'fast-check'
import type { ValueGroup, ValueProperty, ValueSchema } from '../../src/engine/valueObject/schema'

/** A property of each type, and a group. */
export const REPORT_SCHEMA = {
  type: 'object',
  properties: {
    interval: {
      type: 'integer',
      title: { ko: '보고 주기(초)', en: 'Report interval (s)' },
      minimum: 10,
      maximum: 3600,
      default: 60,
    },
    mode: {
      type: 'string',
      title: { ko: '방식', en: 'Mode' },
      oneOf: [
        { const: 'full', title: { ko: '전체', en: 'Everything' } },
        { const: 'brief', title: { ko: '요약', en: 'Summary' } },
      ],
    },
    compress: { type: 'boolean', title: { ko: '압축', en: 'Compress' } },
    server: {
      type: 'object',
      title: { ko: '서버', en: 'Server' },
      properties: {
        host: {
          type: 'string',
          title: { ko: '주소', en: 'Host' },
          minLength: 3,
          maxLength: 40,
          pattern: '^[a-z0-9.-]+$',
        },
        port: { type: 'integer', title: { ko: '포트', en: 'Port' }, minimum: 1, maximum: 65535 },
      },
      required: ['host'],
    },
  },
  required: ['interval', 'mode'],
} as const satisfies ValueSchema

const text = fc.constantFrom('a', 'ab', '한국', 'x1', '', 'abcdef', '😀')
const number = fc.oneof(fc.integer({ min: -6, max: 12 }), fc.constantFrom(0.5, -2.25, 1e12))

const textProperty: fc.Arbitrary<ValueProperty> = fc.record(
  {
    type: fc.constant('string' as const),
    title: fc.constantFrom<'이름' | { ko: string; en: string }>('이름', { ko: '값', en: 'Value' }),
    minLength: fc.integer({ min: 0, max: 2 }),
    maxLength: fc.integer({ min: 2, max: 5 }),
    pattern: fc.constantFrom('^[a-z]+$', '[0-9]', '^.{1,4}$', 'b'),
    format: fc.constant('password' as const),
  },
  { requiredKeys: ['type'] },
)
const numberProperty: fc.Arbitrary<ValueProperty> = fc.record(
  {
    type: fc.constantFrom('number' as const, 'integer' as const),
    minimum: fc.integer({ min: -5, max: 2 }),
    maximum: fc.integer({ min: 2, max: 9 }),
  },
  { requiredKeys: ['type'] },
)
const choice: fc.Arbitrary<ValueProperty> = fc.constantFrom<ValueProperty[]>(
  { type: 'string', enum: ['a', 'ab', '한국'] },
  { type: 'integer', enum: [1, 2, 5] },
  { type: 'string', oneOf: [{ const: 'x1', title: '하나' }] },
  { type: 'number', oneOf: [{ const: 0.5, title: { ko: '반', en: 'Half' } }], default: 0.5 },
)
const yesNo: fc.Arbitrary<ValueProperty> = fc.constantFrom<ValueProperty[]>(
  { type: 'boolean' },
  { type: 'boolean', default: true },
)
const property = fc.oneof(textProperty, numberProperty, choice, yesNo)

const NAMES = ['one', 'two', 'three-3', 'four_4']
const level = (values: fc.Arbitrary<ValueProperty | ValueGroup>) =>
  fc
    .tuple(
      fc.subarray(NAMES, { minLength: 1 }),
      fc.array(values, { minLength: 4, maxLength: 4 }),
      fc.subarray(NAMES),
    )
    .map(([names, parts, required]) => ({
      type: 'object' as const,
      properties: Object.fromEntries(names.map((name, index) => [name, parts[index]!])),
      required: required.filter(name => names.includes(name)),
    }))
const group = level(property) as fc.Arbitrary<ValueGroup>

export const valueSchemas: fc.Arbitrary<ValueSchema> = level(
  fc.oneof({ weight: 4, arbitrary: property }, group),
)

const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.constant([]))

/** Values that are valid for a schema, or nearly so. */
export const valuesNear = ({ properties }: ValueSchema): fc.Arbitrary<Record<string, unknown>> => {
  const near = (part: ValueProperty | ValueGroup): fc.Arbitrary<unknown> => {
    if (part.type === 'object') return fc.oneof({ weight: 8, arbitrary: objectOf(part.properties) }, scalar)
    const typed = part.type === 'boolean' ? fc.boolean() : part.type === 'string' ? text : number
    const listed = 'enum' in part && part.enum ? fc.constantFrom<unknown>(...part.enum) : typed
    return fc.oneof({ weight: 8, arbitrary: fc.oneof(typed, listed) }, scalar)
  }
  const objectOf = (parts: ValueSchema['properties']) =>
    fc.record(
      {
        ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, near(part)])),
        other: scalar,
      },
      { requiredKeys: [] },
    )
  // One value in six keeps the key `other`, which belongs to no property.
  return fc
    .tuple(objectOf(properties), fc.nat(5))
    .map(([value, nth]) =>
      nth === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'other')),
    )
}
