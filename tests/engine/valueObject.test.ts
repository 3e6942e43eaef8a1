/** Order methods with several values: validation of schemas and values, the form, and the lines to display. */
import { createAjv } from '@jsonforms/core'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  isSecretMethod,
  methodRules,
  methodSchema,
  readMethodValue,
  withoutSecretParts,
} from '../../src/engine/orderMethods'
import type { ValueProblem } from '../../src/engine/validation/valueProblem'
import { linesOf, lineText } from '../../src/engine/valueObject/lines'
import {
  boundsSentence,
  defaultEntry,
  entryFromJson,
  entryToJson,
  objectLayout,
  plainSchema,
  withEntry,
} from '../../src/engine/valueObject/objectForm'
import { schemaProblem } from '../../src/engine/valueObject/schemaProblem'
import { packageConfig, testConfig } from '../support/config'
import { REPORT_SCHEMA, valueSchemas, valuesNear } from '../support/valueSchemas'

const rules = methodRules(packageConfig().shared)
const report = { Type: 'object', Schema: REPORT_SCHEMA }
const config = testConfig()

const schemaOf = (properties: unknown, further: object = {}) => ({ type: 'object', properties, ...further })
const schemaWith = (property: unknown) => schemaOf({ a: property })

/** The schema with `junk` in place of one of its parts, which `nth` chooses. */
function withJunk(schema: object, junk: unknown, nth: number): unknown {
  const text = JSON.stringify(schema)
  let count = 0
  JSON.parse(text, (_, part) => {
    count++
    return part as unknown
  })
  let index = 0
  return JSON.parse(text, (_, part) => (index++ === nth % count ? junk : part))
}

const names = Array.from({ length: 41 }, (_, index) => `p${index}`)
const manyProperties = Object.fromEntries(names.map(name => [name, { type: 'boolean' }]))
const longChoices = Array.from({ length: 90 }, (_, index) => `${index}${'x'.repeat(200)}`)

describe('an unsupported schema is refused with the path of its error', () => {
  test.each<[unknown, string, string]>([
    ['text', 'object', '{ }'],
    [{ type: 'string' }, 'root', 'type'],
    [schemaOf({}), 'none', 'properties'],
    [schemaOf({ a: 'string' }), 'object', 'properties.a'],
    [schemaWith({ $ref: '#/properties/a' }), 'unknownKey', 'properties.a.$ref'],
    [schemaWith({ type: 'string', minLenght: 3 }), 'unknownKey', 'properties.a.minLenght'],
    [schemaWith({ type: ['string', 'null'] }), 'type', 'properties.a.type'],
    [schemaOf({ 'a.b': { type: 'string' } }), 'name', 'properties.a.b'],
    [schemaOf({ constructor: { type: 'string' } }), 'name', 'properties.constructor'],
    [
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      'name',
      'properties.__proto__',
    ],
    [schemaWith({ type: 'string', title: { ko: '이름' } }), 'text', 'properties.a.title'],
    [schemaWith({ type: 'string', minLength: -1 }), 'length', 'properties.a.minLength'],
    [schemaWith({ type: 'integer', minimum: '3' }), 'number', 'properties.a.minimum'],
    [schemaWith({ type: 'integer', minimum: 5, maximum: 3 }), 'order', 'properties.a.minimum'],
    [schemaWith({ type: 'string', pattern: '(' }), 'badPattern', 'properties.a.pattern'],
    [schemaWith({ type: 'string', pattern: '(?=a)b' }), 'patternUnsupported', 'properties.a.pattern'],
    [schemaWith({ type: 'string', pattern: '(a{1,30}){1,30}' }), 'patternTooLarge', 'properties.a.pattern'],
    [schemaWith({ type: 'string', format: 'email' }), 'format', 'properties.a.format'],
    [schemaWith({ type: 'string', enum: [] }), 'choices', 'properties.a.enum'],
    [schemaWith({ type: 'string', enum: ['a', 1] }), 'choiceValue', 'properties.a.enum.1'],
    [schemaWith({ type: 'integer', enum: [1, 1] }), 'choiceTwice', 'properties.a.enum.1'],
    [schemaWith({ type: 'string', oneOf: [{ const: 'a' }] }), 'text', 'properties.a.oneOf.0.title'],
    [schemaWith({ type: 'string', oneOf: ['a'] }), 'choice', 'properties.a.oneOf.0'],
    [schemaWith({ type: 'string', enum: ['a'], oneOf: [] }), 'choicesTwice', 'properties.a.oneOf'],
    [schemaWith({ type: 'integer', maximum: 3, default: 4 }), 'default', 'properties.a.default'],
    [
      schemaWith({ type: 'string', format: 'password', default: 'abcdefgh' }),
      'default',
      'properties.a.default',
    ],
    [schemaOf({ a: { type: 'string' } }, { required: ['b'] }), 'required', 'required'],
    [schemaOf({ a: { type: 'string' } }, { required: 'a' }), 'list', 'required'],
    [schemaOf({ a: { type: 'string' } }, { additionalProperties: true }), 'closed', 'additionalProperties'],
    [
      schemaOf({ a: schemaOf({ b: schemaOf({ c: { type: 'string' } }) }) }),
      'nested',
      'properties.a.properties.b',
    ],
    [schemaOf(manyProperties), 'tooMany', 'properties'],
    [schemaWith({ type: 'string', description: 'x'.repeat(501) }), 'text', 'properties.a.description'],
    [schemaWith({ type: 'string', enum: longChoices }), 'tooLarge', '{ }'],
  ])('%j: %s at %s', (schema, code, path) => {
    const problem = schemaProblem(schema)
    expect(problem).toMatchObject({ code: `field.schema.${code}`, params: { at: path } })
    for (const locale of ['ko', 'en'] as const) {
      const sentence = config.translate(locale, `errors.${problem!.code}`, problem!.params)
      expect(sentence).not.toContain('field.schema')
      expect(sentence).not.toContain('%{')
    }
  })

  it('a valid schema is accepted, also with the keys that editors add', () => {
    expect(schemaProblem(REPORT_SCHEMA)).toBeUndefined()
    const editorKeys = { $schema: 'https://json-schema.org/draft-07/schema', additionalProperties: false }
    expect(schemaProblem({ ...REPORT_SCHEMA, ...editorKeys })).toBeUndefined()
  })

  it('the validation never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), valueSchemas, fc.nat(), (junk, schema, nth) => {
        expect(() => schemaProblem(junk)).not.toThrow()
        expect(() => schemaProblem(withJunk(schema, junk, nth))).not.toThrow()
      }),
      { numRuns: 100, seed: 20261123 },
    )
  })
})

describe('a value of a method with a schema', () => {
  const valid = { interval: 60, mode: 'full', server: { host: 'a.example.com', port: 80 } }
  const expectSentences = ({ code, params }: ValueProblem) => {
    for (const locale of ['ko', 'en'] as const)
      expect(config.translate(locale, `errors.${code}`, params)).not.toMatch(/errors\.|%\{/)
  }
  /** The problems, or `false` without any. */
  const problemsOf = (value: unknown, content: Parameters<typeof readMethodValue>[0] = report) => {
    const read = readMethodValue(content, value, rules)
    if (!('problem' in read)) return false
    Object.values(read.parts ?? { value: read.problem }).forEach(expectSentences)
    return read.parts
      ? Object.entries(read.parts).map(([path, { code }]) => `${path}: ${code}`)
      : read.problem.code
  }

  test.each<[unknown, unknown]>([
    [valid, false],
    [JSON.stringify(valid), false],
    [{ interval: 60, mode: 'brief' }, false],
    ['', ['interval: valueRequired', 'mode: valueRequired']],
    ['not JSON', 'valueNotObject'],
    [60, 'valueNotObject'],
    ['['.repeat(100), 'valueNotObject'],
    [{ ...valid, interval: 9 }, ['interval: valueBelow']],
    [{ ...valid, interval: '60' }, ['interval: valueNotNumber']],
    [{ ...valid, interval: 60.5 }, ['interval: valueNotInteger']],
    ['{"interval":1e999,"mode":"full"}', ['interval: valueNotNumber']],
    [{ ...valid, mode: 'all' }, ['mode: valueNotChoice']],
    [{ ...valid, compress: 'yes' }, ['compress: valueNotBoolean']],
    [{ ...valid, reboot: true }, ['reboot: valueUnknownKey']],
    [`${JSON.stringify(valid).slice(0, -1)},"__proto__":{"x":1}}`, ['__proto__: valueUnknownKey']],
    [{ ...valid, server: 'a.example.com' }, ['server: valueNotObject']],
    [{ ...valid, server: { port: 0 } }, ['server.host: valueRequired', 'server.port: valueBelow']],
    [{ ...valid, server: { host: 'A B' } }, ['server.host: valuePattern']],
    [{ ...valid, server: { host: 'ab' } }, ['server.host: valueTooShort']],
    [
      { ...valid, server: { host: 'a'.repeat(41), port: 65_536 } },
      ['server.host: valueTooLong', 'server.port: valueAbove'],
    ],
    [{ ...valid, server: { host: 'a\u0000b' } }, ['server.host: valueCharacters']],
    [{ ...valid, server: { host: 'abc', path: '/' } }, ['server.path: valueUnknownKey']],
    [{ ...valid, mode: 'x'.repeat(4000) }, 'valueTooLarge'],
  ])('%j has the problems %j', (value, problems) => {
    expect(problemsOf(value)).toEqual(problems)
  })

  it('has a problem that names the only bound of its number', () => {
    const Schema = schemaOf({ low: { type: 'integer', minimum: 1 }, high: { type: 'integer', maximum: 1 } })
    const problems = problemsOf({ low: 0, high: 2 }, { Type: 'object', Schema })
    expect(problems).toEqual(['low: valueMinimum', 'high: valueMaximum'])
  })

  it('may be as long as config allows', () => {
    const Schema = { type: 'object', properties: { note: { type: 'string' } } }
    const types = { ...rules.types, object: { ...rules.types.object!, maxLength: 9000 } }
    const isAccepted = (length: number) =>
      'text' in readMethodValue({ Type: 'object', Schema }, { note: 'a'.repeat(length) }, { ...rules, types })
    expect([isAccepted(8900), isAccepted(9000)]).toEqual([true, false])
  })

  it('is stored in the order of the schema, with the lines to display', () => {
    expect(readMethodValue(report, { mode: 'full', compress: true, interval: 60 }, rules)).toEqual({
      text: '{"interval":60,"mode":"full","compress":true}',
      lines: [
        { label: { ko: '보고 주기(초)', en: 'Report interval (s)' }, value: 60 },
        { label: { ko: '방식', en: 'Mode' }, value: { ko: '전체', en: 'Everything' } },
        { label: { ko: '압축', en: 'Compress' }, value: true },
      ],
    })
  })

  it('cannot be validated if the schema is invalid', () => {
    const broken = { Type: 'object', Schema: { type: 'object' } }
    expect(methodSchema(broken, rules)).toBeUndefined()
    expect(readMethodValue(broken, {}, rules)).toEqual({ problem: { code: 'valueSchema', params: {} } })
  })
})

describe('form, server and JSON Schema agree', () => {
  const ajv = createAjv({ strict: false })

  test('for any schema and any value', () => {
    const counts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(
        valueSchemas.chain(schema => fc.tuple(fc.constant(schema), valuesNear(schema))),
        ([schema, value]) => {
          expect(schemaProblem(schema)).toBeUndefined()
          const plain = plainSchema(schema, 'ko')
          expect(ajv.validateSchema(plain)).toBe(true)
          const read = readMethodValue({ Type: 'object', Schema: schema }, value, rules)
          const accepted = ajv.validate(plain, value)
          expect([value, 'text' in read]).toEqual([value, accepted])
          if ('text' in read) {
            counts.accepted += 1
            expect(JSON.parse(read.text)).toEqual(value)
            expect(readMethodValue({ Type: 'object', Schema: schema }, read.text, rules)).toEqual(read)
          } else counts.refused += 1
        },
      ),
      { numRuns: 200, seed: 20261123 },
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(20)
  })

  test('the value that the form sends is not changed by loading it again', () => {
    fc.assert(
      fc.property(
        valueSchemas.chain(schema => fc.tuple(fc.constant(schema), valuesNear(schema))),
        ([schema, value]) => {
          const text = entryToJson(schema, entryFromJson(schema, JSON.stringify(value)))
          expect(entryToJson(schema, entryFromJson(schema, text))).toBe(text)
        },
      ),
      { numRuns: 100, seed: 20261124 },
    )
  })
})

describe('the form', () => {
  it('has a control for each value and a group for each nested object, in the language of the user', () => {
    expect(objectLayout(REPORT_SCHEMA, 'en').elements).toMatchObject([
      { type: 'Control', scope: '#/properties/interval', label: 'Report interval (s)' },
      { type: 'Control', scope: '#/properties/mode', label: 'Mode' },
      { type: 'Control', scope: '#/properties/compress', label: 'Compress' },
      {
        type: 'Group',
        label: 'Server',
        elements: [{ scope: '#/properties/server/properties/host', label: 'Host' }, { label: 'Port' }],
      },
    ])
  })

  it('leaves out an empty group unless it is required', () => {
    const entry = withEntry(defaultEntry(REPORT_SCHEMA), ['server', 'port'], 80)
    expect(entryToJson(REPORT_SCHEMA, entry)).toContain('"server":{"port":80}')
    expect(entryToJson(REPORT_SCHEMA, withEntry(entry, ['server', 'port'], undefined))).not.toContain(
      'server',
    )
    const needed = { ...REPORT_SCHEMA, required: ['server'] }
    expect(entryToJson(needed, {})).toBe('{"server":{}}')
  })

  it('drops values that the schema no longer has, and starts with the defaults if the value is masked', () => {
    const defaults = { interval: 60, compress: false }
    expect(entryFromJson(REPORT_SCHEMA, '{"interval":60,"gone":1,"mode":{}}')).toEqual(defaults)
    expect(entryFromJson(REPORT_SCHEMA, '********')).toEqual(defaults)
  })

  it('shows the bounds of a value', () => {
    const { interval, mode, server } = REPORT_SCHEMA.properties
    expect(boundsSentence(interval)).toEqual({ key: 'value', params: { min: 10, max: 3600 } })
    expect(boundsSentence(server.properties.host)).toEqual({ key: 'length', params: { min: 3, max: 40 } })
    expect(boundsSentence({ type: 'number', minimum: 1 })).toEqual({ key: 'least', params: { min: 1 } })
    expect(boundsSentence({ type: 'number', maximum: 1 })).toEqual({ key: 'most', params: { max: 1 } })
    expect(boundsSentence(mode)).toBeUndefined()
  })
})

const schema = schemaOf({ ssid: { type: 'string' }, key: { type: 'string', format: 'password' } })

it('a secret among the values makes the command secret, is left out of its text, and is masked where values are displayed', () => {
  expect(isSecretMethod({ Type: 'object', Schema: schema }, rules)).toBe(true)
  expect(isSecretMethod(report, rules)).toBe(false)
  const entered = '{"ssid":"home","key":"abcdefgh"}'
  expect(withoutSecretParts({ Type: 'object', Schema: schema }, entered, rules)).toBe('{"ssid":"home"}')
  expect(withoutSecretParts(report, '{}', rules)).toBeUndefined()
  expect(withoutSecretParts({ Type: 'password' }, 'abc', rules)).toBe('')
  const lines = linesOf(schema as never, { ssid: 'home', key: 'abcdefgh' })
  expect(
    lines.map(line => lineText(line, 'en', String)).map(({ label, value }) => `${label}: ${value}`),
  ).toEqual(['ssid: home', 'key: ********'])
})
