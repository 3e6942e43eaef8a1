/** Values that no form sends, in every field of every record and filter: refused or taken, never a failure of ours (security 40). */
import { beforeAll, describe, expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { newDatabase } from '../support/databases'
import { KINDS_FIELDS, KINDS_RESOURCE } from '../support/everyKind'
import { atScale } from '../support/scale'
import { startTestApp, type TestApp } from '../support/server'

type Json = Record<string, unknown>

const depth = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** As they stand in a body: JSON can say more than JavaScript would write. */
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
  depth(60),
  JSON.stringify(depth(20_000)),
]

/** All of them by `npm run sec`. */
const TRIED = ODD.filter((_, at) => at % atScale(9, 1) === 0)

const ADDED_TO = ['clients']
/** Fields that config adds, beside those of the product. */
const added = Object.fromEntries(
  Object.entries(KINDS_FIELDS).map(([name, field]) => [
    `x_${name}`,
    { ...field, required: false, confirm: undefined, input: undefined },
  ]),
)

function compiled() {
  const files = configFiles()
  files['resources/kinds.json'] = JSON.stringify(KINDS_RESOURCE)
  for (const name of ADDED_TO) {
    const path = `resources/${name}.json`
    const file = JSON.parse(files[path]!) as { fields: Json }
    Object.assign(file.fields, added)
    files[path] = JSON.stringify(file)
  }
  const result = compileConfig(files)
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config
}

const current = compiled()
const config = { ...testConfig(), current: () => current }
const fieldsOf = (resource: string) => [
  ...new Set(Object.keys(current.shared.resources[resource]!.fields).map(name => name.split('.', 1)[0]!)),
  'id',
  'created',
  'updated',
  '__proto__',
]
const kinds = { name: '가', size: 'a', side: 'b', model: 1 }

interface Way {
  method: 'PUT' | 'POST'
  url: string
  base: Json
  keys: readonly string[]
}
const write = (method: Way['method'], url: string, base: Json, keys: readonly string[]): Way => ({
  method,
  url,
  base,
  keys,
})
const WAYS: Way[] = [
  write('PUT', '/api/clients/', { name: '가', email: 'a@b.kr' }, fieldsOf('clients')),
  write('PUT', '/api/clients/', { id: 2 }, fieldsOf('clients')),
  write('PUT', '/api/client/', {}, [...fieldsOf('clients'), 'current_password']),
  write('PUT', '/api/admin/vendors', { name: '가', brn: '1248100998' }, fieldsOf('vendors')),
  write('PUT', '/api/admin/vendors/1', {}, fieldsOf('vendors')),
  write('PUT', '/api/batches/-1', { name: '가', comment: '나', model: 1 }, fieldsOf('batches')),
  write('PUT', '/api/batches/1', {}, fieldsOf('batches')),
  write('POST', '/api/resources/models', { name: '가' }, fieldsOf('models')),
  write('PUT', '/api/resources/models/1', {}, fieldsOf('models')),
  write('POST', '/api/resources/bunches', { name: '가', batch: 1 }, fieldsOf('bunches')),
  write('PUT', '/api/resources/bunches/1', {}, fieldsOf('bunches')),
  write('POST', '/api/resources/methods', { code: 'x', caption: '가' }, fieldsOf('methods')),
  write('PUT', '/api/resources/methods/1', {}, fieldsOf('methods')),
  write('POST', '/api/resources/kinds', kinds, fieldsOf('kinds')),
  write('PUT', '/api/resources/kinds/1', {}, fieldsOf('kinds')),
  write('POST', '/api/orders/order', { code: 'apn', data: 'a', targets: [] }, [
    'code',
    'data',
    'title',
    'started',
    'expired',
    'batch',
    'bunch',
    'targets',
  ]),
  write('POST', '/api/orders', { page_index: 1, page_limit: 5 }, [
    'page_index',
    'page_limit',
    'status',
    'search',
  ]),
  write('POST', '/api/orders/marks', { ids: [1], read: true }, ['ids', 'read', 'star', 'archived']),
  write('POST', '/api/orders/preview', { code: 'apn', batch: 1 }, ['code', 'batch', 'bunch', 'targets']),
  write('POST', '/api/devices', { topic: 'number', alike: '0101', status: 'all', max: 50 }, [
    'topic',
    'alike',
    'status',
    'max',
  ]),
  write('POST', '/api/devices/numbers', { ids: [] }, ['ids', 'numbers']),
  write('POST', '/api/auth/login', { email: 'a@b.kr', password: 'x' }, ['email', 'password']),
  write('POST', '/api/auth/signup', { email: 'guest@test.local', password: 'x' }, ['email', 'password']),
]

/** A body in which one key has that value, whatever it is. */
function bodyWith(base: Json, key: string, value: string): string {
  const parts = Object.entries(base)
    .filter(([name]) => name !== key)
    .map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`)
  return `{${[...parts, `${JSON.stringify(key)}:${value}`].join(',')}}`
}

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  await api.db.insertInto('models').values({ name: 'TX-1' }).execute()
  await api.db.insertInto('batches').values({ name: '서울', vendor_id: 1, model_id: 1 }).execute()
  await api.db.insertInto('bunches').values({ name: '강북', batch_id: 1 }).execute()
  await api.db
    .insertInto('methods')
    .values({ code: 'apn', caption: 'APN', content: '{"Type":"text"}' })
    .execute()
  await api.db
    .insertInto('records')
    .values({ resource: 'kinds', vendor_id: 1, maker_id: 1, data: JSON.stringify(kinds) })
    .execute()
})

const send = async ({ method, url }: Pick<Way, 'method' | 'url'>, body: string, headers: object = {}) => {
  const answer = await api.ask('master', {
    method,
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.body }
}

describe.each(WAYS)('$method $url', way => {
  it('takes or refuses whatever stands in its fields', async () => {
    const failed: string[] = []
    for (const key of way.keys)
      for (const value of TRIED) {
        const { status, body } = await send(way, bodyWith(way.base, key, value))
        if (status >= 500 || (status >= 400 && !/"code":/.test(body)))
          failed.push(`${key} ${value.slice(0, 60)}: ${body}`)
      }
    expect(failed).toEqual([])
  })
})

it('keeps no record that its list cannot show', async () => {
  const lists = ['/api/admin/clients', '/api/admin/vendors', '/api/batches']
  const rest = ['models', 'bunches', 'methods', 'kinds'].map(name => `/api/resources/${name}`)
  for (const url of [...lists, ...rest])
    expect([url, (await api.ask('master', url)).statusCode]).toEqual([url, 200])
})

describe('filters', () => {
  const NAMES = Object.keys(KINDS_FIELDS)
  it.each(['kinds', 'models', 'methods'])('of %s take or refuse whatever they hold', async name => {
    const failed: string[] = []
    for (const value of TRIED)
      for (const key of [...NAMES, 'q', 'id', 'count_gte', 'moment_lte', '__proto__']) {
        const filter = encodeURIComponent(`{"${key}":${value}}`)
        const answer = await api.ask('master', `/api/resources/${name}?filter=${filter}`)
        if (answer.statusCode >= 500) failed.push(`${key} ${value}: ${answer.body}`)
      }
    expect(failed).toEqual([])
  })
})

it.each([1_000, 100_000])('a body nested %i deep is refused', async levels => {
  const headers = { 'idempotency-key': `deep-${levels}` }
  // Before somebody has signed in a body is small in any case.
  for (const way of WAYS.filter(({ url }) => !url.startsWith('/api/auth/'))) {
    const [key] = way.keys
    const deep = await send(way, bodyWith(way.base, key!, depth(levels)), headers)
    expect([way.url, deep]).toEqual([way.url, { status: 400, body: expect.stringContaining('"tooDeep"') }])
  }
  const unused = bodyWith({}, 'unused', `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
  expect((await send({ method: 'POST', url: '/api/resources/kinds' }, unused, headers)).status).toBe(400)
})
