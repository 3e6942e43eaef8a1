import { beforeAll, describe, expect, it } from 'vitest'
import type { Batch } from '../../src/contract/batches'
import { makeFleet, seedDemo } from '../../src/server/demo'
import type { DeviceRow } from '../../src/server/demo/rows'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const config = testConfig()
const levels = config.current().shared.levels.numbers
const fleet = makeFleet({ seed: 11, now: TEST_NOW, levels })
const account = (email: string) => fleet.clients.find(client => client.email === email)!
const vendor = account('vendor@demo.local').vendor_id
const client = account('client@demo.local').id

/** Whose devices are in reach, and whether empty batches of that vendor are too. */
const reach: Record<string, { devices: (device: DeviceRow) => boolean; vendor?: number | 'any' }> = {
  'master@demo.local': { devices: () => true, vendor: 'any' },
  'vendor@demo.local': { devices: device => device.vendor_id === vendor, vendor },
  'client@demo.local': { devices: device => device.client_id === client },
  'guest@demo.local': { devices: device => device.vendor_id === vendor && device.client_id !== null },
  'other@test.local': { devices: device => device.vendor_id === 2, vendor: 2 },
  'lost@test.local': { devices: () => false },
}

let api: TestApp
beforeAll(async () => {
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 11, levels })
  api = await startTestApp(db, { bare: true, config })
  await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  await api.addAccount({ email: 'lost@test.local', level: levels.guest, vendor: 0 })
  await db.insertInto('batches').values({ name: '빈 그룹', vendor_id: vendor, model_id: 1 }).execute()
})
const payload = async <Payload>(who: string, url: string): Promise<Payload> => {
  const answer = await api.ask(who, url)
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json().payload
}
const named = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))

it.each(Object.keys(reach))(
  'shows %s the batches in reach, with the number of devices in reach',
  async who => {
    const { devices, vendor: owner } = reach[who]!
    const own = fleet.devices.filter(devices)
    const batches = await payload<Batch[]>(who, '/api/batches')
    const expected = fleet.batches.filter(
      batch =>
        owner === 'any' || batch.vendor_id === owner || own.some(device => device.batch_id === batch.id),
    )
    expect(new Set(batches.filter(batch => batch.name !== '빈 그룹').map(batch => batch.id))).toEqual(
      new Set(expected.map(batch => batch.id)),
    )
    expect(batches.filter(batch => batch.name === '빈 그룹').map(batch => batch.devices)).toEqual(
      owner === 'any' || owner === vendor ? [0] : [],
    )
    for (const batch of batches)
      expect([batch.name, batch.devices]).toEqual([
        batch.name,
        own.filter(device => device.batch_id === batch.id).length,
      ])
  },
)

it('shows a batch with its model and the vendor that made it', async () => {
  const [batch] = (await payload<Batch[]>('vendor@demo.local', '/api/batches')).filter(({ id }) => id === 2)
  const row = fleet.batches.find(({ id }) => id === batch!.id)!
  expect(batch).toEqual({
    id: row.id,
    name: row.name,
    comment: row.comment,
    model: row.model_id,
    model_name: fleet.models.find(model => model.id === row.model_id)!.name,
    devices: fleet.devices.filter(device => device.batch_id === row.id).length,
    maker: '한빛텔레매틱스',
    created: row.created,
    vendor: row.vendor_id,
    updated: expect.stringMatching(/^\d{4}-/),
    pictures: [],
  })
})

it('shows the batches of one model, and all of them for model 0', async () => {
  const all = await payload<Batch[]>('vendor@demo.local', '/api/batches?model=0')
  expect(all.length).toBeGreaterThan(3)
  for (const { id } of fleet.models)
    expect(await payload<Batch[]>('vendor@demo.local', `/api/batches?model=${id}`)).toEqual(
      all.filter(batch => batch.model === id),
    )
  expect(await payload('vendor@demo.local', '/api/batches?model=99999')).toEqual([])
})

it('shows the bunches of a batch in reach, and none of another vendor’s or of no batch at all', async () => {
  const batch = fleet.batches.find(known => known.vendor_id === vendor)!
  expect(named(await payload('vendor@demo.local', `/api/bunches?batch=${batch.id}`))).toEqual(
    named(fleet.bunches.filter(bunch => bunch.batch_id === batch.id)),
  )
  expect((await api.ask('other@test.local', `/api/bunches?batch=${batch.id}`)).body).toBe(
    (await api.ask('other@test.local', '/api/bunches?batch=99999')).body,
  )
  expect(await payload('lost@test.local', `/api/bunches?batch=${batch.id}`)).toEqual([])
})

it('shows all models to whoever is signed in', async () => {
  for (const who of Object.keys(reach))
    expect(await payload(who, '/api/models')).toEqual(
      fleet.models.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    )
})

it('shows the control commands in their order, with what may be entered', async () => {
  for (const url of ['/api/methods', '/api/methods?subject=order'])
    expect(await payload('guest@demo.local', url)).toEqual(
      fleet.methods.map(({ code, caption, content }) => ({ code, caption, content })),
    )
})

describe('a strange question', () => {
  it.each([
    '/api/bunches',
    '/api/bunches?batch=',
    '/api/bunches?batch=x',
    '/api/bunches?batch=1&batch=2',
    '/api/batches?model=-1',
    '/api/batches?model=1%27',
    '/api/batches?model=1e30',
    '/api/methods?subject=weather',
  ])('%s is answered 400 in Korean', async url => {
    const answer = await api.ask('master@demo.local', url)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/[가-힣]/)])
  })
})
