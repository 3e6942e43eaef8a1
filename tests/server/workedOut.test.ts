/**
 * What config works out is kept by the server, whichever way a record comes in, and worked out anew when config
 * changes.
 */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { recomputeSome } from '../../src/server/commands/records/recompute'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'
import { configWith, SIMS } from '../support/sims'

type Json = Record<string, unknown>

const withFields = (fields: Json, further: Json = {}) =>
  configWith('sims', { ...SIMS, fields: { ...SIMS.fields, ...fields }, ...further })

const FIELDS = {
  months: { type: 'number', label: '개월', default: 12 },
  total: { type: 'number', label: '합계', computed: 'cost * months' },
  serial: { type: 'text', label: '일련번호', default: { expression: 'device.serial' } },
  owner: { type: 'text', label: '담당', default: { expression: 'user.email' } },
}
const CHECKS = {
  checks: [
    {
      name: 'cheap',
      check: "cost <= 9000 || carrier == 'kt'",
      message: { ko: '비쌉니다.', en: 'Too much.' },
      at: 'cost',
    },
    { name: 'whole', check: 'months % 12 == 0', message: '한 해씩입니다.' },
  ],
}
const usual = withFields(FIELDS, CHECKS)
let current: Compiled
const config = { ...testConfig(), current: () => current }
const URL = '/api/resources/sims'

let api: TestApp
let made = 0
beforeAll(async () => {
  current = usual
  api = await startTestApp(await newDatabase(), { config })
  await api.db.insertInto('models').values({ name: 'TX-1' }).execute()
  await api.db
    .insertInto('devices')
    .values([{ id: '490154203237518', isdn: '01012345678', serial: 'S-7', model_id: 1, vendor_id: 1 }])
    .execute()
})
beforeEach(() => {
  current = usual
})

const post = (payload: Json) => api.ask('vendor', { method: 'POST', url: URL, payload })
const put = (id: unknown, payload: Json) => api.ask('vendor', { method: 'PUT', url: `${URL}/${id}`, payload })
const sim = async (values: Json) => {
  const answer = await post({
    iccid: String(8_900_000_000 + ++made),
    carrier: 'skt',
    cost: 1000,
    ...values,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Json
}
const list = async (filter: Json, sort: unknown = ['id', 'ASC']) => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: '[0,99]',
  })
  const answer = await api.ask('vendor', { method: 'GET', url: `${URL}?${query}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Json[]
}

test('a computed field is kept at each save, and cannot be written', async () => {
  const created = await sim({ cost: 500 })
  expect(created.total).toBe(6000)
  const saved = await put(created.id, { months: 24 })
  expect(saved.json().total).toBe(12_000)
  const refused = await put(created.id, { total: 1 })
  expect(refused.statusCode, refused.body).toBe(422)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['total']])
  expect((await put(created.id, { cost: null, carrier: 'kt' })).json().total).toBeNull()
})

test('lists are filtered and ordered by it', async () => {
  const [small, large] = [await sim({ cost: 111 }), await sim({ cost: 333 })]
  expect((await list({ total: 111 * 12 })).map(({ id }) => id)).toEqual([small!.id])
  const ordered = await list({ id: [small!.id, large!.id] }, ['total', 'DESC'])
  expect(ordered.map(({ total }) => total)).toEqual([3996, 1332])
})

test('a rule refuses at its field, or the record, and leaves what was there alone', async () => {
  const refused = await post({ iccid: '1', carrier: 'skt', cost: 9500 })
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { cost: '비쌉니다.' }])
  const whole = await post({ iccid: '1', carrier: 'kt', cost: 9500, months: 5 })
  expect([whole.statusCode, whole.json().errors]).toEqual([422, { 'checks.whole': '한 해씩입니다.' }])
  const open = await post({ iccid: '1', carrier: 'kt', cost: 9500, months: null })
  expect(open.json().errors['checks.whole']).toContain('whole')
  current = withFields(FIELDS)
  const old = await sim({ cost: 9500 })
  current = usual
  expect((await put(old.id, { note: '메모' })).statusCode).toBe(200)
  expect((await put(old.id, { cost: 9600 })).statusCode).toBe(422)
})

test('a rule that looks at no field refuses an edit as it does a new record', async () => {
  const old = await sim({})
  const check = { name: 'chief', check: 'user.level >= level.master', message: '관리자만 저장합니다.' }
  current = withFields(FIELDS, { checks: [check] })
  const refused = await put(old.id, { note: '메모' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { 'checks.chief': '관리자만 저장합니다.' },
  ])
  const master = await api.ask('master', {
    method: 'PUT',
    url: `${URL}/${old.id}`,
    payload: { note: '메모' },
  })
  expect(master.statusCode, master.body).toBe(200)
})

test('defaults come from who is signed in and from the device that is chosen', async () => {
  const created = await sim({ device: '490154203237518' })
  expect(created).toMatchObject({ serial: 'S-7', owner: 'vendor@test.local' })
  expect(await sim({ device: '490154203237518', serial: 'own' })).toMatchObject({ serial: 'own' })
  expect((await sim({})).serial ?? '').toBe('')
})

test('another formula is worked out for what is stored, and goes on where it stopped', async () => {
  await api.db.deleteFrom('records').execute()
  const count = 1203
  await sql`insert into records (resource, vendor_id, maker_id, data)
      select 'sims', 1, 1, jsonb_build_object('iccid', n::text, 'cost', n, 'months', 12, 'total', n * 12)
      from generate_series(1, ${count}::integer) as n`.execute(api.db)
  const next = withFields({ ...FIELDS, total: { ...FIELDS.total, computed: 'cost * months + 1' } }).shared
  const right = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from records
        where (data ->> 'total')::numeric = (data ->> 'cost')::numeric * 12 + 1`.execute(api.db)
    return rows[0]!.count
  }
  while ((await recomputeSome(api.db, usual.shared)) === 'more') expect(await right()).toBe(0)
  expect(await recomputeSome(api.db, next)).toBe('more')
  expect(await right()).toBe(500)
  expect(await recomputeSome(api.db, next)).toBe('more')
  expect(await right()).toBe(1000)
  expect(await recomputeSome(api.db, next)).toBe('done')
  expect(await right()).toBe(count)
  expect(await recomputeSome(api.db, next)).toBe('done')
})

test('many devices that are changed at once have it too', async () => {
  const device = JSON.parse(
    JSON.stringify(usual.shared.resources.devices),
  ) as typeof usual.shared.resources.devices
  current = structuredClone(usual)
  const of = withFields({
    rent: { type: 'number', label: '임대료' },
    yearly: { type: 'number', label: '연', computed: 'rent * 12' },
  }).shared.resources.sims!
  current.shared.resources.devices = {
    ...device!,
    fields: { ...device!.fields, rent: of.fields.rent!, yearly: of.fields.yearly! },
  }
  const edited = await api.ask('vendor', {
    method: 'PUT',
    url: '/api/devices/490154203237518',
    payload: { rent: 5 },
  })
  expect(edited.statusCode, edited.body).toBe(200)
  const bulk = await api.ask('vendor', {
    method: 'POST',
    url: '/api/devices/bulk',
    payload: {
      name: crypto.randomUUID(),
      kind: 'change',
      ids: ['490154203237518'],
      values: { rent: 7 },
      expected: 1,
    },
  })
  const { extra } = await api.db.selectFrom('devices').select('extra').executeTakeFirstOrThrow()
  expect([bulk.statusCode, bulk.body && extra]).toEqual([200, { rent: 7, yearly: 84 }])
})
