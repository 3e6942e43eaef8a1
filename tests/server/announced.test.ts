/**
 * No change is kept from the consoles: every call that writes tells of it in its transaction, and so does what the
 * server does by itself.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { moveTargets, sweepOrders } from '../../src/server/commands/orders/moveTargets'
import { seedDemo } from '../../src/server/demo'
import { type Changes, readChanges } from '../../src/server/store/announce'
import { pgliteThreadOf } from '../../src/server/store/database'
import { config, device, levels, owner, requestOf, TARGETS, USERS } from '../support/callMatrix'
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
      : await requestOf(api, { endpoint, name })
    heard.length = 0
    const answer = await api.ask(endpoint.access === 'public' ? undefined : USERS.master, asked)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    const told = [...new Set(heard.map(({ resource }) => resource))].sort()
    expect(told).toEqual(TOLD[name] ?? [name.split('.', 1)[0]])
  })
})

describe('What devices and the clock do is told of', () => {
  it('a target that moves, and an order that is past its end', async () => {
    const id = Number((await TARGETS.order(api)).id)
    heard.length = 0
    await moveTargets(api.db, [{ order: id, device: device.id, to: 'ongoing' }], new Date())
    expect(heard).toEqual([{ resource: 'orders', ids: [id] }])
    await api.db.updateTable('orders').set({ expired: TEST_NOW }).where('id', '=', id).execute()
    heard.length = 0
    await sweepOrders(api.db, new Date())
    expect(heard.flatMap(({ ids }) => ids)).toContain(id)
  })

  it('and nothing where nothing has moved', async () => {
    const id = Number((await TARGETS.order(api)).id)
    heard.length = 0
    await moveTargets(api.db, [{ order: id, device: '000000000000000', to: 'ongoing' }], new Date())
    expect(heard).toEqual([])
  })
})

describe('What happens to many devices at once', () => {
  it('is told to those whose devices they are, and to nobody else', async () => {
    const found = allEndpoints().find(({ name }) => name === 'bulk.change')!
    const asked = await requestOf(api, found)
    heard.length = 0
    expect((await api.ask(USERS.master, asked)).statusCode).toBe(200)
    const whole = heard.filter(({ resource, ids }) => resource === 'devices' && !ids)
    expect(whole).toEqual([{ resource: 'devices', vendors: [device.vendor_id] }])
  })
})

describe('Orders that a device had still to do', () => {
  /** A new device for which so many orders wait. @returns its IMEI and their ids */
  async function awaited(orders: number): Promise<{ imei: string; ids: number[] }> {
    const imei = String((await TARGETS.device(api)).id)
    const made = Array.from({ length: orders }, () => ({
      sender_id: owner.id,
      sender_name: owner.name,
      vendor_id: owner.vendor_id,
      code: 'reboot',
      caption: '단말 재시작',
      theme: 'device' as const,
      waiting: 1,
    }))
    const rows = made.length ? await api.db.insertInto('orders').values(made).returning('id').execute() : []
    const targets = rows.map(({ id }) => ({ order_id: id, device_id: imei, number: '01000000000' }))
    if (targets.length) await api.db.insertInto('order_targets').values(targets).execute()
    heard.length = 0
    return { imei, ids: rows.map(({ id }) => Number(id)) }
  }
  const ofOrders = () => heard.filter(({ resource }) => resource === 'orders')

  it('are told of when it is removed', async () => {
    const { imei, ids } = await awaited(2)
    const answer = await api.ask(USERS.master, { method: 'DELETE', url: `/api/devices/${imei}` })
    expect(answer.statusCode).toBe(200)
    expect(ofOrders()).toEqual([{ resource: 'orders', ids }])
  })

  it('are told of when it is removed with many', async () => {
    const { imei, ids } = await awaited(1)
    const payload = { name: 'gone-with-many', kind: 'remove', ids: [imei], expected: 1 }
    const answer = await api.ask(USERS.master, { method: 'POST', url: '/api/devices/bulk', payload })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    expect(ofOrders()).toEqual([{ resource: 'orders', ids }])
  })

  it('are told of by name where they fit into notifications, and all of them where they are too many', async () => {
    const some = await awaited(301)
    await api.db.deleteFrom('devices').where('id', '=', some.imei).execute()
    expect(ofOrders().map(({ ids }) => ids?.length)).toEqual([300, 1])
    expect(ofOrders().flatMap(({ ids }) => ids)).toEqual(some.ids)
    const many = await awaited(1_201)
    await api.db.deleteFrom('devices').where('id', '=', many.imei).execute()
    expect(ofOrders()).toEqual([{ resource: 'orders' }])
  })

  it('are not told of where there are none', async () => {
    const { imei } = await awaited(0)
    await api.db.deleteFrom('devices').where('id', '=', imei).execute()
    expect(heard).toEqual([])
  })
})
