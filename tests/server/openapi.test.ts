/**
 * `/api/openapi.json` is valid and true: what its schemas take the server takes, and what they refuse it refuses by
 * name.
 */
import { Validator } from '@seriousme/openapi-schema-validator'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { describeApi } from '../../src/engine/openapi'
import { seedDemo } from '../../src/server/demo'
import { levels } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { newDatabase } from '../support/databases'
import { KINDS_RESOURCE, PICTURE } from '../support/everyKind'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

type Json = Record<string, unknown>
interface Schema extends Json {
  properties: Record<string, Json>
  required?: string[]
  $ref?: string
}

const KINDS = '/api/resources/kinds'
const grade = {
  type: 'select',
  label: { ko: '등급', en: 'Grade' },
  choices: [{ value: 'gold', label: '우수' }],
  read: 'vendor',
}

function configured() {
  const files = configFiles()
  files['resources/kinds.json'] = JSON.stringify(KINDS_RESOURCE)
  const vendors = JSON.parse(files['resources/vendors.json']!) as { fields: Json }
  vendors.fields.grade = grade
  files['resources/vendors.json'] = JSON.stringify(vendors)
  const result = compileConfig(files)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.config
}
const current = configured()

let api: TestApp
let document: { paths: Record<string, Record<string, Json>>; components: { schemas: Record<string, Schema> } }
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
  api = await startTestApp(db, { bare: true, config: { ...testConfig(), current: () => current } })
  document = (await api.app.inject('/api/openapi.json')).json()
})
const master = 'master@demo.local'
const bodyOf = (path: string, method: string): Schema => {
  const body = document.paths[path]![method]!.requestBody as { content: Json }
  const { schema } = body.content['application/json'] as { schema: Schema }
  return schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
}
const fits = (schema: unknown, value: unknown) => Value.Check(schema as TSchema, value)

/** Where a type alone does not say what is sound. */
const SAMPLES: Json = {
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
const ODD = [{ odd: 1 }, 'x'.repeat(40), 'x', 99, -99, 1.5, true, ['a'], ['zz', 'a'], '2026-13-41']

describe('the document', () => {
  it('is valid OpenAPI 3.1, with config’s own resources and the fields that config adds', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect([errors, valid]).toEqual([undefined, true])
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([KINDS, `${KINDS}/{id}`, '/api/resources/models', '/api/devices']),
    )
    expect(document.components.schemas.VendorInput!.properties.grade).toEqual({
      anyOf: [{ type: ['string', 'number'], enum: ['gold'] }, { enum: [null] }],
      description: '등급 / Grade. gold: 우수. Read from level vendor up',
    })
    expect(document.components.schemas['resource.kinds.create']!.required).toEqual([
      'name',
      'size',
      'side',
      'model',
    ])
    expect(document.paths[KINDS]!.post!.description).toBe('From level vendor up.')
  })

  it('holds nothing that the page does not, and is asked for again by its ETag', async () => {
    const { headers, body } = await api.app.inject('/api/openapi.json')
    for (const secret of ['lockMinutes', 'idempotencyHours', 'perSecond']) expect(body).not.toContain(secret)
    const again = await api.app.inject({
      url: '/api/openapi.json',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const changed = describeApi({ ...current.shared, hash: 'other' })
    expect((changed.info as Json).version).toBe('other')
  })
})

describe('the schemas are true:', () => {
  const base = () => ({ name: SAMPLES.name, size: 'a', side: 'b', model: 1 })
  const post = (payload: object) => api.ask(master, { method: 'POST', url: KINDS, payload })

  it('a record of all that they describe is taken, and what is answered fits its own schema', async () => {
    const schema = bodyOf(KINDS, 'post')
    const sent = Object.fromEntries(
      Object.keys(schema.properties).flatMap(name => (name in SAMPLES ? [[name, SAMPLES[name]]] : [])),
    )
    expect(Object.keys(sent).length).toBeGreaterThan(15)
    expect(fits(schema, sent)).toBe(true)
    const made = await post(sent)
    expect([made.statusCode, made.json().errors]).toEqual([200, undefined])
    expect(fits(document.components.schemas['resource.kinds'], made.json())).toBe(true)
  })

  it.each(Object.keys(KINDS_RESOURCE.fields))(
    '%s: what is taken, and what is refused by its name',
    async name => {
      const schema = bodyOf(KINDS, 'post')
      const field = schema.properties[name]!
      const none = [null, '', [], 0].filter(value => !schema.required?.includes(name) && fits(field, value))
      for (const value of [SAMPLES[name], ...none]) {
        const body = { ...base(), [name]: value }
        expect([value, fits(schema, body)]).toEqual([value, true])
        const { statusCode, json } = await post(body)
        expect([value, statusCode, statusCode === 200 ? undefined : json().errors]).toEqual([
          value,
          200,
          undefined,
        ])
      }
      const wrong = ODD.filter(value => !fits(field, value))
      for (const value of wrong) {
        const { statusCode, json } = await post({ ...base(), [name]: value })
        expect([value, statusCode, Object.keys(json().errors ?? {})]).toEqual([value, 422, [name]])
      }
      // JSON takes all that is no unfinished text.
      if (name !== 'shape') expect(wrong.length).toBeGreaterThan(3)
    },
  )

  it.each(['name', 'size', 'side', 'model'])('%s is required', async name => {
    const { [name as 'name']: _, ...rest } = base()
    expect(fits(bodyOf(KINDS, 'post'), rest)).toBe(false)
    expect(fits(bodyOf(`${KINDS}/{id}`, 'put'), rest)).toBe(true)
    const { statusCode, json } = await post(rest)
    expect([statusCode, Object.keys(json().errors)]).toEqual([422, [name]])
  })

  it('a key that is not described is refused, in a resource of config and in one of the product', async () => {
    expect(fits(bodyOf(KINDS, 'post'), { ...base(), zz: 1 })).toBe(false)
    expect(Object.keys((await post({ ...base(), zz: 1 })).json().errors)).toEqual(['zz'])
    const put = (payload: object) => api.ask(master, { method: 'PUT', url: '/api/admin/vendors/1', payload })
    const schema = bodyOf('/api/admin/vendors/{id}', 'put')
    for (const [payload, errors] of [
      [{ grade: 'gold' }, undefined],
      [{ grade: null }, undefined],
      [{ grade: 'none' }, ['grade']],
      [{ grade: true }, ['grade']],
    ] as const) {
      const { json } = await put(payload)
      const found = json().errors as Json | undefined
      expect([payload, fits(schema, payload), found && Object.keys(found)]).toEqual([
        payload,
        !errors,
        errors,
      ])
    }
  })
})
