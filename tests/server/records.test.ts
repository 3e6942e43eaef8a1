/** Records of resources that config describes: lists, saves, rights, and changes of config. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import type { ConfigFile } from '../support/config'
import { findRow, insertRow, insertRows } from '../support/rows'
import { bodyOf, refusedFields, startTestApp, statusOf } from '../support/server'
import { configWith, SIMS } from '../support/sims'

type Json = Record<string, unknown>

const SIMS_URL = '/api/resources/sims'
const usual = configWith('sims', SIMS)
let current: Compiled = usual
const { numbers } = usual.shared.levels
const [DEVICE, OTHER_DEVICE] = ['490154203237518', '356938035643809']

const api = await startTestApp(undefined, { current: () => current })
const { db } = api
await insertRow(db, 'vendors', { id: 2, name: '두리전자', maker: true })
await api.addAccount({ email: 'other@test.local', level: numbers.vendor, vendor: 2 })
// `alone` and `lonely` are clients without a vendor, and `lost` is a guest without one.
await api.addAccount({ email: 'alone@test.local', level: numbers.client })
await api.addAccount({ email: 'lonely@test.local', level: numbers.client })
await api.addAccount({ email: 'lost@test.local', level: numbers.guest })
await insertRows(db, 'models', [{ name: 'TX-1' }, { name: 'AX-2', vendor_id: 2 }])
const addDevice = (id: string, isdn: string, owner: number) =>
  insertRow(db, 'devices', { id, isdn, model_id: owner, vendor_id: owner })
await addDevice(DEVICE!, '01012345678', 1)
await addDevice(OTHER_DEVICE!, '01087654321', 2)
beforeEach(() => {
  current = usual
})

const read = async (who: string, id: number) => (await api.ask(who, `${SIMS_URL}/${id}`)).json()

let count = 0
/** The values of a new record, with a new number. */
const newSim = (values: Json = {}) => ({ iccid: String(8_900_000_000 + ++count), carrier: 'kt', ...values })
const post = (who: string | undefined, values: Json = {}) => api.post(who, SIMS_URL, newSim(values))
const create = (who = 'vendor', values: Json = {}) =>
  bodyOf<Json & { id: number; updated: string }>(post(who, values))
const list = async (who: string, query: { sort?: unknown; range?: unknown; filter?: unknown }) => {
  const pairs = Object.entries(query).map(
    ([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`,
  )
  const response = await api.ask(who, `${SIMS_URL}?${pairs.join('&')}`)
  const range = response.headers['content-range']
  return { status: response.statusCode, range, body: response.json<Json & Json[]>() }
}

describe('a list', () => {
  const note = '목록'
  const sims: Json[] = [
    { cost: 9, carrier: 'kt', active: true, tags: ['new'], activated: '2026-03-01', phone: '010-2222-3333' },
    { cost: 100, carrier: 'skt', tags: ['new', 'spare'], activated: '2025-12-31' },
    { cost: 20, carrier: 'kt', active: false, checked: '2026-05-05T23:30:00Z', device: DEVICE },
    { carrier: 'skt', model: 1, checked: '2026-05-06T00:00:00+09:00' },
    { cost: 3, carrier: 'kt', active: true, model: 2, tags: [] },
  ]
  const ids: number[] = []
  beforeAll(async () => {
    current = usual
    for (const values of sims) ids.push((await create('vendor', { ...values, note })).id)
  })
  /** The positions in `sims` of the rows of a response. */
  const positions = (body: Json[]) => body.map(({ id }) => ids.indexOf(Number(id)))

  it.each<[field: string, order: string, expected: number[]]>([
    ['cost', 'ASC', [3, 4, 0, 2, 1]],
    ['activated', 'ASC', [2, 3, 4, 1, 0]],
    ['checked', 'DESC', [2, 3, 4, 1, 0]],
    ['carrier', 'DESC', [3, 1, 4, 2, 0]],
    // Sorted by the names of the models: AX-2 (id 2) comes before TX-1 (id 1).
    ['model', 'ASC', [0, 1, 2, 4, 3]],
    ['id', 'DESC', [4, 3, 2, 1, 0]],
    ['created', 'ASC', [0, 1, 2, 3, 4]],
  ])('is sorted by %s %s, by value and not as text', async (field, order, expected) => {
    const { status, body } = await list('vendor', { sort: [field, order], filter: { note } })
    expect([status, positions(body)]).toEqual([200, expected])
  })

  it.each<[filter: Json, expected: number[]]>([
    [{ carrier: ['skt', 'kt'] }, [0, 1, 2, 3, 4]],
    [{ carrier: [] }, []],
    [{ carrier: 'all' }, [0, 1, 2, 3, 4]],
    [{ cost: 100 }, [1]],
    [{ cost_gte: 9, cost_lte: 20 }, [0, 2]],
    [{ cost: null }, [3]],
    [{ active: 'false' }, [1, 2, 3]],
    [{ tags: 'new' }, [0, 1]],
    [{ activated_gte: '2026-01-01' }, [0]],
    [{ checked_lte: '2026-05-05' }, [2, 3]],
    [{ checked_gte: '2026-05-05T20:00:00.000Z' }, [2]],
    [{ device: DEVICE }, [2]],
    [{ model: ['2', 1] }, [3, 4]],
    [{ phone: '01022223333' }, [0]],
    [{ q: note.toUpperCase() }, [0, 1, 2, 3, 4]],
    [{ q: '010-2222' }, [0]],
    [{ q: '%' }, []],
    [{ q: ' ' }, [0, 1, 2, 3, 4]],
  ])('filtered by %j has the matching rows', async (filter, expected) => {
    const { status, body, range } = await list('vendor', { sort: ['id', 'ASC'], filter: { note, ...filter } })
    expect([status, positions(body)]).toEqual([200, expected])
    expect(range).toBe(expected.length ? `sims 0-${expected.length - 1}/${expected.length}` : 'sims */0')
  })

  it('of ids has the rows that exist', async () => {
    const some = [ids[3], ids[0], 99_999, 'x', -1, 1e12]
    expect(positions((await list('vendor', { filter: { id: some } })).body)).toEqual([0, 3])
    expect(positions((await list('vendor', { filter: { id: ids[2] } })).body)).toEqual([2])
  })

  it.each([
    [[0, 1], 'sims 0-1/5', 2],
    [[2, 3], 'sims 2-3/5', 2],
    [[4, 24], 'sims 4-4/5', 1],
    [[5, 9], 'sims */5', 0],
  ])('of the range %j says which of how many rows it contains', async (range, header, length) => {
    const response = await list('vendor', { range, filter: { note } })
    expect([response.range, response.body.length]).toEqual([header, length])
  })

  it('has as many rows as config allows, and all rows of a list of ids', async () => {
    current = structuredClone(usual)
    current.shared.app.limits.pageLimit = 2
    for (const query of [{ range: [0, 999_999] }, {}]) {
      const { body, range } = await list('vendor', { ...query, filter: { note } })
      expect([body.length, range]).toEqual([2, 'sims 0-1/5'])
    }
    const { body, range } = await list('vendor', { filter: { id: ids } })
    expect([positions(body), range]).toEqual([[0, 1, 2, 3, 4], 'sims 0-4/5'])
  })

  it.each<Json>([
    { sort: ['nothing', 'ASC'] },
    { sort: ['pin', 'ASC'] },
    { sort: ['tags', 'ASC'] },
    { sort: ["cost'; drop table records --", 'ASC'] },
    { range: [5, 1] },
    { range: [0, 1e15] },
    { filter: [] },
    { filter: { nothing: 1 } },
    { filter: { cost: 'many' } },
    { filter: { carrier_gte: 'a' } },
    { filter: { active: 'maybe' } },
    { filter: { activated_gte: 'yesterday' } },
    { filter: { price: 1 } },
    { filter: { secret: 'x' } },
    { filter: { q: 'x'.repeat(201) } },
    { filter: { id: Array.from({ length: 1001 }, (_, n) => n) } },
  ])('with %j is refused with a message', async query => {
    const { status, body } = await list('vendor', query)
    const message = expect.stringMatching(/[가-힣]/)
    expect([status, body.code, body.message]).toEqual([400, 'invalidQuery', message])
  })

  it.each(['filter={', 'sort=cost', 'range=0-24'])('with %s, which is no JSON, is refused', async query => {
    const response = await api.ask('vendor', `${SIMS_URL}?${query}`)
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(/[가-힣]/)])
  })
})

it.each([SIMS_URL, '/api/resources/models', '/api/exports/sims?export[format]=csv'])(
  'a parameter that the list of %s does not know is refused by name',
  async url => {
    const response = await api.ask('vendor', `${url}${url.includes('?') ? '&' : '?'}carrier=skt`)
    const { code, message } = response.json()
    expect([response.statusCode, code]).toEqual([400, 'unknownQuery'])
    expect(message).toContain('"carrier"')
  },
)

describe('a record', () => {
  it('stores the fields that config describes in their normal form; unknown fields are refused', async () => {
    const values = { iccid: ' 8911 ', phone: '010-1234-5678', note: '하나\n둘', id: 77 }
    expect(await refusedFields(post('client', { ...values, junk: 1 }))).toEqual([422, ['junk']])
    const record = await create('client', values)
    expect(record).toMatchObject({ iccid: '8911', phone: '01012345678', note: '하나\n둘', vendor: 1 })
    expect(record.id).not.toBe(77)
  })

  // Wrong values of every kind of field are tested by `robust/waysIn`.
  it('with an unknown device, or one of another vendor, is refused at this field', async () => {
    for (const device of ['111111111111111', OTHER_DEVICE])
      expect(await refusedFields(post('vendor', { device }))).toEqual([422, ['device']])
  })

  it.each(["'; drop table records; --", '<script>alert(1)</script>', '=1+1', '%{name} $1 \\ "'])(
    'stores %s as it is, and a filter finds it',
    async note => {
      const { id } = await create('vendor', { note })
      expect((await read('vendor', id)).note).toBe(note)
      expect((await list('vendor', { filter: { note } })).body).toHaveLength(1)
    },
  )

  it('stores a password as a hash, does not show it, and keeps it if none is sent', async () => {
    const { id, ...record } = await create('vendor', { pin: 'secret-12' })
    expect(record).not.toHaveProperty('pin')
    const pin = async () => (await findRow(api.db, 'records', { id })).data.pin
    const hash = await pin()
    expect(hash).toMatch(/^\$argon2id\$/)
    await api.put('vendor', `${SIMS_URL}/${id}`, { pin: '', cost: 1 })
    expect(await pin()).toBe(hash)
    await api.put('vendor', `${SIMS_URL}/${id}`, { pin: 'another-12' })
    expect(await pin()).not.toBe(hash)
  })

  it('has fields that only masters see and write; a right guess of the value is refused as well', async () => {
    expect(await refusedFields(post('vendor', { price: 5 }))).toEqual([422, ['price']])
    const { id, ...record } = await create()
    const url = `${SIMS_URL}/${id}`
    expect(record).not.toHaveProperty('price')
    expect(await bodyOf(api.put('master', url, { price: 7 }))).toMatchObject({ price: 7 })
    for (const price of [1, 7])
      expect(await refusedFields(api.put('vendor', url, { price, cost: 2 }))).toEqual([422, ['price']])
    expect(await bodyOf(api.put('vendor', url, { cost: 2 }))).not.toHaveProperty('price')
    expect(await read('master', id)).toMatchObject({ price: 7, cost: 2 })
  })

  it('keeps its reference to a deleted record, but no other record can begin to refer to it', async () => {
    const device = '352099001761481'
    await insertRow(api.db, 'devices', { id: device, isdn: '01000001111', model_id: 1, vendor_id: 1 })
    const { id } = await create('vendor', { device })
    await api.db.deleteFrom('devices').where('id', '=', device).execute()
    // Only a master is shown the id of a device that is gone, or of another vendor.
    const saved = await bodyOf(api.put('vendor', `${SIMS_URL}/${id}`, { device: null, cost: 4 }))
    expect(saved).toMatchObject({ device: null, cost: 4 })
    const kept = await bodyOf(api.put('master', `${SIMS_URL}/${id}`, { device, cost: 5 }))
    expect(kept).toMatchObject({ device, cost: 5 })
    expect(await refusedFields(post('vendor', { device }))).toEqual([422, ['device']])
  })

  it('is not overwritten by a user who has not seen the last change; a save that sends no time overwrites it', async () => {
    const { id, updated } = await create('vendor', { cost: 1 })
    const url = `${SIMS_URL}/${id}`
    const first = await bodyOf(api.put('client', url, { cost: 2, updated }))
    const second = await api.put('vendor', url, { cost: 3, updated })
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({ code: 'conflict', record: { id, cost: 2 } })
    expect(await statusOf(api.put('vendor', url, { cost: 3, updated: first.updated }))).toBe(200)
    expect(await bodyOf(api.put('vendor', url, { cost: 4 }))).toMatchObject({ cost: 4 })
  })
})

describe('rights', () => {
  it.each<[who: string | undefined, statuses: number[]]>([
    [undefined, [401, 401, 401, 401, 401]],
    ['guest', [200, 200, 403, 403, 403]],
    ['client', [200, 200, 200, 200, 403]],
    ['vendor', [200, 200, 200, 200, 200]],
    ['master', [200, 200, 200, 200, 200]],
    ['other@test.local', [200, 404, 200, 404, 404]],
    ['alone@test.local', [200, 404, 200, 404, 403]],
    ['lost@test.local', [200, 404, 403, 403, 403]],
  ])('%s: list, show, create, edit and delete respond with %j', async (who, statuses) => {
    const url = `${SIMS_URL}/${(await create('client')).id}`
    expect(await statusOf(api.ask(who, SIMS_URL))).toBe(statuses[0])
    expect(await statusOf(api.ask(who, url))).toBe(statuses[1])
    expect(await statusOf(post(who))).toBe(statuses[2])
    expect(await statusOf(api.put(who, url, { cost: 1 }))).toBe(statuses[3])
    expect(await statusOf(api.remove(who, url))).toBe(statuses[4])
  })

  it('records of another vendor are refused like unknown ones', async () => {
    const { id } = await create('client')
    const [url, unknown] = [`${SIMS_URL}/${id}`, `${SIMS_URL}/99999`]
    for (const who of ['other@test.local', 'alone@test.local', 'lost@test.local'])
      expect((await list(who, { filter: { id } })).body).toEqual([])
    const other = 'other@test.local'
    expect((await api.ask(other, url)).body).toBe((await api.ask(other, unknown)).body)
    expect((await api.remove(other, url)).body).toBe((await api.remove(other, unknown)).body)
    const refused = await api.put(other, url, { cost: 9 })
    expect(refused.body).toBe((await api.put(other, unknown, { cost: 9 })).body)
    expect(await read('client', id)).not.toHaveProperty('cost')
  })

  it('clients without a vendor see only the records that they have created', async () => {
    const [own, ofMaster] = [await create('alone@test.local'), await create('master')]
    const seen = (await list('alone@test.local', {})).body.map(({ id }) => id)
    expect(seen).toContain(own.id)
    expect(seen).not.toContain(ofMaster.id)
    expect((await list('lonely@test.local', { filter: { id: own.id } })).body).toEqual([])
  })

  it('only masters choose the vendor of a record', async () => {
    const { id } = await create('master', { vendor: 2 })
    const url = `${SIMS_URL}/${id}`
    expect((await read('other@test.local', id)).vendor).toBe(2)
    expect(await refusedFields(post('other@test.local', { vendor: 1 }))).toEqual([422, ['vendor']])
    expect(await refusedFields(post('vendor', { vendor: 2 }))).toEqual([422, ['vendor']])
    expect((await bodyOf(api.put('other@test.local', url, { vendor: 0, cost: 1 }))).vendor).toBe(2)
    expect((await bodyOf(api.put('master', url, { vendor: 1 }))).vendor).toBe(1)
    expect(await statusOf(api.ask('other@test.local', url))).toBe(404)
  })
})

it('a vendor with records is not deleted, and the message counts them', async () => {
  const vendor = await insertRow(api.db, 'vendors', { id: 50, name: '세리' })
  const { id } = await create('master', { vendor })
  const url = `/api/admin/vendors/${vendor}`
  const refused = await api.remove('master', url)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/1건/)])
  await api.remove('master', `${SIMS_URL}/${id}`)
  expect(await statusOf(api.remove('master', url))).toBe(200)
})

describe('when config changes', () => {
  const change = (edit: (file: ConfigFile) => void) => {
    current = configWith('sims', SIMS, file => edit(file as ConfigFile))
  }

  it('a removed resource is not found, and comes back with its records', async () => {
    const { id } = await create()
    const url = `${SIMS_URL}/${id}`
    current = configWith('other', SIMS, file => {
      file.path = '/app/other'
    })
    const [removed, unknown] = [await api.ask('vendor', url), await api.ask('vendor', `${SIMS_URL}/99999`)]
    expect([removed.statusCode, removed.body]).toEqual([404, unknown.body])
    current = usual
    expect(await statusOf(api.ask('vendor', url))).toBe(200)
  })

  it('a removed field is not shown, survives a save, and comes back with its value', async () => {
    const { id } = await create('vendor', { cost: 12 })
    change(({ fields, list: columns }) => {
      delete fields.cost
      columns.columns = ['iccid']
    })
    const saved = await bodyOf(api.put('vendor', `${SIMS_URL}/${id}`, { cost: 1, note: '바뀜' }))
    expect(saved).not.toHaveProperty('cost')
    current = usual
    expect(await read('vendor', id)).toMatchObject({ cost: 12, note: '바뀜' })
  })

  it('a renamed field keeps its value in records, lists and filters', async () => {
    const note = '이름'
    const { id } = await create('vendor', { note })
    change(({ fields, list: columns }) => {
      fields.remark = { ...fields.note, renamedFrom: 'note' }
      delete fields.note
      columns.filters = []
    })
    const found = async (filter: Json) => (await list('vendor', { filter })).body.length
    expect(await read('vendor', id)).toMatchObject({ remark: note })
    expect([await found({ remark: note }), await found({ q: note })]).toEqual([1, 1])
    expect(await statusOf(api.put('vendor', `${SIMS_URL}/${id}`, { remark: '새' }))).toBe(200)
    expect(await found({ remark: '새' })).toBe(1)
    expect(await found({ remark: note })).toBe(0)
  })

  it('a removed choice is shown and found, and stays while another field is changed', async () => {
    const { id } = await create('vendor', { carrier: 'skt' })
    change(({ fields }) => {
      fields.carrier!.choices = [{ value: 'kt', label: 'KT' }]
    })
    expect((await read('vendor', id)).carrier).toBe('skt')
    expect((await list('vendor', { filter: { carrier: 'skt', id } })).body).toHaveLength(1)
    const saved = await bodyOf(api.put('vendor', `${SIMS_URL}/${id}`, { cost: 2 }))
    expect(saved).toMatchObject({ carrier: 'skt', cost: 2 })
  })

  it('a field whose kind has changed can still be sorted and filtered', async () => {
    const { id } = await create('vendor', { cost: 5, note: 'abc' })
    change(({ fields, list: columns }) => {
      fields.note = { type: 'number', label: '메모' }
      fields.cost = { type: 'date', label: '요금' }
      columns.filters = []
    })
    for (const field of ['note', 'cost'])
      expect((await list('vendor', { sort: [field, 'DESC'], filter: { id } })).status).toBe(200)
    expect((await list('vendor', { filter: { note_gte: 1, id } })).body).toEqual([])
  })
})
