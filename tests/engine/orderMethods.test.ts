/** The form of an order method and the server accept the same values. */
import { createAjv } from '@jsonforms/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MethodContent } from '../../src/domain/methodInput'
import type { MethodType } from '../../src/engine/compiled'
import { checkMethodValue, methodForm, methodRules, readMethodValue } from '../../src/engine/orderMethods'
import { packageConfig, testConfig } from '../support/config'

const rules = methodRules(packageConfig().shared)

const text = { Type: 'text', Value: [2, 5], Holder: '이름' }
const number = { Type: 'number', Value: [1, 100] }
const choices = { Type: 'array', Value: ['켜기', '끄기'] }

describe('a value of an order method', () => {
  test.each<[MethodContent, unknown, string | undefined]>([
    [text, '가나', undefined],
    [text, '가', 'valueTooShort'],
    [text, '가나다라마바', 'valueTooLong'],
    [text, '', 'valueRequired'],
    [text, 'a\u0000b', 'valueCharacters'],
    [text, ['가나'], 'valueCharacters'],
    // An emoji counts as one character.
    [text, '😀😀😀😀😀', undefined],
    // §9: without bounds 0 to 255.
    [{ Type: 'text' }, '', undefined],
    [{ Type: 'text' }, 'x'.repeat(255), undefined],
    [{ Type: 'text' }, 'x'.repeat(256), 'valueTooLong'],
    [number, 1, undefined],
    [number, '100', undefined],
    [number, 0, 'valueBelow'],
    [number, 101, 'valueAbove'],
    [number, 1.5, 'valueNotInteger'],
    [number, 'ten', 'valueNotNumber'],
    [number, '0x10', 'valueNotNumber'],
    [number, '', 'valueRequired'],
    [number, undefined, 'valueRequired'],
    [{ Type: 'number' }, 255, undefined],
    [{ Type: 'number' }, 256, 'valueAbove'],
    [choices, '켜기', undefined],
    [choices, '중간', 'valueNotChoice'],
    [{ Type: 'array', Value: [1, 2] }, 2, undefined],
    [{ Type: 'array' }, 'x', 'valueNotChoice'],
    [{ Type: 'url' }, 'https://example.com/fw.bin', undefined],
    [{ Type: 'url' }, 'mqtts://broker.example.com:8883', undefined],
    [{ Type: 'url' }, 'HTTP://EXAMPLE.COM', undefined],
    [{ Type: 'url' }, 'javascript:alert(1)', 'valueNotUrl'],
    [{ Type: 'url' }, 'https://exa mple.com', 'valueNotUrl'],
    [{ Type: 'url' }, 'example.com', 'valueNotUrl'],
    [{ Type: 'password' }, 'secret!', undefined],
    [{ Type: 'password' }, 'x'.repeat(256), 'valueTooLong'],
    [{ Type: 'picture' }, 'x', 'valueTypeUnknown'],
    [{ Type: 'toString' }, 'x', 'valueTypeUnknown'],
  ])('with the content %j and the value %j has the problem %s', (content, value, code) => {
    expect(checkMethodValue(content, value, rules)?.code).toBe(code)
  })

  test('outside its bounds has a problem with these bounds; a number is stored in plain digits', () => {
    expect(checkMethodValue(number, 500, rules)).toEqual({ code: 'valueAbove', params: { min: 1, max: 100 } })
    expect(readMethodValue(number, ' 007 ', rules)).toEqual({ text: '7' })
    expect(readMethodValue(number, 42, rules)).toEqual({ text: '42' })
  })
})

test('the form of a password hides it', () => {
  expect(methodForm({ Type: 'password' }, rules)?.uischema.options.format).toBe('password')
})

describe('with a random method type in config', () => {
  const ajv = createAjv({ strict: true, allErrors: true })
  const type = fc.record({
    value: fc.constantFrom('string', 'number', 'choice').map(one => one as MethodType['value']),
    input: fc
      .constantFrom('text', 'url', 'password', 'number', 'select', 'multiline')
      .map(one => one as MethodType['input']),
    bounds: fc.constantFrom('length', 'value', 'none').map(one => one as MethodType['bounds']),
    integer: fc.boolean(),
    required: fc.boolean(),
    schemes: fc.option(fc.subarray(['http', 'https', 'mqtt', 'git+ssh', 'x.y-z'], { minLength: 1 }), {
      nil: undefined,
    }),
    maxLength: fc.integer({ min: 1, max: 40 }),
    compose: fc.constant('none' as const),
  }) satisfies fc.Arbitrary<MethodType>
  const min = fc.integer({ min: -20, max: 20 })
  const defaultBounds = fc.record({ min, max: min.map(lower => lower + 20) })
  /** A value that the content gives as a bound; some of them are no numbers. */
  const bound = fc.oneof<fc.Arbitrary<string | number>[]>(
    fc.integer({ min: -30, max: 60 }),
    fc.double({ min: -30, max: 60, noNaN: true }),
    fc.constantFrom('', ' ', '7', '-3.5', 'x', 'Infinity', 1e300, -1e300),
  )
  /** `own` is the random type of config; the others are unknown. */
  const content = fc.record(
    {
      Type: fc.constantFrom('own', 'other', 'toString', '__proto__', ''),
      Value: fc.oneof(
        fc.tuple(bound, bound),
        fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.double({ noNaN: true }), bound), { maxLength: 6 }),
        fc.constant(null),
      ),
      Holder: fc.oneof(fc.string(), fc.constant(null)),
    },
    { requiredKeys: ['Type'] },
  )
  /** Entered values near the bounds, so that some are valid and some are not. */
  const entry = fc.oneof<fc.Arbitrary<string | number>[]>(
    fc.string({ unit: 'grapheme', maxLength: 45 }),
    fc.integer({ min: -40, max: 80 }),
    fc.double({ min: -40, max: 80, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(
      ...['http://a', 'HTTPS://a/b c', 'mqtt://h:1/t?q#f', 'git+ssh://x', 'x.y-z://한국', 'xay-z://x'],
      ...['http://', 'a\u0000', '\n', ' '],
    ),
  )
  const cases = fc.tuple(type, defaultBounds, content, entry, fc.nat())
  /** The value that an input returns: a number, usually one of the choices, or a text. */
  function inputValue(
    type: MethodType['value'],
    entered: string | number,
    choices: readonly string[],
    nth: number,
  ): string | number {
    if (type === 'number') return Number(entered)
    const choosesOne = type === 'choice' && choices.length > 0 && nth % 3 > 0
    return choosesOne ? choices[nth % choices.length]! : String(entered)
  }
  const rulesOf = (methodType: MethodType, range: { min: number; max: number }) => ({
    types: { own: methodType },
    bounds: range,
  })

  test('each content has a form with a valid schema, unless its type is unknown', () => {
    fc.assert(
      fc.property(cases, ([methodType, range, method]) => {
        const form = methodForm(method, rulesOf(methodType, range))
        if (method.Type !== 'own') {
          expect(form).toBeUndefined()
          return
        }
        expect([ajv.validateSchema(form!.schema), ajv.errors]).toEqual([true, null])
        expect(ajv.compile(form!.schema)).toBeInstanceOf(Function)
        expect(form!.uischema.options.placeholder).toBe(method.Holder || undefined)
      }),
      { numRuns: 200, seed: 20261121 },
    )
  })

  test('the server accepts the values that are valid for the schema, and has a message in both languages for others', () => {
    const config = testConfig()
    const counts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(cases, ([methodType, range, method, entered, nth]) => {
        const knownMethod = { ...method, Type: 'own' }
        const form = methodForm(knownMethod, rulesOf(methodType, range))!
        const choices = (knownMethod.Value ?? []).map(String)
        const value = inputValue(methodType.value, entered, choices, nth)
        if (Number.isNaN(value)) return
        // The form sends no value for an empty input.
        const data = value === '' ? {} : { data: value }
        const accepted = ajv.validate(form.schema, data)
        const read = readMethodValue(knownMethod, data.data, rulesOf(methodType, range))
        expect([value, 'text' in read]).toEqual([value, accepted])
        if ('text' in read) {
          counts.accepted += 1
          // The stored text is valid again, and equals the entered value.
          expect(readMethodValue(knownMethod, read.text, rulesOf(methodType, range))).toEqual(read)
          expect(methodType.value === 'number' && read.text !== '' ? Number(read.text) : read.text).toEqual(
            data.data ?? '',
          )
        } else {
          counts.refused += 1
          for (const locale of ['ko', 'en'] as const) {
            const key = `errors.${read.problem.code}`
            const sentence = config.translate(locale, key, read.problem.params)
            expect(sentence).not.toBe(key)
            expect(sentence).not.toContain('%{')
          }
        }
      }),
      { numRuns: 1000, seed: 20261121 },
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(80)
  })
})
