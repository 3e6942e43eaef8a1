/**
 * Which gateway serves which part of the fleet while gateways start and stop, and brokers or connections to them fail.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { markUnresponsiveOffline } from '../../src/server/commands/gateway/presence'
import type { Gateway } from '../../src/server/gateway'
import { PartLeases } from '../../src/server/gateway/partLeases'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { REQUEST_LIMITS } from '../../src/server/store/postgres/timeLimits'
import { afterFile } from '../support/afterFile'
import { mosquittoProgram, ownMosquitto } from '../support/brokers'
import { packageConfig } from '../support/config'
import { addressOf, openPostgres } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  giveSecret,
  isOnline,
  silentLog,
  targetOf,
  testGateway,
} from '../support/gateway'
import { holdLocks, insertRow, updateRows, waitingForLocks } from '../support/rows'
import { TcpProxy } from '../support/tcpProxy'
import { startTestBroker } from '../support/testBroker'

/** IMEIs of these parts: the part of a device is the last two digits of its IMEI. */
const imeisOf = (...parts: string[]) => parts.map(part => `3581260960001${part}`)
const FOUR = imeisOf('00', '33', '66', '99')

/** A broker and a database for one test, with these devices. */
async function newSite(imeis: readonly string[]) {
  const { url } = await ownMosquitto()
  const db = await openPostgres()
  if (imeis.length > 0) await addDevices(db, imeis)
  return {
    url,
    db,
    connectAll: () => Promise.all(imeis.map(imei => connectDevice(url, imei))),
    online: () => Promise.all(imeis.map(imei => isOnline(db, imei))),
    targets: (order: number, of = imeis) => Promise.all(of.map(imei => targetOf(db, order, imei))),
  }
}

/** A broker and a database with one device, of this part. */
async function newSiteOf(part: string) {
  const imei = imeisOf(part)[0]!
  return { ...(await newSite([imei])), imei }
}

async function startGateways(db: Db, urls: readonly string[], leaseSeconds = 10) {
  const settings = { leaseSeconds, helloSeconds: leaseSeconds }
  const started = urls.map(url => testGateway(db, { broker: { url }, settings }))
  const gateways = (await Promise.all(started)) as [Gateway, Gateway]
  /** How many parts each one serves. */
  const shares = () => gateways.map(gateway => gateway.parts().length)
  await becomes(shares, [50, 50])
  return { gateways, shares }
}

/** A gateway may connect later than the device, and then has not received its first message. */
const helloUntilOnline = async (db: Db, device: Awaited<ReturnType<typeof connectDevice>>) =>
  becomes(async () => {
    await device.hello()
    return isOnline(db, device.imei)
  }, true)

describe.runIf(process.env.TEST_MQTT_URL && process.env.TEST_DATABASE_URL && mosquittoProgram())(
  'gateways on one broker',
  { concurrent: true },
  () => {
    it('deliver to each device once, and take over the devices of a gateway that stops', async () => {
      const { url, db, connectAll, online, targets } = await newSite(FOUR)
      // With a short lease, which can lapse on a busy machine, an order would be delivered twice.
      const { gateways } = await startGateways(db, [url, url], 30)
      const devices = await connectAll()
      for (const device of devices) device.answer()
      await becomes(online, [true, true, true, true])
      const order = await addOrder(db, FOUR)
      await becomes(() => targets(order), ['success', 'success', 'success', 'success'])
      expect(devices.map(({ orders }) => orders.length)).toEqual([1, 1, 1, 1])

      devices[1]!.client.removeAllListeners('message')
      await gateways[0].stop()
      // No gateway receives the will of this device.
      await devices[0]!.drop()
      await becomes(() => gateways[1].parts().length, 100)
      // The silent device is closed because it does not answer the new gateway.
      await becomes(online, [false, false, true, true])
      const next = await addOrder(db, FOUR)
      await becomes(() => targets(next, FOUR.slice(2)), ['success', 'success'])
    })

    it('disconnect devices whose access ended while no gateway ran, and only these', async () => {
      const imeis = imeisOf('01', '02', '03', '04', '05')
      const [moved, replaced, closed, overlapping] = imeis as [string, string, string, string, string]
      const { url, db, connectAll, online } = await newSite(imeis)
      await insertRow(db, 'vendors', { id: 7, name: '한빛' })
      const before = await testGateway(db, { broker: { url } })
      const devices = await connectAll()
      await becomes(online, [true, true, true, true, true])
      await before.stop()
      await updateRows(db, 'devices', { id: moved }, { vendor_id: 7 })
      await giveSecret(db, replaced, 0)
      await markUnresponsiveOffline(db, [closed], new Date())
      await giveSecret(db, closed, 0)
      await giveSecret(db, overlapping, 24)
      const after = await testGateway(db, { broker: { url } })
      await becomes(online, [false, false, false, true, true])
      const connected = () => devices.map(({ client }) => client.connected)
      await becomes(connected, [false, false, false, true, true])
      expect(await becomes(() => after.tally.of('access withdrawn'), 3)).toBe(3)
      // The moved device may connect as a device of its new vendor.
      await connectDevice(url, moved)
      await becomes(online, [true, false, false, true, true])
    })

    it('send no orders to a device of a part that moved while its presence was stored', async () => {
      const [imei, other] = imeisOf('55', '66') as [string, string]
      const { url, db } = await newSite([imei, other])
      // This gateway waits for a lock as long as the test holds it.
      const timeLimits = { ...REQUEST_LIMITS, writeMs: 240_000, lockMs: 240_000 }
      const patient = await connectDatabase({ url: await addressOf(db) }, { timeLimits })
      afterFile(() => patient.destroy())
      const gateway = await testGateway(patient, { broker: { url } })
      await becomes(() => gateway.parts().length, 100)
      const device = await connectDevice(url, imei, { silent: true })
      ;(await connectDevice(url, other)).answer()
      const movePart = (gateway_id: string | null) => {
        const held_until = new Date(Date.now() + 3_600_000)
        return updateRows(db, 'gateway_parts', { part: 55 }, { gateway_id, held_until })
      }
      await holdLocks(db, async tx => {
        await updateRows(tx, 'devices', { id: imei }, { serial: 'locked' })
        await device.hello()
        await becomes(async () => (await waitingForLocks(db)) > 0, true)
        await movePart('another')
        await becomes(() => gateway.parts().length, 99)
      })
      await becomes(() => isOnline(db, imei), true)
      const order = await addOrder(db, [imei, other])
      await becomes(() => targetOf(db, order, other), 'success')
      expect(await targetOf(db, order, imei)).toBe('waiting')
      // The gateway that gets the part back asks the device, and sends the order.
      await movePart(null)
      await becomes(() => device.orders.map(({ id }) => id), [order])
      device.answer()
      await becomes(() => targetOf(db, order, imei), 'success')
    })

    it('leave their parts to others while they do not reach the broker; if none reaches it, all devices are closed', async () => {
      const { url, db, connectAll, online, targets } = await newSite(FOUR)
      const proxies = [await TcpProxy.to(url), await TcpProxy.to(url)] as const
      const { shares } = await startGateways(db, [proxies[0].url, proxies[1].url])
      for (const device of await connectAll()) device.answer()
      await becomes(online, [true, true, true, true])
      proxies[0].cut()
      await becomes(shares, [0, 100])
      const order = await addOrder(db, FOUR)
      await becomes(() => targets(order), ['success', 'success', 'success', 'success'])
      expect(await online()).toEqual([true, true, true, true])
      await proxies[0].open()
      await becomes(shares, [50, 50])
      expect(await online()).toEqual([true, true, true, true])

      for (const proxy of proxies) proxy.cut()
      await becomes(shares, [0, 0])
      await becomes(online, [false, false, false, false])
      for (const proxy of proxies) await proxy.open()
      await becomes(shares, [50, 50])
      await becomes(online, [true, true, true, true])
    })

    it('leave their parts to others while their broker takes no subscriptions', async () => {
      const { url, db } = await newSite([])
      const { broker, url: refusing, cutAll } = await startTestBroker()
      let isRefusing = false
      broker.authorizeSubscribe = (_client, subscription, done) =>
        done(isRefusing ? new Error('refused') : null, subscription)
      const { shares } = await startGateways(db, [refusing, url])
      isRefusing = true
      cutAll()
      await becomes(shares, [0, 100])
      isRefusing = false
      expect(await becomes(shares, [50, 50])).toEqual([50, 50])
    })

    it('close a device that disappears without a will, by asking all devices regularly', async () => {
      const { url, db, imei } = await newSiteOf('17')
      await testGateway(db, { broker: { url }, settings: { helloSeconds: 1, rollCallSeconds: 2 } })
      await helloUntilOnline(db, await connectDevice(url, imei, { deaf: true }))
      expect(await becomes(() => isOnline(db, imei), false)).toBe(false)
    })

    it('ask all devices once a node of the cluster is gone, and close those that do not answer', async () => {
      const { url, db, imei } = await newSiteOf('17')
      const node = await TcpProxy.to(url)
      await testGateway(db, {
        broker: { url: `${url},${node.url}` },
        settings: { helloSeconds: 1, rollCallSeconds: 3600 },
      })
      await helloUntilOnline(db, await connectDevice(url, imei, { deaf: true }))
      node.cut()
      expect(await becomes(() => isOnline(db, imei), false)).toBe(false)
    })

    it('go on at the next node of the cluster: orders arrive there, and access ends there', async () => {
      const { url, db, imei } = await newSiteOf('77')
      const node = await TcpProxy.to(url)
      const gateway = await testGateway(db, { broker: { url: `${node.url},${url}` } })
      const device = await connectDevice(url, imei)
      device.answer()
      await becomes(() => isOnline(db, imei), true)
      node.cut()
      const order = await addOrder(db, [imei])
      await becomes(() => targetOf(db, order, imei), 'success')
      expect(gateway.parts()).toHaveLength(100)
      await db.deleteFrom('device_secrets').execute()
      await becomes(() => device.client.connected, false, 10_000)
    })

    it('keep their parts while a slow broker takes longer for the subscriptions than a lease lasts', async () => {
      // The broker is slow to subscribe to part 75, which lies between these two.
      const [early, late] = imeisOf('74', '76') as [string, string]
      const subscriptions: string[] = []
      const { broker, url } = await startTestBroker()
      broker.authorizeSubscribe = (_client, subscription, done) => {
        const isGateway = subscription.topic.endsWith('/up/+')
        if (isGateway) subscriptions.push(subscription.topic)
        // Four slow subscriptions take 20 seconds; the lease is for 12 seconds.
        const isSlow = isGateway && /\/(00|25|50|75)\//.test(subscription.topic)
        setTimeout(() => done(null, subscription), isSlow ? 5_000 : 0)
      }
      const db = await openPostgres()
      await addDevices(db, [early, late])
      const gateway = await testGateway(db, { broker: { url }, settings: { leaseSeconds: 12 } })
      await becomes(() => gateway.parts().length, 100)
      const device = await connectDevice(url, early)
      device.answer()
      await becomes(() => isOnline(db, early), true)
      await connectDevice(url, late)
      await becomes(() => isOnline(db, late), true)
      expect(subscriptions).toHaveLength(100)
      expect(await isOnline(db, early)).toBe(true)
    })

    it('serve lapsed parts again although the broker takes longer to unsubscribe than a lease lasts', async () => {
      const db = await openPostgres()
      const lost: number[] = []
      const leases = new PartLeases({
        db,
        now: () => new Date(),
        log: silentLog,
        id: 'slow',
        isFleetShared: true,
        settings: () => ({ ...packageConfig().server.gateway, leaseSeconds: 2 }),
        link: () => ({ join: async () => undefined, leave: () => wait(3_000) }),
        onJoined: () => undefined,
        onDropped: parts => lost.push(parts.length),
      })
      afterFile(() => leases.stop())
      leases.linkUp()
      await becomes(() => leases.serves('17'), true)
      // No lease can be renewed until this one has lapsed.
      await holdLocks(db, async tx => {
        await sql`lock table gateway_parts in access exclusive mode`.execute(tx)
        await becomes(() => leases.serves('17'), false)
      })
      await becomes(() => lost.length > 0, true)
      await becomes(() => leases.serves('17'), true)
      expect(lost[0]).toBe(100)
    })
  },
)
