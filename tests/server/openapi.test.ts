/** `/api/openapi.json` is valid and true: the server accepts what its schemas accept, and refuses the rest by name. */
import { Validator } from '@seriousme/openapi-schema-validator'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../src/engine/openapi'
import { seedSmallFleet } from '../support/callMatrix'
import { compileWith, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { KINDS_RESOURCE, PICTURE } from '../support/everyKind'
import { startTestApp } from '../support/server'

type Json = Record<string, unknown>
interface Schema extends Json {
  properties: Record<string, Json>
  required?: string[]
  $ref?: string
}

const KINDS = '/api/resources/kinds'
const current = compileWith({
  'resources/kinds.json': KINDS_RESOURCE,
  'resources/vendors.json': ({ fields }) => {
    const choices = [{ value: 'gold', label: '우수' }]
    fields.grade = { type: 'select', label: { ko: '등급', en: 'Grade' }, choices, read: 'vendor' }
  },
})

const db = await newDatabase()
await seedSmallFleet(db)
const api = await startTestApp(db, { bare: true, config: { ...testConfig(), current: () => current } })
const document = (await api.app.inject('/api/openapi.json')).json()
const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
  const response = await api.ask('master@demo.local', { method, url, payload })
  const body = response.json() as Json
  return { status: response.statusCode, refused: body.errors && Object.keys(body.errors), body }
}
const create = (payload: object) => send('POST', KINDS, payload)
const schemaOf = (path: string, method: string): Schema => {
  const { content } = document.paths[path]![method]!.requestBody as { content: Json }
  const { schema } = content['application/json'] as { schema: Schema }
  return schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
}
const accepts = (schema: unknown, value: unknown) => Value.Check(schema as TSchema, value)

/** Valid values of the fields. */
const VALID: Json = {
  email: 'a@example.com',
  phone: '01012345678',
  page: 'https://example.com/a',
  secret: 'far-enough-1',
  color: '#1A2B3C',
  picture: `data:image/png;base64,${PICTURE.toString('base64')}`,
  day: '2026-01-31',
  moment: '2026-01-31T01:02:03Z',
  shape: { a: [1] },
  tags: ['a', 'b'],
  model: 1,
  count: 2,
  active: true,
  size: 'a',
  side: 'b',
  name: '이름',
  note: '메모',
}
const REQUIRED = ['name', 'size', 'side', 'model']
const minimal = () => Object.fromEntries(REQUIRED.map(name => [name, VALID[name]]))
/** Values that are wrong for most kinds of fields. */
const ODD = [{ odd: 1 }, 'x'.repeat(40), 'x', 99, -99, 1.5, true, ['a'], ['zz', 'a'], '2026-13-41']

describe('the document', () => {
  it('is valid OpenAPI 3.1, with the resources and fields that config adds', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect([errors, valid]).toEqual([undefined, true])
    const paths = [KINDS, `${KINDS}/{id}`, '/api/resources/models', '/api/devices']
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths))
    const { schemas } = document.components
    expect(schemas.VendorInput!.properties.grade).toEqual({
      anyOf: [{ type: ['string', 'number'], enum: ['gold'] }, { enum: [null] }],
      description: '등급 / Grade. gold: 우수. Read from level vendor up',
    })
    expect(schemas['resource.kinds.create']!.required).toEqual(REQUIRED)
    expect(document.paths[KINDS]!.post!.description).toBe('From level vendor up.')
  })

  it('has no settings of the server, and an ETag that follows config', async () => {
    const { headers, body } = await api.app.inject('/api/openapi.json')
    for (const setting of ['lockMinutes', 'idempotencyHours', 'perSecond'])
      expect(body).not.toContain(setting)
    const known = { 'if-none-match': String(headers.etag) }
    const again = await api.app.inject({ url: '/api/openapi.json', headers: known })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((describeApi({ ...current.shared, hash: 'other' }).info as Json).version).toBe('other')
  })
})

describe('the schemas are true', () => {
  it('for a record with all fields, and for the response', async () => {
    const schema = schemaOf(KINDS, 'post')
    const record = Object.fromEntries(Object.entries(VALID).filter(([name]) => name in schema.properties))
    expect(Object.keys(record).length).toBeGreaterThan(15)
    expect(accepts(schema, record)).toBe(true)
    const created = await create(record)
    expect([created.status, created.refused]).toEqual([200, undefined])
  })

  it.each(Object.keys(KINDS_RESOURCE.fields))('for valid, empty and wrong values of %s', async name => {
    const schema = schemaOf(KINDS, 'post')
    const field = schema.properties[name]!
    const empty = [null, '', [], 0].filter(value => !schema.required?.includes(name) && accepts(field, value))
    for (const value of [VALID[name], ...empty]) {
      const record = { ...minimal(), [name]: value }
      const { status, refused, body } = await create(record)
      expect([value, accepts(schema, record), status, refused]).toEqual([value, true, 200, undefined])
      expect(accepts(document.components.schemas['resource.kinds'], body)).toBe(true)
    }
    const wrong = ODD.filter(value => !accepts(field, value))
    for (const value of wrong) {
      const { status, refused } = await create({ ...minimal(), [name]: value })
      expect([value, status, refused]).toEqual([value, 422, [name]])
    }
    // A field of JSON accepts almost everything.
    if (name !== 'shape') expect(wrong.length).toBeGreaterThan(3)
  })

  it.each(REQUIRED)('for a missing %s, in a new record and in an edit', async name => {
    const { [name]: _, ...rest } = minimal()
    expect(accepts(schemaOf(KINDS, 'post'), rest)).toBe(false)
    expect(accepts(schemaOf(`${KINDS}/{id}`, 'put'), rest)).toBe(true)
    expect(await create(rest)).toMatchObject({ status: 422, refused: [name] })
  })

  it('for unknown keys, and for a field that config adds to a resource of the contract', async () => {
    const unknown = { ...minimal(), zz: 1 }
    expect(accepts(schemaOf(KINDS, 'post'), unknown)).toBe(false)
    expect((await create(unknown)).refused).toEqual(['zz'])
    const schema = schemaOf('/api/admin/vendors/{id}', 'put')
    for (const [grade, refused] of [
      ['gold', undefined],
      [null, undefined],
      ['none', ['grade']],
      [true, ['grade']],
    ] as const) {
      const saved = await send('PUT', '/api/admin/vendors/1', { grade })
      expect([grade, accepts(schema, { grade }), saved.refused]).toEqual([grade, !refused, refused])
    }
  })
})
