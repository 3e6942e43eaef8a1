/** Orders reach devices through the built-in broker, and their results are stored. */
import { expect, it } from 'vitest'
import { expireTargets } from '../../src/server/commands/orders/moveTargets'
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
import { findRow, updateRows } from '../support/rows'

const inMs = (ms: number) => new Date(Date.now() + ms)

let lastNumber = 0
/** Registers devices that no other test uses. @returns their IMEIs */
const newDevices = async (count: number) => {
  const imeis = Array.from({ length: count }, () => `3581260900${String(++lastNumber).padStart(5, '0')}`)
  await addDevices(db, imeis)
  return imeis
}
const newDevice = async () => (await newDevices(1))[0]!
const connect = (imei: string, options = {}) => connectDevice(gateway.port!, imei, options)
const db = await newDatabase()
const gateway = await testGateway(db)

it('sends an order to a connected device and stores its result', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  await becomes(() => isOnline(db, imei), true)
  const order = await addOrder(db, [imei], { expired: new Date('2999-01-01T00:00:00Z') })
  const sent = { id: order, code: 'reboot', value: 'NOW', expires: '2999-01-01T00:00:00.000Z' }
  await becomes(() => device.orders, [sent])
  expect(await targetOf(db, order, imei)).toBe('ongoing')
  device.answer('success')
  await becomes(() => targetOf(db, order, imei), 'success')
})

it('stores the reason that a device gives for a failure, or `refused` if it gives none', async () => {
  const [first = '', second = ''] = await newDevices(2)
  const withReason = await connect(first)
  const withoutReason = await connect(second)
  withReason.answer('failure', '배터리가 부족합니다')
  withoutReason.answer('failure')
  const order = await addOrder(db, [first, second])
  await becomes(() => targetOf(db, order, first), 'failure: 배터리가 부족합니다')
  await becomes(() => targetOf(db, order, second), 'failure: refused')
  expect(await ordersWithWrongCounts(db)).toEqual([])
})

it('keeps an order for an offline device until it connects', async () => {
  const imei = await newDevice()
  const order = await addOrder(db, [imei])
  // A later order to a connected device succeeds: the gateway has processed the first one too by then.
  const connectedImei = await newDevice()
  const connectedDevice = await connect(connectedImei)
  connectedDevice.answer()
  const laterOrder = await addOrder(db, [connectedImei])
  await becomes(() => targetOf(db, laterOrder, connectedImei), 'success')
  expect(await targetOf(db, order, imei)).toBe('waiting')
  const device = await connect(imei)
  device.answer()
  await becomes(() => targetOf(db, order, imei), 'success')
})

it('sends no order before its start, during its hold or after its end', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  const held = await addOrder(db, [imei], { held_until: inMs(60_000) })
  const planned = await addOrder(db, [imei], { started: inMs(60_000) })
  const expired = await addOrder(db, [imei], { expired: inMs(-1) })
  const due = await addOrder(db, [imei])
  const received = () => [...new Set(device.orders.map(({ id }) => id))]
  await becomes(received, [due])
  expect(await targetOf(db, held, imei)).toBe('waiting')
  // Lets the hold of this order end in half a second.
  await updateRows(db, 'orders', { id: held }, { held_until: inMs(500) })
  await becomes(received, [due, held])
  expect(await targetOf(db, planned, imei)).toBe('waiting')
  expect(await targetOf(db, expired, imei)).toBe('waiting')
})

it('finds the orders due within a second, soonest first, without expired and already found ones', async () => {
  const imei = await newDevice()
  const inNineTenths = await addOrder(db, [imei], { held_until: inMs(900) })
  const inFourTenths = await addOrder(db, [imei], { held_until: inMs(400) })
  const inAMinute = await addOrder(db, [imei], { started: inMs(60_000) })
  const expired = await addOrder(db, [imei], { expired: inMs(-1) })
  const dueNow = await addOrder(db, [imei])
  const ordersOfTest = [inNineTenths, inFourTenths, inAMinute, expired, dueNow]
  const now = new Date()
  const dueExcept = async (alreadyFound: number[]) => {
    const orders = await ordersDueBy(db, alreadyFound, { now, by: inMs(1_000) })
    return orders.map(({ id }) => id).filter(id => ordersOfTest.includes(id))
  }
  expect(await dueExcept([])).toEqual([dueNow, inFourTenths, inNineTenths])
  expect(await dueExcept([dueNow])).toEqual([inFourTenths, inNineTenths])
})

it('repeats an unanswered order, and sends it at once when the device reconnects', async () => {
  const ownDb = await newDatabase()
  const ownGateway = await testGateway(ownDb, { settings: { againSeconds: 1 } })
  const connectAgain = () => connectDevice(ownGateway.port!, imei)
  const imei = '358126090000000'
  await addDevices(ownDb, [imei])
  const first = await connectAgain()
  const order = await addOrder(ownDb, [imei])
  await becomes(() => first.orders.map(({ id }) => id), [order, order])
  await first.drop()
  const second = await connectAgain()
  await becomes(() => second.orders.length > 0, true)
  second.answer()
  await becomes(() => targetOf(ownDb, order, imei), 'success')
  // A later, different result changes nothing.
  await second.say('result', { id: order, outcome: 'failure', reason: 'late' })
  await becomes(() => ownGateway.tally.of('result unexpected') > 0, true)
  expect(await targetOf(ownDb, order, imei)).toBe('success')
})

it('ignores results of orders that are cancelled, expired, unknown, not sent yet or for another device', async () => {
  const [imei = '', other = ''] = await newDevices(2)
  const device = await connect(imei)
  const foreign = await addOrder(db, [other])
  const planned = await addOrder(db, [imei], { started: inMs(60_000) })
  const cancelled = await addOrder(db, [imei], { started: inMs(60_000) })
  await cancelOrder(db, cancelled)
  const expired = await addOrder(db, [imei], { expired: inMs(30_000) })
  await becomes(() => device.orders.map(({ id }) => id), [expired])
  // Expires orders as if 31 seconds had passed.
  await expireTargets(db, inMs(31_000))
  expect(await targetOf(db, expired, imei)).toBe('failure: expired')
  const before = gateway.tally.of('result unexpected')
  for (const id of [foreign, planned, cancelled, expired, 999_999_999])
    await device.say('result', { id, outcome: 'failure', reason: 'made up' })
  await becomes(() => gateway.tally.of('result unexpected') - before, 5)
  expect(await targetOf(db, foreign, other)).toBe('waiting')
  expect(await targetOf(db, planned, imei)).toBe('waiting')
  expect(await targetOf(db, cancelled, imei)).toBe('failure: cancelled')
  expect(await targetOf(db, expired, imei)).toBe('failure: expired')
  expect(await ordersWithWrongCounts(db)).toEqual([])
})

it('sends an order to many devices (to each once: `processes/gatewayLeases`)', async () => {
  const imeis = await newDevices(40)
  const devices = await Promise.all(imeis.map(imei => connect(imei)))
  for (const device of devices) device.answer()
  const order = await addOrder(db, imeis)
  const succeeded = async () => (await findRow(db, 'orders', { id: order })).success
  expect(await becomes(succeeded, 40)).toBe(40)
})
