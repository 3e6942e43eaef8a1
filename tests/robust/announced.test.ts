/**
 * Every write notifies consoles, in its transaction: each call that changes records, and changes by devices and time.
 */
import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { moveTargets, sweepOrders } from '../../src/server/commands/orders/moveTargets'
import { seedDemo } from '../../src/server/demo'
import { type Changes, readChanges } from '../../src/server/store/announce'
import { pgliteThreadOf } from '../../src/server/store/database'
import { config, device, levels, owner, requestOf, TARGETS, USERS } from '../support/callMatrix'
import { openPglite } from '../support/databases'
import { findRow, insertRow, insertRows, updateRows } from '../support/rows'
import { startTestApp, statusOf, TEST_NOW } from '../support/server'
import { imeiOf } from '../support/walk'

/** Calls that change nothing that another screen shows. */
const SILENT = [
  ...['auth.login', 'auth.refresh', 'auth.exchange', 'auth.link', 'auth.addLogin'],
  ...['uploads.cancel', 'bulk.cancel', 'bulk.undo'],
]

/** The resources in the notifications of a call, where these are not the one that the call is named after. */
const NOTIFIED: Record<string, string[]> = {
  'auth.signup': ['clients'],
  'auth.logout': ['sessions'],
  'auth.removeLogin': ['clients'],
  'batches.upload': ['batches', 'devices'],
  'deviceSecrets.issue': ['device_secrets', 'devices'],
  'deviceSecrets.revoke': ['device_secrets', 'devices'],
  'deviceSecrets.issueBatch': ['batches', 'device_secrets'],
  'bulk.change': ['devices'],
  'imports.run': ['clients'],
  'history.undo': ['clients'],
  'records.create': ['models'],
  'records.update': ['models'],
  'records.remove': ['models'],
}

/** The address and the file of each call that uploads one. */
const FILES: Record<string, () => Promise<{ url: string; file: string }>> = {
  'devices.rosterUpload': async () => ({
    url: '/api/devices/roster/ul',
    file: `IMEI,전화번호,시리얼,모델,업체\n${imeiOf(1)},01050000001,W1,${await nameOfFirst('models')},${await nameOfFirst('vendors')}`,
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

const notified: Changes[] = []
/** The name of the first record. */
const nameOfFirst = async (table: 'models' | 'vendors') => (await findRow(api.db, table, { id: 1 })).name

const db = await openPglite()
await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
const api = await startTestApp(db, { bare: true, config })
pgliteThreadOf(db)!.listen({
  onNotification: payload => void notified.push(readChanges(payload)!),
  onMissed: () => undefined,
})

const writing = allEndpoints().filter(
  ({ name, endpoint }) =>
    endpoint.method !== 'GET' && !('reads' in endpoint && endpoint.reads) && !SILENT.includes(name),
)

it.each(writing)('each call that writes notifies consoles: $name', async ({ name, endpoint }) => {
  const upload = await FILES[name]?.()
  const request = await requestOf(api, { endpoint, name })
  notified.length = 0
  const who = endpoint.access === 'public' ? undefined : USERS.master
  const asking = upload ? api.upload(who, upload.url, upload.file) : api.ask(who, request)
  expect(await statusOf(asking)).toBe(200)
  const resources = [...new Set(notified.map(({ resource }) => resource))].sort()
  expect(resources).toEqual(NOTIFIED[name] ?? [name.split('.', 1)[0]])
})

describe('changes without a call', () => {
  it('notify of a target that changes its status, and of an expired order', async () => {
    const id = Number((await TARGETS.order(api)).id)
    notified.length = 0
    await moveTargets(api.db, [{ order: id, device: device.id, to: 'ongoing' }], new Date())
    expect(notified).toEqual([{ resource: 'orders', ids: [id] }])
    await updateRows(api.db, 'orders', { id }, { expired: TEST_NOW })
    notified.length = 0
    await sweepOrders(api.db, new Date())
    expect(notified.flatMap(({ ids }) => ids)).toContain(id)
  })

  it('notify of nothing if no target has changed', async () => {
    const id = Number((await TARGETS.order(api)).id)
    notified.length = 0
    await moveTargets(api.db, [{ order: id, device: '000000000000000', to: 'ongoing' }], new Date())
    expect(notified).toEqual([])
  })
})

it('a change of many devices notifies only the vendors of these devices', async () => {
  const call = allEndpoints().find(({ name }) => name === 'bulk.change')!
  const request = await requestOf(api, call)
  notified.length = 0
  expect(await statusOf(api.ask(USERS.master, request))).toBe(200)
  const withoutIds = notified.filter(({ resource, ids }) => resource === 'devices' && !ids)
  expect(withoutIds).toEqual([{ resource: 'devices', vendors: [device.vendor_id] }])
})

describe('the open orders of a removed device', () => {
  /** A new device with this number of waiting orders. */
  async function deviceWithOrders(orders: number): Promise<{ imei: string; ids: number[] }> {
    const imei = String((await TARGETS.device(api)).id)
    const order = { sender_id: owner.id, sender_name: owner.name, vendor_id: owner.vendor_id, waiting: 1 }
    const command = { code: 'reboot', caption: '단말 재시작', theme: 'device' as const }
    const ids: number[] = []
    for (let nth = 0; nth < orders; nth++)
      ids.push(await insertRow(api.db, 'orders', { ...order, ...command }))
    const target = { device_id: imei, number: '01000000000' }
    const targets = ids.map(order_id => ({ order_id, ...target }))
    await insertRows(api.db, 'order_targets', targets)
    notified.length = 0
    return { imei, ids }
  }
  const ofOrders = () => notified.filter(({ resource }) => resource === 'orders')

  it('are in the notification', async () => {
    const { imei, ids } = await deviceWithOrders(2)
    expect(await statusOf(api.remove(USERS.master, `/api/devices/${imei}`))).toBe(200)
    expect(ofOrders()).toEqual([{ resource: 'orders', ids }])
  })

  it('are named by id up to a limit; above it the notification is for all orders', async () => {
    const some = await deviceWithOrders(301)
    await api.db.deleteFrom('devices').where('id', '=', some.imei).execute()
    expect(ofOrders().map(({ ids }) => ids?.length)).toEqual([300, 1])
    expect(ofOrders().flatMap(({ ids }) => ids)).toEqual(some.ids)
    const many = await deviceWithOrders(1_201)
    await api.db.deleteFrom('devices').where('id', '=', many.imei).execute()
    expect(ofOrders()).toEqual([{ resource: 'orders' }])
  })
})
