/** Gateways divide the fleet among themselves on one broker (Mosquitto), and take over what one leaves behind. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { renewLeases } from '../../src/server/commands/gateway/leases'
import { closeSilent } from '../../src/server/commands/gateway/presence'
import type { Gateway } from '../../src/server/gateway'
import type { Db } from '../../src/server/store/database'
import { mosquittoProgram, ownMosquitto } from '../support/brokers'
import { newDatabase, openPostgres } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  giveSecret,
  isOnline,
  targetOf,
  testGateway,
} from '../support/gateway'

const parts = Array.from({ length: 100 }, (_, part) => String(part).padStart(2, '0'))

it('each part has one gateway: a new one gets its share, and a silent one loses its own', async () => {
  const db = await newDatabase()
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
  const db = await newDatabase()
  const renew = (id: string) => renewLeases(db, { id, leaseSeconds: 10, shares: false })
  expect(await renew('a')).toEqual(parts)
  expect(await renew('b')).toEqual([])
  expect(await renew('a')).toEqual(parts)
})

describe.runIf(process.env.TEST_MQTT_URL && process.env.TEST_DATABASE_URL && mosquittoProgram())(
  'on a broker elsewhere',
  () => {
    let url: string
    let db: Db
    let first: Gateway
    let second: Gateway
    const imeis = ['000', '133', '266', '399'].map(end => `358126093000${end}`)
    beforeAll(async () => {
      url = (await ownMosquitto()).url
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

      // One does not answer from now on: the other gateway asks as soon as the parts are free.
      devices[1]!.client.removeAllListeners('message')
      await first.stop()
      // Of its devices one leaves while nobody looks.
      await devices[0]!.drop()
      await becomes(() => second.parts().length, 100)
      await becomes(
        async () => Promise.all(imeis.map(imei => isOnline(db, imei))),
        [false, false, true, true],
      )
      const next = await addOrder(db, imeis)
      await becomes(
        async () => Promise.all(imeis.slice(2).map(imei => targetOf(db, next, imei))),
        ['success', 'success'],
      )
    })

    it('turns out who lost a secret or changed hands while no gateway looked, and nobody else', async () => {
      const { url: broker } = await ownMosquitto()
      const own = await openPostgres()
      const [moved, replaced, overlapping, same] = ['501', '502', '503', '504'].map(
        end => `358126093000${end}`,
      )
      const all = [moved!, replaced!, overlapping!, same!]
      await addDevices(own, all)
      await own.insertInto('vendors').values({ id: 7, name: '한빛' }).execute()
      const before = await testGateway(own, { broker: { url: broker } })
      const devices = await Promise.all(all.map(imei => connectDevice(broker, imei)))
      const online = () => Promise.all(all.map(imei => isOnline(own, imei)))
      await becomes(online, [true, true, true, true])
      await before.stop()
      await own.updateTable('devices').set({ vendor_id: 7 }).where('id', '=', moved!).execute()
      await giveSecret(own, replaced!, 0)
      await giveSecret(own, overlapping!, 24)
      await testGateway(own, { broker: { url: broker } })
      await becomes(online, [false, false, true, true])
      await becomes(() => devices.map(({ client }) => client.connected), [false, false, true, true])
      // With what is good now it comes back, and stays.
      await connectDevice(broker, moved!)
      expect(await becomes(online, [true, false, true, true])).toHaveLength(4)
    })

    it('turns out a device that counted as closed meanwhile', async () => {
      const { url: broker } = await ownMosquitto()
      const own = await openPostgres()
      const imei = '358126093000505'
      await addDevices(own, [imei])
      const before = await testGateway(own, { broker: { url: broker } })
      const device = await connectDevice(broker, imei)
      await becomes(() => isOnline(own, imei), true)
      await before.stop()
      await closeSilent(own, [imei], new Date())
      await giveSecret(own, imei, 0)
      const after = await testGateway(own, { broker: { url: broker } })
      await becomes(() => after.tally.of('access withdrawn'), 1)
      expect(await becomes(() => device.client.connected, false)).toBe(false)
    })

    it('asks a device that speaks and counts as closed whether it is there: its presence was lost', async () => {
      const imei = '358126093000477'
      await addDevices(db, [imei])
      const device = await connectDevice(url, imei, { silent: true })
      await device.say('telemetry', { rsrp: -70 })
      expect(await becomes(() => isOnline(db, imei), true)).toBe(true)
      await device.leave()
      await becomes(() => isOnline(db, imei), false)
    })

    it('takes nobody for connected whose part went to another gateway meanwhile', async () => {
      const [imei, witness] = ['358126093000455', '358126093000466']
      await addDevices(db, [imei, witness])
      const device = await connectDevice(url, imei, { silent: true })
      const other = await connectDevice(url, witness)
      other.answer()
      const partGoesTo = (gateway: string | null) =>
        db
          .updateTable('gateway_parts')
          .set({ gateway_id: gateway, held_until: new Date(Date.now() + 60_000) })
          .where('part', '=', 55)
          .execute()
      await db.transaction().execute(async tx => {
        await tx.selectFrom('devices').select('id').where('id', '=', imei).forUpdate().execute()
        await device.hello()
        await becomes(
          async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length > 0,
          true,
        )
        await partGoesTo('another')
        await becomes(() => second.parts().length, 99)
      })
      await becomes(() => isOnline(db, imei), true)
      const order = await addOrder(db, [imei, witness])
      await becomes(() => targetOf(db, order, witness), 'success')
      expect(await targetOf(db, order, imei)).toBe('waiting')
      // Back again, it is asked whether it is there, and gets what waited.
      await partGoesTo(null)
      await becomes(() => device.orders.map(({ id }) => id), [order])
      device.answer()
      await becomes(() => targetOf(db, order, imei), 'success')
    })
  },
)
