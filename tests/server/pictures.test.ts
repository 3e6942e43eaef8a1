/** Pictures of records: lists do without them, and each comes by itself. */
import type { KyselyPlugin } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { newDatabase } from '../support/databases'
import { picture, pictureBytes } from '../support/pictures'
import { startTestApp, type TestApp } from '../support/server'

type Json = Record<string, unknown>

const FIELDS = {
  x_photo: { type: 'image', label: '사진' },
  x_now: { type: 'image', label: '지금', renamedFrom: 'x_once' },
  x_secret: { type: 'image', label: '숨은 사진', read: 'master' },
}
const CARDS = {
  label: '카드',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'vendor' },
  fields: { name: { type: 'text', label: '이름', required: true }, ...FIELDS },
  list: { columns: ['name', 'x_photo'] },
}
const HAS_PHOTO = {
  name: 'shown',
  type: 'boolean',
  where: { field: 'x_photo', empty: false },
  label: { ko: '사진 있음', en: 'With a photo' },
}

function compiled() {
  const files = configFiles()
  files['resources/cards.json'] = JSON.stringify(CARDS)
  for (const name of ['clients', 'vendors', 'batches', 'models', 'bunches', 'methods', 'devices']) {
    const path = `resources/${name}.json`
    const file = JSON.parse(files[path]!) as { fields: Json; list?: { filters?: Json[] } }
    Object.assign(file.fields, structuredClone(FIELDS))
    if (name === 'clients') file.list!.filters!.push(HAS_PHOTO)
    files[path] = JSON.stringify(file)
  }
  const result = compileConfig(files)
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config
}
const current = compiled()
const config = { ...testConfig(), current: () => current }

const IMG = picture('png', 300, 1)
const PHOTO = picture('webp', 300, 2)
const FORMER = picture('gif', 300, 3)
const SECRET = picture('jpeg', 300, 4)
const extra = JSON.stringify({ x_photo: PHOTO, x_once: FORMER, x_secret: SECRET, x_gone: 1 })
const IMEI = '490154203237518'

/** What the database gives: each answer, as text. */
const read: string[] = []
const recorder: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    read.push(JSON.stringify(result.rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
    return result
  },
}

let api: TestApp
let client = 0
beforeAll(async () => {
  api = await startTestApp((await newDatabase()).withPlugin(recorder), { config })
  const { db } = api
  await db.insertInto('vendors').values({ name: '두리전자' }).execute()
  await api.addAccount({ email: 'other@test.local', level: 6, vendor: 2 })
  client = await api.addAccount({ email: 'seen@test.local', level: 3, vendor: 1 })
  await db.updateTable('clients').set({ img: IMG, extra }).where('id', '=', client).execute()
  await db.updateTable('vendors').set({ img: IMG, extra }).where('id', '=', 1).execute()
  await db.insertInto('models').values({ name: 'TX-1', extra }).execute()
  await db
    .insertInto('batches')
    .values({ name: '서울', vendor_id: 1, model_id: 1, img: IMG, extra })
    .execute()
  await db.insertInto('bunches').values({ name: '강북', batch_id: 1, extra }).execute()
  await db
    .insertInto('methods')
    .values({ code: 'apn', caption: 'APN', content: '{"Type":"text"}', extra })
    .execute()
  await db
    .insertInto('devices')
    .values({ id: IMEI, isdn: '01012345678', model_id: 1, vendor_id: 1, batch_id: 1, extra })
    .execute()
  const data = JSON.stringify({ name: '가', ...JSON.parse(extra) })
  await db
    .insertInto('records')
    .values([
      { resource: 'cards', vendor_id: 1, maker_id: 1, data },
      { resource: 'cards', vendor_id: 1, maker_id: 1, data: JSON.stringify({ name: '나' }) },
    ])
    .execute()
})
beforeEach(() => {
  read.length = 0
})

const search = encodeURIComponent('{"q":"가"}')
describe.each([
  ['/api/admin/clients', ['img', 'x_photo', 'x_now']],
  ['/api/admin/clients?page_index=1&page_limit=20', ['img', 'x_photo', 'x_now']],
  ['/api/admin/clients?search=seen', ['img', 'x_photo', 'x_now']],
  ['/api/admin/clients?page_index=1&search=seen', ['img', 'x_photo', 'x_now']],
  ['/api/admin/clients?shown=true', ['img', 'x_photo', 'x_now']],
  ['/api/admin/clients?page_index=1&shown=true', ['img', 'x_photo', 'x_now']],
  ['/api/admin/vendors', ['img', 'x_photo', 'x_now', 'x_secret'], 'master'],
  ['/api/admin/vendors?page_index=1&order_by=name', ['img', 'x_photo', 'x_now', 'x_secret'], 'master'],
  ['/api/batches', ['img', 'x_photo', 'x_now']],
  ['/api/batches?page_index=1&search=%EC%84%9C', ['img', 'x_photo', 'x_now']],
  ['/api/models?page_index=1', ['x_photo', 'x_now']],
  ['/api/bunches?batch=1', ['x_photo', 'x_now']],
  ['/api/devices?page_index=1', ['x_photo', 'x_now']],
  ['/api/resources/models', ['x_photo', 'x_now']],
  ['/api/resources/bunches', ['x_photo', 'x_now']],
  ['/api/resources/methods', ['x_photo', 'x_now']],
  ['/api/resources/cards', ['x_photo', 'x_now']],
  [`/api/resources/cards?filter=${search}`, ['x_photo', 'x_now']],
] as [string, string[], string?][])('%s', (url, names, who = 'vendor') => {
  it('reads no picture, and says who has one', async () => {
    const answer = await api.ask(who, url)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"pictures":["')])
    expect(answer.body).not.toContain('data:image')
    expect(read.filter(rows => rows.includes('data:image'))).toEqual([])
    const body = answer.json()
    const rows = (body.payload ?? body.data ?? body) as Json[]
    const marked = rows.map(row => row.pictures as string[]).filter(found => found.length > 0)
    expect(marked).toEqual([names])
    expect(rows.filter(row => 'x_photo' in row || 'x_once' in row || 'img' in row)).toEqual([])
  })
})

it('names what only masters see to masters alone', async () => {
  const [row] = (await api.ask('master', '/api/resources/cards')).json()
  expect(row.pictures).toEqual(['x_photo', 'x_now', 'x_secret'])
})

const asked = () =>
  [
    ['clients', String(client), 'img', 'png', 1],
    ['clients', String(client), 'x_photo', 'webp', 2],
    ['vendors', '1', 'img', 'png', 1, 'master'],
    ['batches', '1', 'img', 'png', 1],
    ['batches', '1', 'x_now', 'gif', 3],
    ['models', '1', 'x_photo', 'webp', 2],
    ['bunches', '1', 'x_photo', 'webp', 2],
    ['methods', '1', 'x_photo', 'webp', 2],
    ['devices', IMEI, 'x_photo', 'webp', 2],
    ['cards', '1', 'x_photo', 'webp', 2],
    ['cards', '1', 'x_now', 'gif', 3],
  ] as [string, string, string, 'png' | 'webp' | 'gif', number, string?][]

it('gives one picture as what it is, and says when it is still the same', async () => {
  for (const [resource, id, field, kind, mark, who = 'vendor'] of asked()) {
    const url = `/api/pictures/${resource}/${id}/${field}`
    const answer = await api.ask(who, url)
    expect([url, answer.statusCode]).toEqual([url, 200])
    expect(answer.rawPayload).toEqual(pictureBytes(kind, 300, mark))
    expect(answer.headers).toMatchObject({
      'content-type': `image/${kind}`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('authorization'),
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    })
    const { etag } = answer.headers
    const again = await api.ask(who, { url, headers: { 'if-none-match': `"x", ${etag}` } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const changed = await api.ask(who, { url, headers: { 'if-none-match': '"x"' } })
    expect(changed.statusCode).toBe(200)
  }
})

it('is not found out of reach as where there is none', async () => {
  const unknown = await api.ask('other@test.local', '/api/pictures/batches/999/img')
  expect(unknown.statusCode).toBe(404)
  const foreign = [
    `clients/${client}/img`,
    'batches/1/img',
    'bunches/1/x_photo',
    `devices/${IMEI}/x_photo`,
    'cards/1/x_photo',
  ]
  for (const path of foreign) {
    const answer = await api.ask('other@test.local', `/api/pictures/${path}`)
    expect([path, answer.statusCode, answer.body]).toEqual([path, 404, unknown.body])
  }
  const nothing = ['cards/2/x_photo', 'cards/1/name', 'cards/1/none', 'orders/1/img', 'gone/1/img']
  for (const path of [...nothing, 'cards/1/x_secret', 'clients/0/img', 'clients/x/img', 'clients/1e9/img']) {
    const { statusCode } = await api.ask('vendor', `/api/pictures/${path}`)
    expect([path, statusCode]).toEqual([path, expect.toSatisfy(code => code === 404 || code === 403)])
  }
  expect((await api.ask(undefined, '/api/pictures/cards/1/x_photo')).statusCode).toBe(401)
  expect((await api.ask('client', '/api/pictures/vendors/1/img')).statusCode).toBe(403)
})

it('gives everybody their own', async () => {
  const answer = await api.ask('seen@test.local', `/api/pictures/clients/${client}/img`)
  expect(answer.statusCode).toBe(200)
})

it('does not give what an older version took: an address, or a program', async () => {
  const stored = [
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a.png',
    'data:image/svg+xml;base64,PHN2Zz4=',
  ]
  for (const img of stored) {
    await api.db.updateTable('batches').set({ img }).where('id', '=', 1).execute()
    expect((await api.ask('vendor', '/api/pictures/batches/1/img')).statusCode).toBe(404)
  }
  await api.db.updateTable('batches').set({ img: IMG }).where('id', '=', 1).execute()
})

it('takes the mark of a list back without minding it', async () => {
  const [row] = (await api.ask('vendor', '/api/resources/cards')).json() as Json[]
  const answer = await api.ask('vendor', { method: 'PUT', url: '/api/resources/cards/1', payload: row })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().x_photo).toBe(PHOTO)
})

describe('images-list', () => {
  const MANY = 130
  beforeAll(async () => {
    const values = Array.from({ length: MANY }, (_, n) => ({
      name: `그룹 ${n}`,
      vendor_id: 1,
      model_id: 1,
      img: picture('webp', 50_000, n),
    }))
    await api.db.insertInto('batches').values(values).execute()
  })

  it('has the shape of §7, and is read a few at a time', async () => {
    read.length = 0
    const answer = await api.ask('vendor', '/api/batches/images-list')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const body = answer.json()
    expect(Object.keys(body)).toEqual(['result', 'message', 'payload'])
    expect(body).toMatchObject({ result: true, message: '' })
    expect(body.payload).toHaveLength(MANY + 1)
    expect(body.payload[0]).toEqual({ id: 1, img: IMG })
    expect(body.payload.at(-1).img).toBe(picture('webp', 50_000, MANY - 1))
    expect(Math.max(...read.map(rows => rows.length))).toBeLessThan(20 * 70_000)
  })

  it('is empty for who has none in reach', async () => {
    const answer = await api.ask('other@test.local', '/api/batches/images-list')
    expect(answer.json()).toEqual({ result: true, message: '', payload: [] })
  })
})
