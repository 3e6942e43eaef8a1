/** The pace of delivery: ten orders a second, and five unanswered at most (`perSecond`, `inFlight`). */
import { beforeAll, expect, it } from 'vitest'
import { Delivery } from '../../src/server/gateway/delivery'
import type { Db } from '../../src/server/store/database'
import { packageConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { addDevices, addOrder, becomes, silentLog } from '../support/gateway'

let db: Db
let next = 0
beforeAll(async () => {
  db = await newDatabase()
})

/** Delivers to a link that counts, with a clock that the test moves. */
async function startDelivery(answer: (order: number, imei: string) => void = () => undefined) {
  const imeis = Array.from({ length: 20 }, () => `3581260980${String(++next).padStart(5, '0')}`)
  await addDevices(db, imeis)
  const order = await addOrder(db, imeis)
  let [at, looks, sent, allowed] = [0, 0, 0, 0]
  let mostBeyond = 0
  const settings = () => {
    looks++
    return { ...packageConfig().server.gateway, perSecond: 10, inFlight: 5, againSeconds: 3_600 }
  }
  const delivery = new Delivery({
    db,
    log: silentLog,
    settings,
    now: () => new Date(),
    clock: () => at,
    isConnected: imei => imeis.includes(imei),
    link: () => ({
      async publish(topic) {
        sent++
        mostBeyond = Math.max(mostBeyond, sent - allowed)
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
    /** The largest number of orders above the limit. */
    beyond: () => mostBeyond,
    pass(ms: number) {
      at += ms
      allowed += (ms / 1000) * 10
    },
    /** Waits until the delivery has looked for orders at least twice. */
    async settled() {
      const before = looks
      await becomes(() => looks >= before + 3, true)
    },
    ongoing: async () =>
      (await db.selectFrom('orders').select('ongoing').where('id', '=', order).executeTakeFirstOrThrow())
        .ongoing,
  }
}

it('five orders at most are unanswered', async () => {
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

it('devices that answer get all orders, never faster than the pace', async () => {
  const { delivery, order, sent, beyond, pass, settled } = await startDelivery((id, imei) =>
    delivery.answered(id, imei),
  )
  await settled()
  for (let step = 1; step <= 10; step++) {
    pass(200)
    await becomes(sent, step * 2)
    await settled()
    expect(sent()).toBe(step * 2)
  }
  expect(beyond()).toBe(0)
  const waiting = await db
    .selectFrom('order_targets')
    .select('device_id')
    .where('order_id', '=', order)
    .where('status', '=', 'waiting')
    .execute()
  expect(waiting).toEqual([])
  await delivery.stop()
})
