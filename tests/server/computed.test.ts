/**
 * Computed fields, rules and defaults of config: kept by the server however a record is saved, and computed again when
 * config changes.
 */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { recomputeSome } from '../../src/server/commands/records/recompute'
import { findRow, findRows, insertRow } from '../support/rows'
import { bodyOf, startTestApp, statusOf } from '../support/server'
import { configWith, SIMS } from '../support/sims'

type Json = Record<string, unknown>

const FIELDS = {
  months: { type: 'number', label: '개월', default: 12 },
  total: { type: 'number', label: '합계', computed: 'cost * months' },
  serial: { type: 'text', label: '일련번호', default: { expression: 'device.serial' } },
  owner: { type: 'text', label: '담당', default: { expression: 'user.email' } },
}
const CHECKS = [
  { name: 'cheap', check: "cost <= 9000 || carrier == 'kt'", message: '비쌉니다.', at: 'cost' },
  { name: 'whole', check: 'months % 12 == 0', message: '한 해씩입니다.' },
]
const withFields = (fields: Json, checks: object[] = []) =>
  configWith('sims', { ...SIMS, fields: { ...SIMS.fields, ...fields }, checks })
const usual = withFields(FIELDS, CHECKS)
let current: Compiled = usual

const URL = '/api/resources/sims'
const DEVICE = '490154203237518'

const api = await startTestApp(undefined, { current: () => current })
await insertRow(api.db, 'models', { name: 'TX-1' })
const device = { id: DEVICE, isdn: '01012345678', serial: 'S-7', model_id: 1, vendor_id: 1 }
await insertRow(api.db, 'devices', device)
beforeEach(() => {
  current = usual
})

const post = (payload: Json, url = URL) => api.post('vendor', url, payload)
const put = (id: unknown, payload: Json, who = 'vendor') => api.put(who, `${URL}/${id}`, payload)
const outcome = async (asking: ReturnType<typeof post>) => {
  const response = await asking
  return [response.statusCode, response.json().errors]
}
let count = 0
const create = (values: Json = {}) =>
  bodyOf<Json>(post({ iccid: String(8_900_000_000 + ++count), carrier: 'skt', cost: 1000, ...values }))

test('a computed field is stored with each save, and cannot be written', async () => {
  const { id, total } = await create({ cost: 500 })
  expect(total).toBe(6000)
  expect((await bodyOf(put(id, { months: 24 }))).total).toBe(12_000)
  expect(await outcome(put(id, { total: 1 }))).toEqual([422, { total: expect.any(String) }])
  expect((await bodyOf(put(id, { cost: null, carrier: 'kt' }))).total).toBeNull()
})

test('a stored record that breaks a new rule can be saved until a field of the rule changes', async () => {
  current = withFields(FIELDS)
  const { id } = await create({ cost: 9500 })
  current = usual
  expect(await statusOf(put(id, { note: '메모' }))).toBe(200)
  expect(await statusOf(put(id, { cost: 9600 }))).toBe(422)
})

test('a rule that reads only the user is checked with every edit', async () => {
  const { id } = await create()
  const message = '관리자만 저장합니다.'
  current = withFields(FIELDS, [{ name: 'chief', check: 'user.level >= level.master', message }])
  expect(await outcome(put(id, { note: '메모' }))).toEqual([422, { 'checks.chief': message }])
  expect(await statusOf(put(id, { note: '메모' }, 'master'))).toBe(200)
})

test('defaults come from the user and from the chosen device', async () => {
  expect(await create({ device: DEVICE })).toMatchObject({ serial: 'S-7', owner: 'vendor@test.local' })
  expect(await create({ device: DEVICE, serial: 'own' })).toMatchObject({ serial: 'own' })
  expect((await create()).serial ?? '').toBe('')
})

test('a changed formula is computed for stored records in steps of 500', async () => {
  await api.db.deleteFrom('records').execute()
  const records = 1203
  await sql`insert into records (resource, vendor_id, maker_id, data)
      select 'sims', 1, 1, jsonb_build_object('iccid', n::text, 'cost', n, 'months', 12, 'total', n * 12)
      from generate_series(1, ${records}::integer) as n`.execute(api.db)
  const next = withFields({ ...FIELDS, total: { ...FIELDS.total, computed: 'cost * months + 1' } }).shared
  const computed = async () =>
    (await findRows(api.db, 'records')).filter(({ data }) => data.total === Number(data.cost) * 12 + 1).length
  while ((await recomputeSome(api.db, usual.shared)) === 'more') expect(await computed()).toBe(0)
  for (const [outcomeOfStep, done] of [
    ['more', 500],
    ['more', 1000],
    ['done', records],
    ['done', records],
  ] as const)
    expect([await recomputeSome(api.db, next), await computed()]).toEqual([outcomeOfStep, done])
})

test('computed fields of devices are stored by edits and bulk changes', async () => {
  const { fields } = withFields({
    rent: { type: 'number', label: '임대료' },
    yearly: { type: 'number', label: '연', computed: 'rent * 12' },
  }).shared.resources.sims!
  current = structuredClone(usual)
  Object.assign(current.shared.resources.devices!.fields, { rent: fields.rent, yearly: fields.yearly })
  const extra = async () => (await findRow(api.db, 'devices', { id: DEVICE })).extra
  await api.put('vendor', `/api/devices/${DEVICE}`, { rent: 5 })
  expect(await extra()).toEqual({ rent: 5, yearly: 60 })
  const bulk = { name: 'rent-of-many', kind: 'change', ids: [DEVICE], values: { rent: 7 }, expected: 1 }
  expect(await statusOf(post(bulk, '/api/bulk/devices'))).toBe(200)
  expect(await extra()).toEqual({ rent: 7, yearly: 84 })
})
