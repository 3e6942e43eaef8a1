/** Limits of delivery: here ten orders a second (`perSecond`), and at most five unanswered ones (`inFlight`). */
import { expect, it } from 'vitest'
import { Delivery } from '../../src/server/gateway/delivery'
import { packageConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { addDevices, addOrder, becomes, silentLog } from '../support/gateway'
import { findRow, findRows } from '../support/rows'

let lastNumber = 0
const db = await newDatabase()

/**
 * Starts to deliver an order to 20 devices, with a link that only counts and a clock that the test moves.
 *
 * @param answer called for each publication
 */
async function startDelivery(answer: (order: number, imei: string) => void = () => undefined) {
  const imeis = Array.from({ length: 20 }, () => `3581260980${String(++lastNumber).padStart(5, '0')}`)
  await addDevices(db, imeis)
  const order = await addOrder(db, imeis)
  let clockMs = 0
  let settingsReads = 0
  let sent = 0
  let allowed = 0
  let maxExcess = 0
  const settings = () => {
    settingsReads++
    return { ...packageConfig().server.gateway, perSecond: 10, inFlight: 5, againSeconds: 3_600 }
  }
  const delivery = new Delivery({
    db,
    log: silentLog,
    settings,
    now: () => new Date(),
    clock: () => clockMs,
    isConnected: imei => imeis.includes(imei),
    link: () => ({
      async publish(topic) {
        sent++
        maxExcess = Math.max(maxExcess, sent - allowed)
        answer(order, topic.split('/')[3]!)
      },
      join: async () => {},
      leave: async () => {},
      end: async () => {},
      close: async () => {},
    }),
  })
  delivery.start()
  delivery.connected(imeis)
  return {
    delivery,
    order,
    sent: () => sent,
    /** By how many orders the limit was exceeded at most. */
    maxExcess: () => maxExcess,
    pass(ms: number) {
      clockMs += ms
      allowed += (ms / 1000) * 10
    },
    /** Waits until the delivery has read the limits three times: it has sent all that they allow. */
    async settled() {
      const before = settingsReads
      await becomes(() => settingsReads >= before + 3, true)
    },
    ongoing: async () => (await findRow(db, 'orders', { id: order })).ongoing,
  }
}

it('sends no further orders while five are unanswered', async () => {
  const { delivery, sent, pass, settled, ongoing } = await startDelivery()
  await settled()
  expect(await ongoing()).toBe(0)
  for (let second = 0; second < 4; second++) {
    pass(400)
    await settled()
    expect(await ongoing()).toBeLessThanOrEqual(5)
  }
  await becomes(sent, 5)
  expect(await ongoing()).toBe(5)
  await delivery.stop()
})

it('sends all orders to devices that answer, never faster than allowed', async () => {
  const { delivery, order, sent, maxExcess, pass, settled } = await startDelivery((id, imei) =>
    delivery.answered(id, imei),
  )
  await settled()
  for (let step = 1; step <= 10; step++) {
    pass(200)
    await becomes(sent, step * 2)
    await settled()
    expect(sent()).toBe(step * 2)
  }
  expect(maxExcess()).toBe(0)
  expect(await findRows(db, 'order_targets', { order_id: order, status: 'waiting' })).toEqual([])
  await delivery.stop()
})
