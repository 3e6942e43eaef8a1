/** No change is kept from the consoles: every call that writes tells of it in its transaction, and so does what the server does by itself. */
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { moveTargets, sweepOrders } from '../../src/server/commands/orders/moveTargets'
import { seedDemo } from '../../src/server/demo'
import { type Changes, readChanges } from '../../src/server/store/announce'
import { pgliteThreadOf } from '../../src/server/store/database'
import { AIMS, askedOf, config, device, levels, USERS } from '../support/callMatrix'
import { openPglite } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'
import { fileBody, imeiOf } from '../support/walk'

/** These leave nothing that another screen shows. */
const SILENT = [
  ...['auth.login', 'auth.refresh', 'auth.exchange', 'auth.link', 'auth.addLogin'],
  ...['uploads.cancel', 'bulk.cancel', 'bulk.undo'],
]

/** What is told of, where it is not the resource that the call is named after. */
const TOLD: Record<string, string[]> = {
  'auth.signup': ['clients'],
  'auth.logout': ['sessions'],
  'auth.removeLogin': ['clients'],
  'batches.upload': ['batches', 'devices'],
  'deviceSecrets.issue': ['device_secrets', 'devices'],
  'deviceSecrets.revoke': ['device_secrets', 'devices'],
  'deviceSecrets.issueBatch': ['batches', 'device_secrets'],
  'bulk.change': ['devices'],
  'records.create': ['models'],
  'records.update': ['models'],
  'records.remove': ['models'],
}

/** Files with rows that are good. */
const FILES: Record<string, (api: TestApp) => Promise<{ url: string; file: string }>> = {
  'devices.rosterUpload': async () => ({
    url: '/api/devices/roster/ul',
    file: `IMEI,전화번호,시리얼,모델,업체\n${imeiOf(1)},01050000001,W1,${await named('models')},${await named('vendors')}`,
  }),
  'devices.rosterUpdate': async () => ({
    url: '/api/devices/roster/update',
    file: `IMEI,시리얼\n${device.id},W2`,
  }),
  'batches.upload': async () => ({
    url: `/api/batches/devices/ul/${device.batch_id}`,
    file: `IMEI\n${device.id}`,
  }),
}

let api: TestApp
const heard: Changes[] = []
const named = async (table: 'models' | 'vendors') =>
  (await api.db.selectFrom(table).select('name').where('id', '=', 1).executeTakeFirstOrThrow()).name

beforeAll(async () => {
  const db = await openPglite()
  await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
  api = await startTestApp(db, { bare: true, config })
  pgliteThreadOf(db)!.listen({
    heard: told => void heard.push(readChanges(told)!),
    missed: () => undefined,
  })
})

const writing = allEndpoints().filter(
  ({ name, endpoint }) =>
    endpoint.method !== 'GET' && !('reads' in endpoint && endpoint.reads) && !SILENT.includes(name),
)

describe('Every call that changes something tells of it', () => {
  it.each(writing)('$name', async ({ name, endpoint }) => {
    const file = await FILES[name]?.(api)
    const upload = file && fileBody(file.file)
    const asked = upload
      ? {
          method: 'POST' as const,
          url: file.url,
          payload: upload.body,
          headers: { 'content-type': upload.type },
        }
      : await askedOf(api, { endpoint, name })
    heard.length = 0
    const answer = await api.ask(endpoint.access === 'public' ? undefined : USERS.master, asked)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    const told = [...new Set(heard.map(({ resource }) => resource))].sort()
    expect(told).toEqual(TOLD[name] ?? [name.split('.', 1)[0]])
  })
})

describe('What devices and the clock do is told of', () => {
  it('a target that moves, and an order that is past its end', async () => {
    const id = Number((await AIMS.order(api)).id)
    heard.length = 0
    await moveTargets(api.db, [{ order: id, device: device.id, to: 'ongoing' }], new Date())
    expect(heard).toEqual([{ resource: 'orders', ids: [id] }])
    await api.db.updateTable('orders').set({ expired: TEST_NOW }).where('id', '=', id).execute()
    heard.length = 0
    await sweepOrders(api.db, new Date())
    expect(heard.flatMap(({ ids }) => ids)).toContain(id)
  })

  it('and nothing where nothing has moved', async () => {
    const id = Number((await AIMS.order(api)).id)
    heard.length = 0
    await moveTargets(api.db, [{ order: id, device: '000000000000000', to: 'ongoing' }], new Date())
    expect(heard).toEqual([])
  })
})

describe('What happens to many devices at once', () => {
  it('is told to those whose devices they are, and to nobody else', async () => {
    const found = allEndpoints().find(({ name }) => name === 'bulk.change')!
    const asked = await askedOf(api, found)
    heard.length = 0
    expect((await api.ask(USERS.master, asked)).statusCode).toBe(200)
    const whole = heard.filter(({ resource, ids }) => resource === 'devices' && !ids)
    expect(whole).toEqual([{ resource: 'devices', vendors: [device.vendor_id] }])
  })
})
