import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'
import { configWith, SIMS } from '../support/sims'

const SIMS_URL = '/api/resources/sims'
const usual = configWith('sims', SIMS)
/** What is in force; a test may put another in its place. */
let current: Compiled
const config = { ...testConfig(), current: () => current }

type Json = Record<string, unknown>

let api: TestApp
let made = 0

beforeAll(async () => {
  current = usual
  api = await startTestApp(await newDatabase(), { config })
  const { numbers } = usual.shared.levels
  await api.db.insertInto('vendors').values({ id: 2, name: '두리전자', maker: true }).execute()
  await api.addAccount({ email: 'other@test.local', level: numbers.vendor, vendor: 2 })
  await api.addAccount({ email: 'alone@test.local', level: numbers.client, vendor: 0 })
  await api.addAccount({ email: 'lonely@test.local', level: numbers.client, vendor: 0 })
  await api.addAccount({ email: 'lost@test.local', level: numbers.guest, vendor: 0 })
  await api.db
    .insertInto('models')
    .values([{ name: 'TX-1' }, { name: 'AX-2', vendor_id: 2 }])
    .execute()
  await api.db
    .insertInto('batches')
    .values([
      { name: '서울', vendor_id: 1, model_id: 1 },
      { name: '부산', vendor_id: 2, model_id: 2 },
    ])
    .execute()
  await api.db
    .insertInto('devices')
    .values([
      { id: '490154203237518', isdn: '01012345678', model_id: 1, vendor_id: 1, batch_id: 1 },
      { id: '356938035643809', isdn: '01087654321', model_id: 2, vendor_id: 2, batch_id: 2 },
    ])
    .execute()
})
beforeEach(() => {
  current = usual
})

const sends =
  (method: 'POST' | 'PUT' | 'DELETE') =>
  (who: string | undefined, url: string, payload?: Json): Promise<LightMyRequestResponse> =>
    api.ask(who, { method, url, ...(payload ? { payload } : {}) })
const [post, put, remove] = [sends('POST'), sends('PUT'), sends('DELETE')]
const iccid = () => String(8_900_000_000 + ++made)
const sim = async (who = 'vendor', values: Json = {}): Promise<Json & { id: number; updated: string }> => {
  const answer = await post(who, SIMS_URL, { iccid: iccid(), carrier: 'kt', ...values })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('"id"')])
  return answer.json()
}
const list = async (
  who: string,
  query: { sort?: unknown; range?: unknown; filter?: unknown },
  url = SIMS_URL,
) => {
  const pairs = Object.entries(query).map(
    ([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`,
  )
  const answer = await api.ask(who, `${url}?${pairs.join('&')}`)
  return {
    status: answer.statusCode,
    range: answer.headers['content-range'],
    body: answer.json<Json & Json[]>(),
  }
}

describe('a list', () => {
  const mark = '목록'
  const only = (filter: Json = {}) => ({ note: mark, ...filter })
  const sims: Json[] = [
    {
      cost: 9,
      carrier: 'kt',
      active: true,
      tags: ['new'],
      activated: '2026-03-01',
      phone: '010-2222-3333',
    },
    { cost: 100, carrier: 'skt', tags: ['new', 'spare'], activated: '2025-12-31' },
    { cost: 20, carrier: 'kt', active: false, checked: '2026-05-05T23:30:00Z', device: '490154203237518' },
    { carrier: 'skt', model: 1, checked: '2026-05-06T00:00:00+09:00' },
    { cost: 3, carrier: 'kt', active: true, model: 2, tags: [] },
  ]
  const ids: number[] = []
  beforeAll(async () => {
    current = usual
    for (const values of sims) ids.push((await sim('vendor', { ...values, note: mark })).id)
  })
  /** The numbers, from 0, of the sims that an answer has. */
  const found = (body: Json[]) => body.map(({ id }) => ids.indexOf(Number(id)))

  it.each<[field: string, order: string, expected: number[]]>([
    ['cost', 'ASC', [3, 4, 0, 2, 1]],
    ['cost', 'DESC', [1, 2, 0, 4, 3]],
    ['activated', 'ASC', [2, 3, 4, 1, 0]],
    ['checked', 'DESC', [2, 3, 4, 1, 0]],
    ['active', 'ASC', [1, 2, 3, 0, 4]],
    ['carrier', 'DESC', [3, 1, 4, 2, 0]],
    // By the names AX-2 and TX-1, as the list shows them.
    ['model', 'ASC', [0, 1, 2, 4, 3]],
    ['id', 'DESC', [4, 3, 2, 1, 0]],
    ['created', 'ASC', [0, 1, 2, 3, 4]],
  ])('is ordered by %s %s as values of its kind', async (field, order, expected) => {
    const { status, body } = await list('vendor', { sort: [field, order], filter: only() })
    expect([status, found(body)]).toEqual([200, expected])
  })

  it.each<[filter: Json, expected: number[]]>([
    [{ carrier: 'kt' }, [0, 2, 4]],
    [{ carrier: ['skt', 'kt'] }, [0, 1, 2, 3, 4]],
    [{ carrier: [] }, []],
    [{ carrier: 'all' }, [0, 1, 2, 3, 4]],
    [{ cost: 100 }, [1]],
    [{ cost: '20' }, [2]],
    [{ cost_gte: 9, cost_lte: 20 }, [0, 2]],
    [{ cost: null }, [3]],
    [{ active: true }, [0, 4]],
    [{ active: 'false' }, [1, 2, 3]],
    [{ tags: 'new' }, [0, 1]],
    [{ tags: ['spare'] }, [1]],
    [{ activated_gte: '2026-01-01' }, [0]],
    [{ checked_lte: '2026-05-05' }, [2, 3]],
    [{ checked_gte: '2026-05-05T20:00:00.000Z' }, [2]],
    [{ device: '490154203237518' }, [2]],
    [{ model: 1 }, [3]],
    [{ model: ['2', 1] }, [3, 4]],
    [{ phone: '01022223333' }, [0]],
    [{ q: mark.toUpperCase() }, [0, 1, 2, 3, 4]],
    [{ q: '010-2222' }, [0]],
    [{ q: '%' }, []],
    [{ q: ' ' }, [0, 1, 2, 3, 4]],
  ])('filtered by %j has what matches', async (filter, expected) => {
    const { status, body, range } = await list('vendor', { sort: ['id', 'ASC'], filter: only(filter) })
    expect([status, found(body)]).toEqual([200, expected])
    expect(range).toBe(expected.length ? `sims 0-${expected.length - 1}/${expected.length}` : 'sims */0')
  })

  it('filtered by ids has those that are there', async () => {
    const asked = [ids[3], ids[0], 99_999, 'x', -1, 1e12]
    expect(found((await list('vendor', { filter: { id: asked } })).body)).toEqual([0, 3])
    expect(found((await list('vendor', { filter: { id: ids[2] } })).body)).toEqual([2])
  })

  it('says which rows of how many it gives', async () => {
    const ranges = [
      [0, 1],
      [2, 3],
      [4, 24],
      [5, 9],
    ]
    const answers = await Promise.all(ranges.map(range => list('vendor', { range, filter: only() })))
    expect(answers.map(({ range }) => range)).toEqual(['sims 0-1/5', 'sims 2-3/5', 'sims 4-4/5', 'sims */5'])
    expect(answers.map(({ body }) => body.length)).toEqual([2, 2, 1, 0])
  })

  it('gives no more rows than the limit of the config, whatever is asked', async () => {
    current = structuredClone(usual)
    current.shared.app.limits.pageLimit = 2
    for (const query of [{ range: [0, 999_999] }, {}]) {
      const { body, range } = await list('vendor', { ...query, filter: only() })
      expect([body.length, range]).toEqual([2, 'sims 0-1/5'])
    }
  })

  it('asked for ids gives all of them, however many a page has', async () => {
    current = structuredClone(usual)
    current.shared.app.limits.pageLimit = 2
    const { body, range } = await list('vendor', { filter: { id: ids } })
    expect([found(body), range]).toEqual([[0, 1, 2, 3, 4], 'sims 0-4/5'])
  })

  it.each<Json>([
    { sort: ['nothing', 'ASC'] },
    { sort: ['cost', 'UP'] },
    { sort: ['cost'] },
    { sort: 'cost' },
    { sort: ['pin', 'ASC'] },
    { sort: ['price', 'ASC'] },
    { sort: ['tags', 'ASC'] },
    { sort: ["cost'; drop table records --", 'ASC'] },
    { range: [5, 1] },
    { range: [-1, 5] },
    { range: [0, 1e15] },
    { range: [0.5, 2] },
    { range: 7 },
    { filter: [] },
    { filter: 'x' },
    { filter: { nothing: 1 } },
    { filter: { cost: 'many' } },
    { filter: { cost: { gt: 1 } } },
    { filter: { cost_gte: 'x' } },
    { filter: { carrier_gte: 'a' } },
    { filter: { active: 'maybe' } },
    { filter: { activated_gte: 'yesterday' } },
    { filter: { price: 1 } },
    { filter: { pin: 'x' } },
    { filter: { secret: 'x' } },
    { filter: { q: 'x'.repeat(201) } },
    { filter: { id: Array.from({ length: 1001 }, (_, at) => at) } },
  ])('asked with %j is refused with a sentence', async query => {
    const { status, body } = await list('vendor', query)
    expect([status, body.code, body.message]).toEqual([400, 'invalidQuery', expect.stringMatching(/[가-힣]/)])
  })

  it('whose question is no JSON is refused with a sentence', async () => {
    for (const query of ['filter={', 'sort=cost', 'range=0-24']) {
      const answer = await api.ask('vendor', `${SIMS_URL}?${query}`)
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/[가-힣]/)])
    }
  })

  it('asked at random never breaks', async () => {
    const keys = ['id', 'q', 'secret', 'created_lte', 'updated', ...Object.keys(SIMS.fields)].flatMap(key => [
      key,
      `${key}_gte`,
      `${key}_lte`,
    ])
    const odd = fc.constantFrom(
      '2026-02-30',
      '1e9',
      'null',
      '%',
      "'",
      '\u0000',
      '٣',
      '9'.repeat(45),
      '-',
      '{}',
    )
    const leaf = fc.oneof(fc.string(), odd, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(fc.string(), leaf, { maxKeys: 2 }),
    )
    const key = fc.oneof(fc.constantFrom(...keys, '__proto__', 'constructor'), fc.string())
    const filters = fc.dictionary(key, value, { maxKeys: 3 })
    const sorts = fc.oneof(fc.tuple(key, fc.constantFrom('ASC', 'DESC')), value)
    await fc.assert(
      fc.asyncProperty(filters, sorts, async (filter, sort) => {
        const { status } = await list('master', { filter, sort })
        expect([200, 400]).toContain(status)
      }),
      { numRuns: 150, seed: 3 },
    )
  })
})

describe('a record', () => {
  it('keeps what its file names, in the form in which it is kept, and refuses what it does not', async () => {
    const values = {
      iccid: ' 8911 ',
      carrier: 'kt',
      phone: '010-1234-5678',
      note: '하나\n둘',
      id: 77,
    }
    const refused = await post('client', SIMS_URL, { ...values, junk: 1 })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['junk']])
    const record = await sim('client', values)
    expect(record).toMatchObject({ iccid: '8911', phone: '01012345678', note: '하나\n둘', vendor: 1 })
    expect(record.id).not.toBe(77)
  })

  it.each<[field: string, value: unknown]>([
    ['iccid', ''],
    ['iccid', 'abc'],
    ['iccid', '1'.repeat(21)],
    ['iccid', { a: 1 }],
    ['carrier', 'lgu'],
    ['tags', ['old']],
    ['active', 'yes'],
    ['activated', '2026-02-30'],
    ['cost', -1],
    ['cost', '5'],
    ['cost', 1_000_001],
    ['phone', '123'],
    ['device', '111111111111111'],
    ['device', '356938035643809'],
    ['device', 5],
    ['model', 99],
    ['model', 'x'],
    ['note', 'x'.repeat(1001)],
    ['note', 'a\u0000b'],
  ])('with %s %j is refused at that field, and nothing is stored', async (field, value) => {
    const count = () =>
      api.db
        .selectFrom('records')
        .select(eb => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    const before = await count()
    const answer = await post('vendor', SIMS_URL, { iccid: iccid(), carrier: 'kt', [field]: value })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { [field]: expect.stringMatching(/[가-힣]/) },
    ])
    expect(await count()).toEqual(before)
  })

  it('comes back as it was typed, be it SQL, script or a formula', async () => {
    for (const note of [
      `'; drop table records; --`,
      '<script>alert(1)</script>',
      '=1+1',
      '%{name} $1 \\ "',
    ]) {
      const { id } = await sim('vendor', { note })
      expect((await api.ask('vendor', `${SIMS_URL}/${id}`)).json().note).toBe(note)
      expect((await list('vendor', { filter: { note } })).body).toHaveLength(1)
      await remove('vendor', `${SIMS_URL}/${id}`)
    }
  })

  it('never shows a password, keeps it as a hash, and keeps the old one where none is entered', async () => {
    const { id, ...record } = await sim('vendor', { pin: 'secret-12' })
    expect(record).not.toHaveProperty('pin')
    const pin = async () =>
      (await api.db.selectFrom('records').select('data').where('id', '=', id).executeTakeFirstOrThrow()).data
        .pin
    const kept = await pin()
    expect(kept).toMatch(/^\$argon2id\$/)
    await put('vendor', `${SIMS_URL}/${id}`, { pin: '', cost: 1 })
    expect(await pin()).toBe(kept)
    await put('vendor', `${SIMS_URL}/${id}`, { pin: 'another-12' })
    expect(await pin()).not.toBe(kept)
  })

  it('has fields that only masters see and set', async () => {
    const refused = await post('vendor', SIMS_URL, { iccid: iccid(), carrier: 'kt', price: 5 })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['price']])
    const { id, ...record } = await sim('vendor', {})
    expect(record).not.toHaveProperty('price')
    expect((await put('master', `${SIMS_URL}/${id}`, { price: 7 })).json().price).toBe(7)
    // Whether a hidden value was guessed is not told.
    for (const price of [1, 7]) {
      const answer = await put('vendor', `${SIMS_URL}/${id}`, { price, cost: 2 })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['price']])
    }
    expect((await put('vendor', `${SIMS_URL}/${id}`, { cost: 2 })).json()).not.toHaveProperty('price')
    expect((await api.ask('master', `${SIMS_URL}/${id}`)).json()).toMatchObject({ price: 7, cost: 2 })
  })

  it('may go on leading to something that is gone, and not be led to it anew', async () => {
    const device = '352099001761481'
    await api.db
      .insertInto('devices')
      .values({ id: device, isdn: '01000001111', model_id: 1, vendor_id: 1 })
      .execute()
    const { id } = await sim('vendor', { device })
    await api.db.deleteFrom('devices').where('id', '=', device).execute()
    expect((await put('vendor', `${SIMS_URL}/${id}`, { device, cost: 4 })).json()).toMatchObject({
      device,
      cost: 4,
    })
    const answer = await post('vendor', SIMS_URL, { iccid: iccid(), carrier: 'kt', device })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['device']])
  })

  it('that somebody else has saved meanwhile is not overwritten, unless one means to', async () => {
    const { id, updated } = await sim('vendor', { cost: 1 })
    const url = `${SIMS_URL}/${id}`
    const first = await put('client', url, { cost: 2, updated })
    expect(first.statusCode).toBe(200)
    const second = await put('vendor', url, { cost: 3, updated })
    expect([second.statusCode, second.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict', record: expect.objectContaining({ id, cost: 2 }) }),
    ])
    expect((await put('vendor', url, { cost: 3, updated: first.json().updated })).json().cost).toBe(3)
    expect((await put('vendor', url, { cost: 4 })).json().cost).toBe(4)
  })

  it('edited by ten at once is taken from one, and nine are told', async () => {
    const { id, updated } = await sim()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, cost) => put('vendor', `${SIMS_URL}/${id}`, { cost, updated })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
  })
})

describe('who may', () => {
  it.each<[who: string | undefined, statuses: number[]]>([
    [undefined, [401, 401, 401, 401, 401]],
    ['guest', [200, 200, 403, 403, 403]],
    ['client', [200, 200, 200, 200, 403]],
    ['vendor', [200, 200, 200, 200, 200]],
    ['master', [200, 200, 200, 200, 200]],
    ['other@test.local', [200, 404, 200, 404, 404]],
    ['alone@test.local', [200, 404, 200, 404, 403]],
    ['lost@test.local', [200, 404, 403, 403, 403]],
  ])('%s: list, see, create, change and delete answer %j', async (who, statuses) => {
    const { id } = await sim('client')
    const url = `${SIMS_URL}/${id}`
    const statusOf = async (asking: Promise<LightMyRequestResponse>) => (await asking).statusCode
    expect([
      await statusOf(api.ask(who, SIMS_URL)),
      await statusOf(api.ask(who, url)),
      await statusOf(post(who, SIMS_URL, { iccid: iccid(), carrier: 'kt' })),
      await statusOf(put(who, url, { cost: 1 })),
      await statusOf(remove(who, url)),
    ]).toEqual(statuses)
  })

  it('reaches the records of the own vendor; another’s are as if they were not there', async () => {
    const { id } = await sim('client')
    const url = `${SIMS_URL}/${id}`
    for (const who of ['other@test.local', 'alone@test.local', 'lost@test.local'])
      expect((await list(who, { filter: { id } })).body).toEqual([])
    for (const ask of [
      (at: string) => api.ask('other@test.local', at),
      (at: string) => remove('other@test.local', at),
    ])
      expect((await ask(url)).body).toBe((await ask(`${SIMS_URL}/99999`)).body)
    expect((await put('other@test.local', url, { cost: 9 })).body).toBe(
      (await put('other@test.local', `${SIMS_URL}/99999`, { cost: 9 })).body,
    )
    expect((await api.ask('client', url)).json()).not.toHaveProperty('cost')
  })

  it('shows a client of no vendor what it made itself, and nobody else’s', async () => {
    const { id } = await sim('alone@test.local')
    const staff = await sim('master')
    expect((await list('alone@test.local', {})).body.map(one => one.id)).toContain(id)
    expect((await list('alone@test.local', {})).body.map(one => one.id)).not.toContain(staff.id)
    expect((await list('lonely@test.local', { filter: { id } })).body).toEqual([])
  })

  it('lets a master say whose it is, and nobody else', async () => {
    const { id } = await sim('master', { vendor: 2 })
    expect((await api.ask('other@test.local', `${SIMS_URL}/${id}`)).json().vendor).toBe(2)
    for (const [who, vendor] of [
      ['other@test.local', 1],
      ['vendor', 2],
    ] as const) {
      const answer = await post(who, SIMS_URL, { iccid: iccid(), carrier: 'kt', vendor })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['vendor']])
    }
    expect((await put('other@test.local', `${SIMS_URL}/${id}`, { vendor: 0, cost: 1 })).json().vendor).toBe(2)
    expect((await put('master', `${SIMS_URL}/${id}`, { vendor: 1 })).json().vendor).toBe(1)
    expect((await api.ask('other@test.local', `${SIMS_URL}/${id}`)).statusCode).toBe(404)
  })
})

it('a vendor that still has records is not deleted, and the answer says how many', async () => {
  const vendor = 50
  await api.db.insertInto('vendors').values({ id: vendor, name: '세리' }).execute()
  const { id } = await sim('master', { vendor })
  const url = `/api/admin/vendors/${vendor}`
  const refused = await remove('master', url)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/1건/)])
  await remove('master', `${SIMS_URL}/${id}`)
  expect((await remove('master', url)).statusCode).toBe(200)
})

describe('when the config changes', () => {
  const change = (edit: (file: { fields: Record<string, Json>; access: Json; list: Json }) => void) => {
    current = configWith('sims', SIMS, file => edit(file as never))
  }

  it('a resource that is removed is gone, and back with its records', async () => {
    const { id } = await sim()
    current = configWith('other', SIMS, file => {
      file.path = '/app/other'
    })
    const gone = await api.ask('vendor', `${SIMS_URL}/${id}`)
    expect([gone.statusCode, gone.body]).toEqual([404, (await api.ask('vendor', `${SIMS_URL}/99999`)).body])
    current = usual
    expect((await api.ask('vendor', `${SIMS_URL}/${id}`)).statusCode).toBe(200)
  })

  it('a field that is removed is not shown, survives a save, and is back with its value', async () => {
    const { id } = await sim('vendor', { cost: 12 })
    const url = `${SIMS_URL}/${id}`
    change(({ fields, list }) => {
      delete fields.cost
      list.columns = ['iccid']
    })
    expect((await put('vendor', url, { cost: 1, note: '바뀜' })).json()).not.toHaveProperty('cost')
    current = usual
    expect((await api.ask('vendor', url)).json()).toMatchObject({ cost: 12, note: '바뀜' })
  })

  it('a field that is renamed keeps its value in records, lists and filters', async () => {
    const note = '이름'
    const { id } = await sim('vendor', { note })
    change(({ fields, list }) => {
      fields.remark = { ...fields.note!, renamedFrom: 'note' }
      delete fields.note
      list.filters = []
    })
    expect(current.shared.resources.sims!.fields.remark).toBeDefined()
    const url = `${SIMS_URL}/${id}`
    expect((await api.ask('vendor', url)).json()).toMatchObject({ remark: note })
    expect((await list('vendor', { filter: { remark: note } })).body).toHaveLength(1)
    expect((await list('vendor', { filter: { q: note } })).body).toHaveLength(1)
    expect((await put('vendor', url, { remark: '새' })).json().remark).toBe('새')
    expect((await list('vendor', { filter: { remark: note } })).body).toEqual([])
  })

  it('a choice that is gone is still shown, still found, and stays while another field is changed', async () => {
    const { id } = await sim('vendor', { carrier: 'skt' })
    change(({ fields }) => {
      fields.carrier!.choices = [{ value: 'kt', label: 'KT' }]
    })
    const url = `${SIMS_URL}/${id}`
    expect((await api.ask('vendor', url)).json().carrier).toBe('skt')
    expect((await list('vendor', { filter: { carrier: 'skt', id } })).body).toHaveLength(1)
    expect((await put('vendor', url, { cost: 2 })).json()).toMatchObject({ carrier: 'skt', cost: 2 })
  })

  it('a field of another kind than before breaks neither order nor filter', async () => {
    const { id } = await sim('vendor', { cost: 5, note: 'abc' })
    change(({ fields, list }) => {
      fields.note = { type: 'number', label: '메모' }
      fields.cost = { type: 'date', label: '요금' }
      list.filters = []
    })
    for (const field of ['note', 'cost'])
      expect((await list('vendor', { sort: [field, 'DESC'], filter: { id } })).status).toBe(200)
    expect((await list('vendor', { filter: { note_gte: 1, id } })).body).toEqual([])
  })

  it.each(['create', 'edit', 'delete'])('a file that lets guests %s is refused', action => {
    const newDatabase = () => change(({ access }) => Object.assign(access, { [action]: 'guest' }))
    expect(newDatabase).toThrow(/accessFloor/)
  })

  it('access that is narrowed is refused with the next call', async () => {
    await sim('client')
    change(({ access }) => {
      access.create = 'master'
    })
    expect((await post('vendor', SIMS_URL, { iccid: iccid(), carrier: 'kt' })).statusCode).toBe(403)
  })
})
