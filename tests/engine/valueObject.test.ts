/**
 * Order methods with several values: their schema, the judgement of a value, what the form makes of it and how people
 * read it.
 */
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
import { readObject } from '../../src/engine/valueObject/readObject'
import { schemaProblem } from '../../src/engine/valueObject/schemaProblem'
import { packageConfig, testConfig } from '../support/config'
import { REPORT_SCHEMA, valueSchemas, valuesNear } from '../support/valueSchemas'

const rules = methodRules(packageConfig().shared)
const report = { Type: 'object', Schema: REPORT_SCHEMA }
const config = testConfig()

const of = (properties: unknown, further: object = {}) => ({ type: 'object', properties, ...further })
const one = (property: unknown) => of({ a: property })

describe('a schema that the form would not understand is refused with its place', () => {
  test.each<[unknown, string, string]>([
    ['text', 'object', '{ }'],
    [{ type: 'string' }, 'root', 'type'],
    [of({}), 'none', 'properties'],
    [of({ a: 'string' }), 'object', 'properties.a'],
    [one({ $ref: '#/properties/a' }), 'unknownKey', 'properties.a.$ref'],
    [one({ type: 'string', minLenght: 3 }), 'unknownKey', 'properties.a.minLenght'],
    [one({ type: ['string', 'null'] }), 'type', 'properties.a.type'],
    [of({ 'a.b': { type: 'string' } }), 'name', 'properties.a.b'],
    [of({ constructor: { type: 'string' } }), 'name', 'properties.constructor'],
    [
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      'name',
      'properties.__proto__',
    ],
    [one({ type: 'string', title: { ko: '이름' } }), 'text', 'properties.a.title'],
    [one({ type: 'string', minLength: -1 }), 'length', 'properties.a.minLength'],
    [one({ type: 'integer', minimum: '3' }), 'number', 'properties.a.minimum'],
    [one({ type: 'integer', minimum: 5, maximum: 3 }), 'order', 'properties.a.minimum'],
    [one({ type: 'string', pattern: '(' }), 'badPattern', 'properties.a.pattern'],
    [one({ type: 'string', pattern: '(?=a)b' }), 'patternUnsupported', 'properties.a.pattern'],
    [one({ type: 'string', pattern: '(a{1,30}){1,30}' }), 'patternTooLarge', 'properties.a.pattern'],
    [one({ type: 'string', format: 'email' }), 'format', 'properties.a.format'],
    [one({ type: 'string', enum: [] }), 'choices', 'properties.a.enum'],
    [one({ type: 'string', enum: ['a', 1] }), 'choiceValue', 'properties.a.enum.1'],
    [one({ type: 'integer', enum: [1, 1] }), 'choiceTwice', 'properties.a.enum.1'],
    [one({ type: 'string', oneOf: [{ const: 'a' }] }), 'text', 'properties.a.oneOf.0.title'],
    [one({ type: 'string', oneOf: ['a'] }), 'choice', 'properties.a.oneOf.0'],
    [one({ type: 'string', enum: ['a'], oneOf: [] }), 'choicesTwice', 'properties.a.oneOf'],
    [one({ type: 'integer', maximum: 3, default: 4 }), 'default', 'properties.a.default'],
    [one({ type: 'string', format: 'password', default: 'abcdefgh' }), 'default', 'properties.a.default'],
    [of({ a: { type: 'string' } }, { required: ['b'] }), 'required', 'required'],
    [of({ a: { type: 'string' } }, { required: 'a' }), 'list', 'required'],
    [of({ a: { type: 'string' } }, { additionalProperties: true }), 'closed', 'additionalProperties'],
    [of({ a: of({ b: of({ c: { type: 'string' } }) }) }), 'nested', 'properties.a.properties.b'],
    [
      of(Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`p${at}`, { type: 'boolean' }]))),
      'tooMany',
      'properties',
    ],
    [one({ type: 'string', description: 'x'.repeat(501) }), 'text', 'properties.a.description'],
    [
      one({ type: 'string', enum: Array.from({ length: 90 }, (_, at) => `${at}${'x'.repeat(200)}`) }),
      'tooLarge',
      '{ }',
    ],
  ])('%j: %s at %s', (schema, code, at) => {
    const found = schemaProblem(schema)
    expect(found).toMatchObject({ code: `field.schema.${code}`, params: { at } })
    for (const locale of ['ko', 'en'] as const) {
      const sentence = config.translate(locale, `errors.${found!.code}`, found!.params)
      expect(sentence).not.toContain('field.schema')
      expect(sentence).not.toContain('%{')
    }
  })

  it('takes the one of the tests, also with what editors write into a schema', () => {
    expect(schemaProblem(REPORT_SCHEMA)).toBeUndefined()
    const written = { $schema: 'https://json-schema.org/draft-07/schema', additionalProperties: false }
    expect(schemaProblem({ ...REPORT_SCHEMA, ...written })).toBeUndefined()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), valueSchemas, fc.nat(), (junk, schema, nth) => {
        expect(() => schemaProblem(junk)).not.toThrow()
        // A sound one with something odd in one place.
        const text = JSON.stringify(schema)
        let at = 0
        JSON.parse(text, (_, value) => {
          at++
          return value as unknown
        })
        const place = nth % at
        at = 0
        const broken: unknown = JSON.parse(text, (_, value) => (at++ === place ? junk : value))
        expect(() => schemaProblem(broken)).not.toThrow()
      }),
      { numRuns: 100, seed: 20261123 },
    )
  })
})

describe('a value is judged by the schema', () => {
  const good = { interval: 60, mode: 'full', server: { host: 'a.example.com', port: 80 } }
  const wrongIn = (value: unknown) => {
    const read = readMethodValue(report, value, rules)
    return 'parts' in read
      ? Object.entries(read.parts!).map(([path, { code }]) => `${path}: ${code}`)
      : 'problem' in read && read.problem.code
  }

  test.each<[unknown, unknown]>([
    [good, false],
    [JSON.stringify(good), false],
    [{ interval: 60, mode: 'brief' }, false],
    ['', ['interval: valueRequired', 'mode: valueRequired']],
    ['not JSON', 'valueNotObject'],
    [60, 'valueNotObject'],
    ['['.repeat(100), 'valueNotObject'],
    [{ ...good, interval: 9 }, ['interval: valueBelow']],
    [{ ...good, interval: '60' }, ['interval: valueNotNumber']],
    [{ ...good, interval: 60.5 }, ['interval: valueNotInteger']],
    ['{"interval":1e999,"mode":"full"}', ['interval: valueNotNumber']],
    [{ ...good, mode: 'all' }, ['mode: valueNotChoice']],
    [{ ...good, compress: 'yes' }, ['compress: valueNotBoolean']],
    [{ ...good, reboot: true }, ['reboot: valueUnknownKey']],
    [`${JSON.stringify(good).slice(0, -1)},"__proto__":{"x":1}}`, ['__proto__: valueUnknownKey']],
    [{ ...good, server: 'a.example.com' }, ['server: valueNotObject']],
    [{ ...good, server: { port: 0 } }, ['server.host: valueRequired', 'server.port: valueBelow']],
    [{ ...good, server: { host: 'A B' } }, ['server.host: valuePattern']],
    [{ ...good, server: { host: 'ab' } }, ['server.host: valueTooShort']],
    [{ ...good, server: { host: 'a\u0000b' } }, ['server.host: valueCharacters']],
    [{ ...good, server: { host: 'abc', path: '/' } }, ['server.path: valueUnknownKey']],
    [{ ...good, mode: 'x'.repeat(4000) }, 'valueTooLarge'],
  ])('%j: %j', (value, wrong) => {
    expect(wrongIn(value)).toEqual(wrong)
  })

  it('may be as long as config allows', () => {
    const Schema = { type: 'object', properties: { note: { type: 'string' } } }
    const types = { ...rules.types, object: { ...rules.types.object!, maxLength: 9000 } }
    const isTaken = (length: number) =>
      'text' in readMethodValue({ Type: 'object', Schema }, { note: 'a'.repeat(length) }, { ...rules, types })
    expect([isTaken(8900), isTaken(9000)]).toEqual([true, false])
  })

  it('is kept in the order of the schema, with the lines that people read', () => {
    expect(readMethodValue(report, { mode: 'full', compress: true, interval: 60 }, rules)).toEqual({
      text: '{"interval":60,"mode":"full","compress":true}',
      lines: [
        { label: { ko: '보고 주기(초)', en: 'Report interval (s)' }, value: 60 },
        { label: { ko: '방식', en: 'Mode' }, value: { ko: '전체', en: 'Everything' } },
        { label: { ko: '압축', en: 'Compress' }, value: true },
      ],
    })
  })

  it('has nothing to be judged by where the schema is not sound', () => {
    const broken = { Type: 'object', Schema: { type: 'object' } }
    expect(methodSchema(broken, rules)).toBeUndefined()
    expect(readMethodValue(broken, {}, rules)).toEqual({ problem: { code: 'valueSchema', params: {} } })
  })

  it('has every sentence in both languages', () => {
    const seen = new Set<string>()
    const schema = {
      ...REPORT_SCHEMA,
      properties: {
        ...REPORT_SCHEMA.properties,
        low: { type: 'integer', minimum: 1 },
        high: { type: 'integer', maximum: 1 },
      },
    } as const
    const top = [
      {},
      { interval: '' },
      { interval: 0.5 },
      { mode: 1 },
      { compress: 1 },
      { x: 1 },
      { low: 0 },
      { high: 2 },
    ]
    const hosts = [1, '', 'x'.repeat(41)].map(host => ({ server: { host } }))
    for (const value of [...top, { server: 1 }, ...hosts]) {
      const read = readObject(schema, value)
      for (const { code, params } of 'problems' in read ? Object.values(read.problems) : []) {
        seen.add(code)
        for (const locale of ['ko', 'en'] as const)
          expect(config.translate(locale, `errors.${code}`, params)).not.toMatch(/errors\.|%\{/)
      }
    }
    expect(seen.size).toBeGreaterThan(9)
  })
})

describe('form, server and JSON Schema agree', () => {
  const ajv = createAjv({ strict: false })

  test('for any schema and any value', () => {
    const seen = { accepted: 0, refused: 0 }
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
            seen.accepted += 1
            expect(JSON.parse(read.text)).toEqual(value)
            expect(readMethodValue({ Type: 'object', Schema: schema }, read.text, rules)).toEqual(read)
          } else seen.refused += 1
        },
      ),
      { numRuns: 200, seed: 20261123 },
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20)
  })

  test('what the form makes of a value stays as it is', () => {
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
  it('sends a good value as it is, with boxes that are not checked', () => {
    const text = '{"interval":60,"mode":"full","compress":false,"server":{"host":"a.example.com","port":80}}'
    expect(
      entryToJson(REPORT_SCHEMA, entryFromJson(REPORT_SCHEMA, text.replace('"compress":false,', ''))),
    ).toBe(text)
  })

  it('has a control for each value and a group for each object within, in the language of the user', () => {
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

  it('begins with the defaults, and sends what it shows', () => {
    expect(defaultEntry(REPORT_SCHEMA)).toEqual({ interval: 60, compress: false })
    expect(entryToJson(REPORT_SCHEMA, defaultEntry(REPORT_SCHEMA))).toBe('{"interval":60,"compress":false}')
  })

  it('leaves a group out while nothing is entered in it, unless it is required', () => {
    const entry = withEntry(defaultEntry(REPORT_SCHEMA), ['server', 'port'], 80)
    expect(entryToJson(REPORT_SCHEMA, entry)).toContain('"server":{"port":80}')
    expect(entryToJson(REPORT_SCHEMA, withEntry(entry, ['server', 'port'], undefined))).not.toContain(
      'server',
    )
    const needed = { ...REPORT_SCHEMA, required: ['server'] }
    expect(entryToJson(needed, {})).toBe('{"server":{}}')
  })

  it('drops what the schema no longer has, and begins anew where the value is concealed', () => {
    expect(entryFromJson(REPORT_SCHEMA, '{"interval":30,"gone":1,"mode":{}}')).toEqual({
      interval: 30,
      compress: false,
    })
    expect(entryFromJson(REPORT_SCHEMA, '********')).toEqual(defaultEntry(REPORT_SCHEMA))
  })

  it('says the bounds before anything is refused', () => {
    const { interval, mode, server } = REPORT_SCHEMA.properties
    expect(boundsSentence(interval)).toEqual({ key: 'value', params: { min: 10, max: 3600 } })
    expect(boundsSentence(server.properties.host)).toEqual({ key: 'length', params: { min: 3, max: 40 } })
    expect(boundsSentence({ type: 'number', minimum: 1 })).toEqual({ key: 'least', params: { min: 1 } })
    expect(boundsSentence({ type: 'number', maximum: 1 })).toEqual({ key: 'most', params: { max: 1 } })
    expect(boundsSentence(mode)).toBeUndefined()
  })
})

describe('a password among the values', () => {
  const schema = of({ ssid: { type: 'string' }, key: { type: 'string', format: 'password' } })

  it('makes the command secret, and is concealed where the others are shown', () => {
    expect(isSecretMethod({ Type: 'object', Schema: schema }, rules)).toBe(true)
    expect(isSecretMethod(report, rules)).toBe(false)
    const entered = '{"ssid":"home","key":"abcdefgh"}'
    expect(withoutSecretParts({ Type: 'object', Schema: schema }, entered, rules)).toBe('{"ssid":"home"}')
    expect(withoutSecretParts(report, '{}', rules)).toBeUndefined()
    expect(withoutSecretParts({ Type: 'password' }, 'abc', rules)).toBe('')
    const lines = linesOf(schema as never, { ssid: 'home', key: 'abcdefgh' })
    expect(lines.map(line => lineText(line, 'en', String))).toEqual([
      { label: 'ssid', value: 'home' },
      { label: 'key', value: '********' },
    ])
  })
})
