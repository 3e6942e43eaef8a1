/** Pictures of records: lists are read without them, and each picture is a separate response. */
import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ConfigFile, compileWith, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { picture, pictureBytes } from '../support/pictures'
import { insertRow, insertRows, updateRows } from '../support/rows'
import { bodyOf, startTestApp, statusOf } from '../support/server'

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
const OTHER_TABLES = ['vendors', 'batches', 'models', 'bunches', 'methods', 'devices']
const addPictures = (file: ConfigFile) => void Object.assign(file.fields, structuredClone(FIELDS))
const current = compileWith({
  'resources/cards.json': CARDS,
  ...Object.fromEntries(OTHER_TABLES.map(name => [`resources/${name}.json`, addPictures])),
  'resources/clients.json': file => {
    addPictures(file)
    ;(file.list.filters as Json[]).push(HAS_PHOTO)
  },
})

/** Pictures of 300 bytes; the last argument (`mark`) makes them different. */
const IMG = picture('png', 300, 1)
const PHOTO = picture('webp', 300, 2)
const FORMER = picture('gif', 300, 3)
const SECRET = picture('jpeg', 300, 4)
/** With a value of a field that config no longer has (`x_gone`). */
const extra = JSON.stringify({ x_photo: PHOTO, x_once: FORMER, x_secret: SECRET, x_gone: 1 })
const IMEI = '490154203237518'
const OTHER = 'other@test.local'

/** What the database returned, as text for each query. */
const results: string[] = []
const recorder: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    const withoutBigints = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
    results.push(JSON.stringify(result.rows, withoutBigints))
    return result
  },
}

const config = { ...testConfig(), current: () => current }
const api = await startTestApp((await newDatabase()).withPlugin(recorder), { config })
const { db } = api
await insertRow(db, 'vendors', { name: '두리전자' })
await api.addAccount({ email: OTHER, level: 6, vendor: 2 })
const client = await api.addAccount({ email: 'seen@test.local', level: 3, vendor: 1 })
await updateRows(db, 'clients', { id: client }, { img: IMG, extra })
await updateRows(db, 'vendors', { id: 1 }, { img: IMG, extra })
await insertRow(db, 'models', { name: 'TX-1', extra })
await insertRow(db, 'batches', { name: '서울', vendor_id: 1, model_id: 1, img: IMG, extra })
await insertRow(db, 'bunches', { name: '강북', batch_id: 1, extra })
await insertRow(db, 'methods', { code: 'apn', caption: 'APN', content: '{"Type":"text"}', extra })
const device = { id: IMEI, isdn: '01012345678', model_id: 1, vendor_id: 1, batch_id: 1, extra }
await insertRow(db, 'devices', device)
const card = (data: Json) => ({ resource: 'cards', vendor_id: 1, maker_id: 1, data: JSON.stringify(data) })
await insertRows(db, 'records', [card({ name: '가', ...JSON.parse(extra) }), card({ name: '나' })])
beforeEach(() => {
  results.length = 0
})

const ADDED = ['x_photo', 'x_now']
const search = encodeURIComponent('{"q":"가"}')
it.each<[string, string[], string?]>([
  ['/api/admin/clients', ['img', ...ADDED]],
  ['/api/admin/clients?page_index=1&search=seen', ['img', ...ADDED]],
  ['/api/admin/clients?page_index=1&shown=true', ['img', ...ADDED]],
  ['/api/admin/vendors', ['img', ...ADDED, 'x_secret'], 'master'],
  ['/api/batches', ['img', ...ADDED]],
  ['/api/models?page_index=1', ADDED],
  ['/api/bunches?batch=1', ADDED],
  ['/api/devices?page_index=1', ADDED],
  ['/api/resources/models', ADDED],
  ['/api/resources/cards', ADDED],
  [`/api/resources/cards?filter=${search}`, ADDED],
  ['/api/resources/cards', [...ADDED, 'x_secret'], 'master'],
])(
  'the list %s reads no picture, and names the fields that have one: %j',
  async (url, fields, who = 'vendor') => {
    const response = await api.ask(who, url)
    expect([response.statusCode, response.body]).toEqual([200, expect.not.stringContaining('data:image')])
    expect(results.filter(rows => rows.includes('data:image'))).toEqual([])
    const body = response.json()
    const rows = (body.payload ?? body.data ?? body) as Json[]
    const withPictures = rows.map(row => row.pictures as string[]).filter(names => names.length > 0)
    expect(withPictures).toEqual([fields])
    expect(rows.filter(row => 'x_photo' in row || 'x_once' in row || 'img' in row)).toEqual([])
  },
)

describe('one picture', () => {
  const url = (path: string) => `/api/pictures/${path}`

  it.each<[resource: string, field: string, kind: 'png' | 'webp' | 'gif', mark: number, who?: string]>([
    ['clients', 'img', 'png', 1],
    ['clients', 'x_photo', 'webp', 2],
    ['vendors', 'img', 'png', 1, 'master'],
    ['models', 'x_photo', 'webp', 2],
    ['devices', 'x_photo', 'webp', 2],
    ['cards', 'x_photo', 'webp', 2],
    ['cards', 'x_now', 'gif', 3],
  ])(
    'of %s in %s has its type, and an ETag for the next request',
    async (resource, field, kind, mark, who = 'vendor') => {
      const id = { clients: client, devices: IMEI }[resource] ?? 1
      const address = url(`${resource}/${id}/${field}`)
      const response = await api.ask(who, address)
      expect([response.statusCode, response.rawPayload]).toEqual([200, pictureBytes(kind, 300, mark)])
      expect(response.headers).toMatchObject({
        'content-type': `image/${kind}`,
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('authorization'),
        etag: expect.stringMatching(/^"[\w-]{43}"$/),
      })
      const { etag } = response.headers
      const askAgain = (known: string) => api.ask(who, { url: address, headers: { 'if-none-match': known } })
      const again = await askAgain(`"x", ${etag}`)
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect((await askAgain('"x"')).statusCode).toBe(200)
    },
  )

  it('of a record out of reach is refused like an unknown one', async () => {
    const unknown = await api.ask(OTHER, url('batches/999/img'))
    expect(unknown.statusCode).toBe(404)
    const ofRecords = ['batches/1/img', 'bunches/1/x_photo', 'cards/1/x_photo']
    const pathsOfOthers = [`clients/${client}/img`, `devices/${IMEI}/x_photo`, ...ofRecords]
    for (const path of pathsOfOthers) {
      const response = await api.ask(OTHER, url(path))
      expect([path, response.statusCode, response.body]).toEqual([path, 404, unknown.body])
    }
    expect(await statusOf(api.ask('seen@test.local', url(`clients/${client}/img`)))).toBe(200)
  })

  it.each([
    'cards/2/x_photo',
    'cards/1/name',
    'cards/1/none',
    'cards/1/x_secret',
    'orders/1/img',
    'gone/1/img',
    'clients/0/img',
    'clients/x/img',
    'clients/1e9/img',
  ])('is refused at %s, where the caller can see none', async path => {
    expect([403, 404]).toContain((await api.ask('vendor', url(path))).statusCode)
  })

  it.each(['https://elsewhere.example/a.png', 'data:image/svg+xml;base64,PHN2Zz4='])(
    'is not sent if an older version has stored %s',
    async img => {
      await updateRows(api.db, 'batches', { id: 1 }, { img })
      expect((await api.ask('vendor', url('batches/1/img'))).statusCode).toBe(404)
      await updateRows(api.db, 'batches', { id: 1 }, { img: IMG })
    },
  )
})

it('a row of a list can be saved as it is, and keeps its pictures', async () => {
  const [row] = await bodyOf<Json[]>(api.ask('vendor', '/api/resources/cards'))
  const saved = await bodyOf(api.put('vendor', '/api/resources/cards/1', row))
  expect(saved.x_photo).toBe(PHOTO)
})

describe('images-list', () => {
  const MANY = 130
  const URL = '/api/batches/images-list'
  const BYTES = 50_000
  /** The server reads 20 pictures per query. A picture has a third more characters than bytes (base64). */
  const MAX_RESULT_LENGTH = 20 * BYTES * 1.4

  it('is empty for a user who reaches no pictures', async () => {
    const response = await api.ask(OTHER, URL)
    expect(response.json()).toEqual({ result: true, message: '', payload: [] })
  })

  it('has the shape of §7, and is read in pieces', async () => {
    const img = (nth: number) => picture('webp', BYTES, nth)
    const batch = { vendor_id: 1, model_id: 1 }
    const batches = Array.from({ length: MANY }, (_, nth) => ({
      ...batch,
      name: `그룹 ${nth}`,
      img: img(nth),
    }))
    await insertRows(api.db, 'batches', batches)
    results.length = 0
    const response = await api.ask('vendor', URL)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    const { payload, ...rest } = response.json()
    expect(rest).toEqual({ result: true, message: '' })
    expect(payload).toHaveLength(MANY + 1)
    expect(payload[0]).toEqual({ id: 1, img: IMG })
    expect(payload.at(-1).img).toBe(img(MANY - 1))
    expect(Math.max(...results.map(rows => rows.length))).toBeLessThan(MAX_RESULT_LENGTH)
  })
})
