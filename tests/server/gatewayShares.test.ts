/** Gateways divide the fleet among themselves on one broker (Mosquitto), and take over what one leaves behind. */
import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { renewLeases } from '../../src/server/commands/gateway/leases'
import type { Gateway } from '../../src/server/gateway'
import type { Db } from '../../src/server/store/database'
import { eachDatabase, openPostgres } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  isOnline,
  targetOf,
  testGateway,
} from '../support/gateway'

const parts = Array.from({ length: 100 }, (_, part) => String(part).padStart(2, '0'))

eachDatabase((_name, open) => {
  it('each part has one gateway: a new one gets its share, and a silent one loses its own', async () => {
    const db = await open()
    const renew = (id: string, shares = true) => renewLeases(db, { id, leaseSeconds: 1, shares })
    expect(await renew('a')).toEqual(parts)
    expect(await renew('b')).toEqual([])
    const first = await renew('a')
    const second = await renew('b')
    expect([first.length, second.length]).toEqual([50, 50])
    expect([...first, ...second].sort()).toEqual(parts)
    // `a` is gone; its leases end by themselves.
    await becomes(async () => (await renew('b')).length, 100)
  })

  it('a gateway with a broker of its own leaves nothing to others', async () => {
    const db = await open()
    const renew = (id: string) => renewLeases(db, { id, leaseSeconds: 10, shares: false })
    expect(await renew('a')).toEqual(parts)
    expect(await renew('b')).toEqual([])
    expect(await renew('a')).toEqual(parts)
  })
})

describe.runIf(process.env.TEST_MQTT_URL && process.env.TEST_DATABASE_URL)('on a broker elsewhere', () => {
  const url = process.env.TEST_MQTT_URL!
  let db: Db
  let first: Gateway
  let second: Gateway
  /** The broker serves other tests as well. */
  const prefix = `35${String(randomInt(10 ** 10)).padStart(10, '0')}`
  const imeis = ['000', '133', '266', '399'].map(end => `${prefix}${end}`)
  beforeAll(async () => {
    db = await openPostgres()
    await addDevices(db, imeis)
    first = await testGateway(db, { broker: { url } })
    second = await testGateway(db, { broker: { url } })
    await becomes(() => [first.parts().length, second.parts().length], [50, 50])
  })

  it('serves every device by one of two gateways, and goes on when one of them ends', async () => {
    const devices = await Promise.all(imeis.map(imei => connectDevice(url, imei)))
    for (const device of devices) device.answer()
    await becomes(async () => Promise.all(imeis.map(imei => isOnline(db, imei))), [true, true, true, true])
    const order = await addOrder(db, imeis)
    await becomes(
      async () => Promise.all(imeis.map(imei => targetOf(db, order, imei))),
      Array(4).fill('success'),
    )
    expect(devices.map(({ orders }) => orders.length)).toEqual([1, 1, 1, 1])

    await first.stop()
    // Of its devices one leaves while nobody looks, and one does not answer.
    await devices[0]!.drop()
    devices[1]!.client.removeAllListeners('message')
    await becomes(() => second.parts().length, 100)
    await becomes(async () => Promise.all(imeis.map(imei => isOnline(db, imei))), [false, false, true, true])
    const next = await addOrder(db, imeis)
    await becomes(
      async () => Promise.all(imeis.slice(2).map(imei => targetOf(db, next, imei))),
      ['success', 'success'],
    )
  })
})
