/** Orders reach devices, and results are stored: with the built-in broker. */
import { beforeAll, expect, it } from 'vitest'
import { expireTargets } from '../../src/server/commands/orders/moveTargets'
import type { Gateway } from '../../src/server/gateway'
import type { Db } from '../../src/server/store/database'
import { ordersDueBy } from '../../src/server/store/gateway/openTargets'
import { ordersWithWrongCounts } from '../support/crash'
import { newDatabase } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  cancelOrder,
  connectDevice,
  isOnline,
  targetOf,
  testGateway,
} from '../support/gateway'

const later = (ms: number) => new Date(Date.now() + ms)

let db: Db
let gateway: Gateway
let next = 0
/** Devices for one test. */
const newDevices = async (count: number) => {
  const imeis = Array.from({ length: count }, () => `3581260900${String(++next).padStart(5, '0')}`)
  await addDevices(db, imeis)
  return imeis
}
const newDevice = async () => (await newDevices(1))[0]!
const connect = (imei: string, options = {}) => connectDevice(gateway.port!, imei, options)
beforeAll(async () => {
  db = await newDatabase()
  gateway = await testGateway(db)
})

it('sends an order to a connected device and stores its result', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  await becomes(() => isOnline(db, imei), true)
  const order = await addOrder(db, [imei], { data: 'NOW', expired: new Date('2999-01-01T00:00:00Z') })
  await becomes(
    () => device.orders,
    [{ id: order, code: 'reboot', value: 'NOW', expires: '2999-01-01T00:00:00.000Z' }],
  )
  expect(await targetOf(db, order, imei)).toBe('ongoing')
  device.answer('success')
  await becomes(() => targetOf(db, order, imei), 'success')
})

it('stores the reason of a failure: the device’s, or `refused`', async () => {
  const [first = '', second = ''] = await newDevices(2)
  const devices = [await connect(first), await connect(second)] as const
  devices[0].answer('failure', '배터리가 부족합니다')
  devices[1].answer('failure')
  const order = await addOrder(db, [first, second])
  await becomes(() => targetOf(db, order, first), 'failure: 배터리가 부족합니다')
  await becomes(() => targetOf(db, order, second), 'failure: refused')
  expect(await ordersWithWrongCounts(db)).toEqual([])
})

it('keeps an order for an offline device until it connects', async () => {
  const imei = await newDevice()
  const order = await addOrder(db, [imei])
  // The gateway has processed the order without this device.
  const other = await newDevice()
  const witness = await connect(other)
  witness.answer()
  const seen = await addOrder(db, [other])
  await becomes(() => targetOf(db, seen, other), 'success')
  expect(await targetOf(db, order, imei)).toBe('waiting')
  const device = await connect(imei)
  device.answer()
  await becomes(() => targetOf(db, order, imei), 'success')
})

it('sends no order before its start, during its hold or after its end', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  const held = await addOrder(db, [imei], { held_until: later(1_500) })
  const planned = await addOrder(db, [imei], { started: later(60_000) })
  const over = await addOrder(db, [imei], { expired: later(-1) })
  const now = await addOrder(db, [imei])
  const received = () => [...new Set(device.orders.map(({ id }) => id))]
  await becomes(received, [now])
  expect(await targetOf(db, held, imei)).toBe('waiting')
  await becomes(received, [now, held])
  expect([await targetOf(db, planned, imei), await targetOf(db, over, imei)]).toEqual(['waiting', 'waiting'])
})

it('finds orders that are due soon, in the order of their times, without expired and known ones', async () => {
  const imeis = await newDevices(5)
  const orders = await Promise.all(
    [
      { held_until: later(900) },
      { held_until: later(400) },
      { started: later(60_000) },
      { expired: later(-1) },
      {},
    ].map((times, at) => addOrder(db, [imeis[at]!], times)),
  )
  const now = new Date()
  const due = async (known: number[]) =>
    (await ordersDueBy(db, known, { now, by: later(1_000) }))
      .map(({ id }) => orders.indexOf(id))
      .filter(at => at >= 0)
  expect(await due([])).toEqual([4, 1, 0])
  expect(await due([orders[4]!])).toEqual([1, 0])
})

it('repeats an unanswered order, and sends it at once when the device reconnects', async () => {
  const imei = await newDevice()
  const first = await connect(imei)
  const order = await addOrder(db, [imei])
  await becomes(() => first.orders.map(({ id }) => id), [order, order])
  await first.drop()
  const second = await connect(imei)
  await becomes(() => second.orders.length > 0, true)
  second.answer()
  await becomes(() => targetOf(db, order, imei), 'success')
  // A later, different result changes nothing.
  await second.say('result', { id: order, outcome: 'failure', reason: 'late' })
  await becomes(() => gateway.tally.of('result not awaited') > 0, true)
  expect(await targetOf(db, order, imei)).toBe('success')
})

it('ignores results of cancelled, expired, foreign, unknown and unsent orders', async () => {
  const [imei = '', other = ''] = await newDevices(2)
  const device = await connect(imei)
  const foreign = await addOrder(db, [other])
  const planned = await addOrder(db, [imei], { started: later(60_000) })
  const cancelled = await addOrder(db, [imei], { started: later(60_000) })
  await cancelOrder(db, cancelled)
  const ended = await addOrder(db, [imei], { expired: later(30_000) })
  await becomes(() => device.orders.map(({ id }) => id), [ended])
  // Expires now, however slow the machine was.
  await expireTargets(db, later(31_000))
  expect(await targetOf(db, ended, imei)).toBe('failure: expired')
  const before = gateway.tally.of('result not awaited')
  for (const id of [foreign, planned, cancelled, ended, 999_999_999])
    await device.say('result', { id, outcome: 'failure', reason: 'made up' })
  await becomes(() => gateway.tally.of('result not awaited') - before, 5)
  expect(await targetOf(db, foreign, other)).toBe('waiting')
  expect(await targetOf(db, planned, imei)).toBe('waiting')
  expect(await targetOf(db, cancelled, imei)).toBe('failure: cancelled')
  expect(await targetOf(db, ended, imei)).toBe('failure: expired')
  expect(await ordersWithWrongCounts(db)).toEqual([])
})

it('sends an order to many devices (to each once: `processes/gatewayLeases`)', async () => {
  const imeis = await newDevices(40)
  const devices = await Promise.all(imeis.map(imei => connect(imei)))
  for (const device of devices) device.answer()
  const order = await addOrder(db, imeis)
  const counts = () =>
    db.selectFrom('orders').select(['success', 'status']).where('id', '=', order).executeTakeFirstOrThrow()
  const all = { success: 40, status: 'success' }
  expect(await becomes(counts, all)).toEqual(all)
})
