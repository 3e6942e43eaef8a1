/**
 * Values that no form sends, in every field and filter: accepted or refused, and never an error of the server (security
 * 40).
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { compileWith } from '../support/config'
import { KINDS_FIELDS, KINDS_RESOURCE } from '../support/everyKind'
import { insertRow } from '../support/rows'
import { atScale } from '../support/scale'
import { startTestApp, type TestApp } from '../support/server'

type Json = Record<string, unknown>

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** JSON texts: some of these values have no JavaScript literal. */
const ODD = [
  '{"toString":1}',
  '{"__proto__":{"id":1}}',
  '[]',
  '["a"]',
  '1.5',
  '1e300',
  '-0',
  '2147483648',
  '-9007199254740993',
  'null',
  '""',
  '"__proto__"',
  '"99999999999999999999"',
  '"\\u0000"',
  '"\\ud800"',
  '"+275760-09-13T00:00:00.001Z"',
  nested(60),
  JSON.stringify(nested(20_000)),
]
let next = 0
/** All values in `npm run sec`; otherwise the next one, so that every value is sent to many fields. */
const valuesForField = () => Array.from({ length: atScale(1, ODD.length) }, () => ODD[next++ % ODD.length]!)

/** A field of each kind that config adds to a resource of the contract. */
const added = Object.fromEntries(
  Object.entries(KINDS_FIELDS).map(([name, field]) => [
    `x_${name}`,
    { ...field, required: false, confirm: undefined, input: undefined },
  ]),
)
const current = compileWith({
  'resources/kinds.json': KINDS_RESOURCE,
  'resources/clients.json': file => void Object.assign(file.fields, added),
})
const kinds = { name: '가', size: 'a', side: 'b', model: 1 }

type Way = [method: 'PUT' | 'POST', url: string, body: Json, fields: readonly string[]]
const fieldsOf = (resource: string) => [
  ...new Set(Object.keys(current.shared.resources[resource]!.fields).map(name => name.split('.', 1)[0]!)),
  ...['id', 'created', 'updated', '__proto__'],
]
const WAYS: Way[] = [
  ['PUT', '/api/clients/', { name: '가', email: 'a@b.kr' }, fieldsOf('clients')],
  ['PUT', '/api/clients/', { id: 2 }, fieldsOf('clients')],
  ['PUT', '/api/client/', {}, [...fieldsOf('clients'), 'current_password']],
  ['PUT', '/api/admin/vendors', { name: '가', brn: '1248100998' }, fieldsOf('vendors')],
  ['PUT', '/api/admin/vendors/1', {}, fieldsOf('vendors')],
  ['PUT', '/api/batches/-1', { name: '가', comment: '나', model: 1 }, fieldsOf('batches')],
  ['PUT', '/api/batches/1', {}, fieldsOf('batches')],
  ['POST', '/api/resources/models', { name: '가' }, fieldsOf('models')],
  ['PUT', '/api/resources/models/1', {}, fieldsOf('models')],
  ['POST', '/api/resources/bunches', { name: '가', batch: 1 }, fieldsOf('bunches')],
  ['PUT', '/api/resources/bunches/1', {}, fieldsOf('bunches')],
  ['POST', '/api/resources/methods', { code: 'x', caption: '가' }, fieldsOf('methods')],
  ['PUT', '/api/resources/methods/1', {}, fieldsOf('methods')],
  ['POST', '/api/resources/kinds', kinds, fieldsOf('kinds')],
  ['PUT', '/api/resources/kinds/1', {}, fieldsOf('kinds')],
  [
    'POST',
    '/api/orders/order',
    { code: 'apn', data: 'a', targets: [] },
    ['code', 'data', 'title', 'started', 'expired', 'batch', 'bunch', 'targets'],
  ],
  ['POST', '/api/orders', { page_index: 1 }, ['page_index', 'page_limit', 'status', 'search']],
  ['POST', '/api/orders/marks', { ids: [1], read: true }, ['ids', 'read', 'star', 'archived']],
  ['POST', '/api/orders/preview', { code: 'apn', batch: 1 }, ['code', 'batch', 'bunch', 'targets']],
  [
    'POST',
    '/api/devices',
    { topic: 'number', alike: '0101', status: 'all' },
    ['topic', 'alike', 'status', 'max'],
  ],
  ['POST', '/api/devices/numbers', { ids: [] }, ['ids', 'numbers']],
  ['POST', '/api/auth/login', { email: 'a@b.kr', password: 'x' }, ['email', 'password']],
  ['POST', '/api/auth/signup', { email: 'guest@test.local', password: 'x' }, ['email', 'password']],
]

/** The body with this JSON text as the value of the field. */
function bodyWith(body: Json, field: string, value: string): string {
  const others = Object.entries(body).filter(([name]) => name !== field)
  const parts = others.map(([name, other]) => `${JSON.stringify(name)}:${JSON.stringify(other)}`)
  return `{${[...parts, `${JSON.stringify(field)}:${value}`].join(',')}}`
}

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(undefined, { current: () => current })
  await insertRow(api.db, 'models', { name: 'TX-1' })
  await insertRow(api.db, 'batches', { name: '서울', vendor_id: 1, model_id: 1 })
  await insertRow(api.db, 'bunches', { name: '강북', batch_id: 1 })
  await insertRow(api.db, 'methods', { code: 'apn', caption: 'APN', content: '{"Type":"text"}' })
  const record = { resource: 'kinds', vendor_id: 1, maker_id: 1, data: JSON.stringify(kinds) }
  await insertRow(api.db, 'records', record)
})

const send = async (method: Way[0], url: string, payload: string, headers: object = {}) => {
  const json = { 'content-type': 'application/json', ...headers }
  const response = await api.ask('master', { method, url, headers: json, payload })
  return { status: response.statusCode, body: response.body }
}

it.each(WAYS)('%s %s %j accepts or refuses odd values in all fields', async (method, url, body, fields) => {
  const errors: string[] = []
  for (const field of fields)
    for (const value of valuesForField()) {
      const response = await send(method, url, bodyWith(body, field, value))
      if (response.status >= 500 || (response.status >= 400 && !/"code":/.test(response.body)))
        errors.push(`${field} ${value.slice(0, 60)}: ${response.body}`)
    }
  expect(errors).toEqual([])
})

it('all lists can still be read', async () => {
  const lists = ['/api/admin/clients', '/api/admin/vendors', '/api/batches']
  const resources = ['models', 'bunches', 'methods', 'kinds'].map(name => `/api/resources/${name}`)
  for (const url of [...lists, ...resources])
    expect([url, (await api.ask('master', url)).statusCode]).toEqual([url, 200])
})

it.each(['kinds', 'models', 'methods'])('filters of %s accept or refuse odd values', async name => {
  const fields = [...Object.keys(KINDS_FIELDS), 'q', 'id', 'count_gte', 'moment_lte', '__proto__']
  for (const field of fields)
    for (const value of valuesForField()) {
      const filter = encodeURIComponent(`{"${field}":${value}}`)
      const { statusCode } = await api.ask('master', `/api/resources/${name}?filter=${filter}`)
      expect([field, value, statusCode < 500]).toEqual([field, value, true])
    }
})

describe('a deeply nested body is refused', () => {
  // Without a token bodies are small in any case.
  const ways = WAYS.filter(([, url]) => !url.startsWith('/api/auth/')).filter(
    (_, index) => index % atScale(7, 1) === 0,
  )
  const headers = { 'idempotency-key': 'deep' }

  it.each(ways)('by %s %s', async (method, url, body, [field]) => {
    const deep = await send(method, url, bodyWith(body, field!, nested(100_000)), headers)
    expect(deep).toEqual({ status: 400, body: expect.stringContaining('"tooDeep"') })
  })

  it('in a key that the call does not know', async () => {
    const body = bodyWith({}, 'unused', `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`)
    expect((await send('POST', '/api/resources/kinds', body, headers)).status).toBe(400)
  })
})
