/** The search of the top bar. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchHit } from '../../src/contract/search'
import { formatPhone } from '../../src/domain/phone'
import type { Compiled } from '../../src/engine/compiled'
import { makeFleet, seedDemo } from '../../src/server/demo'
import { packageConfig, testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const levels = packageConfig().shared.levels.numbers
const fleet = makeFleet({ seed: 7, now: TEST_NOW, levels })
const client = fleet.clients.find(({ email }) => email === 'client@demo.local')!
const vendor = fleet.vendors.find(({ id }) => id === client.vendor_id)!
const own = fleet.devices.find(device => device.client_id === client.id && device.batch_id)!
const foreign = fleet.devices.find(device => device.vendor_id !== vendor.id)!
const batch = fleet.batches.find(({ id }) => id === own.batch_id)!
const foreignBatch = fleet.batches.find(({ vendor_id }) => vendor_id !== vendor.id)!
let current: Compiled = packageConfig()
const config = { ...testConfig(), current: () => current }

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 7, levels })
  api = await startTestApp(db, { bare: true, config })
  await api.addAccount({ email: 'lost@test.local', level: levels.guest, vendor: 0 })
})
const find = async (who: string, q: string): Promise<SearchHit[]> => {
  const answer = await api.ask(who, `/api/search?q=${encodeURIComponent(q)}`)
  expect([answer.statusCode, answer.json().result]).toEqual([200, true])
  return answer.json().payload
}
const has = (hits: SearchHit[], resource: string, id: number | string) =>
  hits.some(hit => hit.resource === resource && hit.id === id)
const master = 'master@demo.local'

it.each([
  ['phone number', own.isdn],
  ['phone number with dashes', formatPhone(own.isdn)],
  ['phone number as dialled from abroad', `+82 ${own.isdn.slice(1, 3)} ${own.isdn.slice(3)}`],
  ['IMEI', own.id],
  ['IMEI with a space around it', ` ${own.id} `],
])('a pasted %s finds its device', async (_what, q) => {
  expect(await find(master, q)).toEqual([{ resource: 'devices', id: own.id, name: own.isdn, detail: own.id }])
})

it('a part of a number finds ten devices at most, those that begin with it first', async () => {
  const part = own.isdn.slice(-4)
  const matching = fleet.devices.filter(({ id, isdn }) => id.includes(part) || isdn.includes(part))
  const hits = await find(master, part)
  expect(hits).toHaveLength(Math.min(matching.length, 10))
  for (const { id } of hits) expect(matching.map(device => device.id)).toContain(id)
  expect(await find(master, fleet.devices[0]!.id.slice(0, 6))).toHaveLength(10)
})

it('too few digits find no device', async () => {
  expect(await find(master, '010')).toEqual([])
})

it('a name finds its vendor, client or batch', async () => {
  expect(has(await find(master, vendor.name), 'vendors', vendor.id)).toBe(true)
  expect(has(await find(master, client.name.slice(0, 2)), 'clients', client.id)).toBe(true)
  expect(has(await find(master, client.email.toUpperCase()), 'clients', client.id)).toBe(true)
  expect(has(await find(master, batch.name), 'batches', batch.id)).toBe(true)
})

it('finds what just has the name before what has it somewhere', async () => {
  const names = ['새이름 둘', '아주 새이름', '새이름']
  await api.db
    .insertInto('vendors')
    .values(names.map(name => ({ name })))
    .execute()
  expect((await find(master, '새이름')).map(({ name }) => name)).toEqual([
    '새이름',
    '새이름 둘',
    '아주 새이름',
  ])
})

it.each<
  [who: string, sees: { own: boolean; foreign: boolean; batch: boolean; clients: boolean; vendors: boolean }]
>([
  ['master@demo.local', { own: true, foreign: true, batch: true, clients: true, vendors: true }],
  ['vendor@demo.local', { own: true, foreign: false, batch: true, clients: true, vendors: false }],
  ['client@demo.local', { own: true, foreign: false, batch: true, clients: false, vendors: false }],
  ['guest@demo.local', { own: true, foreign: false, batch: true, clients: false, vendors: false }],
  ['lost@test.local', { own: false, foreign: false, batch: false, clients: false, vendors: false }],
])('%s finds what is in reach, and what the lists may show', async (who, sees) => {
  expect((await find(who, own.id)).length > 0).toBe(sees.own)
  expect((await find(who, foreign.id)).length > 0).toBe(sees.foreign)
  expect(has(await find(who, batch.name), 'batches', batch.id)).toBe(sees.batch)
  expect(has(await find(who, foreignBatch.name), 'batches', foreignBatch.id)).toBe(sees.foreign)
  expect(has(await find(who, client.name), 'clients', client.id)).toBe(sees.clients)
  expect(has(await find(who, vendor.name), 'vendors', vendor.id)).toBe(sees.vendors)
})

it('finds nothing by a field that config keeps from the caller', async () => {
  current = packageConfig()
  current.shared.resources.devices!.fields.isdn!.read = 'master'
  expect(await find('vendor@demo.local', own.isdn)).toEqual([])
  expect(await find('vendor@demo.local', own.id)).toEqual([
    { resource: 'devices', id: own.id, name: '', detail: own.id },
  ])
  current = packageConfig()
})

describe('a strange question', () => {
  it.each(['%', '_', '\\', "' or 1=1 --", '😀', '<b>', '%{name}', '   '])('%j finds nothing', async q => {
    expect(await find(master, q)).toEqual([])
  })

  it.each(['', '?q=', '?q=a&q=b', `?q=${'x'.repeat(101)}`, '?q=%00'])(
    '%j is refused with a sentence',
    async query => {
      const answer = await api.ask(master, `/api/search${query}`)
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/[가-힣]/)])
    },
  )
})
