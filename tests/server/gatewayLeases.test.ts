/** Which gateway has which part of the fleet when a broker, or the way to it, is out of order. */
import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { upFilter } from '../../src/contract/deviceMessages'
import type { Gateway } from '../../src/server/gateway'
import { HelloSchedule } from '../../src/server/gateway/helloSchedule'
import { PartLeases } from '../../src/server/gateway/partLeases'
import { type Db, inTransaction } from '../../src/server/store/database'
import { freePort } from '../../src/tools/services/site'
import { afterFile } from '../support/afterFile'
import { mosquittoProgram, ownMosquitto } from '../support/brokers'
import { packageConfig } from '../support/config'
import { openPglite, openPostgres } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  isOnline,
  silentLog,
  targetOf,
  testGateway,
} from '../support/gateway'

/** A way to a broker that can be cut off, as a node of a cluster dies while the others go on. */
async function wayTo(url: string) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const there = connectSocket(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [client, there]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        there.destroy()
      })
    }
    client.pipe(there).pipe(client)
  })
  const open = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  await open()
  afterFile(cut)
  return { url: `mqtt://127.0.0.1:${port}`, open, cut }
}

/** One of its own, which takes subscriptions in this way. @returns its address */
async function brokerThat(authorizes: NonNullable<Aedes['authorizeSubscribe']>): Promise<string> {
  const broker = await Aedes.createBroker()
  broker.authorizeSubscribe = authorizes
  const server = createServer(socket => void broker.handle(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    broker.close()
  })
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the question whether devices are there', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => vi.useRealTimers())

  function begin(count: number, { patienceMs = 20_000, justAsked = '', connected = 10_500 } = {}) {
    const parts = Array.from({ length: count }, (_, part) => String(part).padStart(2, '0'))
    const asked: string[] = []
    const askedAgain: string[] = []
    const waits: { parts: number; ms: number }[] = []
    const schedule = new HelloSchedule({
      everyMs: () => 600_000,
      patienceMs: () => patienceMs,
      parts: () => parts,
      connected: () => connected,
      isConnected: () => true,
      isAsked: part => part === justAsked,
      postpone: (some, ms) => waits.push({ parts: some.length, ms }),
      ask: async some => asked.push(...some),
      askAgain: async part => askedAgain.push(part),
    })
    return { parts, asked, askedAgain, waits, schedule }
  }

  it.each([100, 50, 3])('goes to each of %d parts once in the time', async count => {
    const { parts, asked, schedule } = begin(count)
    await vi.advanceTimersByTimeAsync(600_000)
    schedule.stop()
    expect(asked).toEqual(parts)
  })

  it('goes to each part within 35 seconds, again and again, for a while after the broker or a node of it was gone', async () => {
    const { parts, asked, schedule } = begin(100)
    // In the middle of the wait for the next question.
    await vi.advanceTimersByTimeAsync(3_000)
    schedule.unsettle()
    await vi.advanceTimersByTimeAsync(35_000)
    expect(asked).toEqual(parts)
    await vi.advanceTimersByTimeAsync(145_000)
    const afterwards = asked.length
    expect(afterwards).toBeGreaterThan(500)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked.length - afterwards).toBeLessThanOrEqual(101)
    schedule.stop()
    schedule.unsettle()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked.length - afterwards).toBeLessThanOrEqual(101)
  })

  it('gives the devices of a part that was asked just now no more time', async () => {
    const { parts, asked, askedAgain, schedule } = begin(100, { justAsked: '07' })
    await vi.advanceTimersByTimeAsync(600_000)
    schedule.stop()
    expect(asked).toEqual(parts.filter(part => part !== '07'))
    expect(askedAgain).toEqual(['07'])
  })

  it('goes to the parts that a gateway takes over as fast as they may answer, and to all of them within 35 seconds', async () => {
    const few = begin(100)
    few.schedule.askInTurn(few.parts, part => (part === '07' ? 1 : 0))
    await vi.advanceTimersByTimeAsync(4)
    expect(few.asked).toEqual(few.parts)
    expect(few.waits).toEqual([{ parts: 100, ms: expect.closeTo(1000 / 300) }])
    few.schedule.stop()

    const many = begin(100)
    many.schedule.askInTurn(many.parts, () => 30)
    await vi.advanceTimersByTimeAsync(4_950)
    expect(many.asked).toHaveLength(50)
    await vi.advanceTimersByTimeAsync(5_050)
    // The regular question, which would have been due after six seconds, waits.
    expect(many.asked).toEqual(many.parts)
    many.schedule.stop()

    const twice = begin(3)
    for (let at = 0; at < 2; at++) twice.schedule.askInTurn(twice.parts, () => 30)
    await vi.advanceTimersByTimeAsync(1_000)
    // The first one is asked at once, and again in its turn.
    expect(twice.asked).toEqual(['00', '01', '02', '00'])
    twice.schedule.stop()

    const tooMany = begin(100)
    tooMany.schedule.askInTurn(tooMany.parts, () => 30_000)
    expect(tooMany.waits).toEqual([{ parts: 100, ms: expect.closeTo(35_000) }])
    await vi.advanceTimersByTimeAsync(35_000)
    expect(tooMany.asked).toEqual(tooMany.parts)
    tooMany.schedule.stop()
  })

  it('goes to no part that a gateway has lost meanwhile, and to none once it stops', async () => {
    const { parts, asked, schedule } = begin(3)
    schedule.askInTurn([...parts, '50'], () => 300)
    await vi.advanceTimersByTimeAsync(400)
    expect(asked).toEqual(['00', '01'])
    schedule.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toEqual(['00', '01'])
  })

  it('goes sooner to the devices of a small fleet after a break, but not before they had their time to answer', async () => {
    const { parts, asked, schedule } = begin(100, { connected: 1_000 })
    schedule.unsettle()
    await vi.advanceTimersByTimeAsync(21_000)
    schedule.stop()
    expect(asked).toEqual(parts)
  })

  it('goes to no part of a small fleet more often than every 20 seconds, however quickly its devices have to answer', async () => {
    const { parts, asked, schedule } = begin(100, { connected: 10, patienceMs: 4_000 })
    schedule.unsettle()
    await vi.advanceTimersByTimeAsync(40_000)
    schedule.stop()
    expect(asked).toEqual([...parts, ...parts])
  })

  it('comes to no part again before its devices had their time to answer', async () => {
    const { parts, asked, schedule } = begin(100, { patienceMs: 60_000 })
    schedule.unsettle()
    await vi.advanceTimersByTimeAsync(61_000)
    schedule.stop()
    expect(asked).toEqual(parts)
  })
})

it('joins again where the broker has refused it once', async () => {
  let refusals = 0
  const url = await brokerThat((_client, subscription, done) => {
    const isRefused = subscription.topic === upFilter('17') && refusals++ === 0
    done(null, isRefused ? null : subscription)
  })
  const db = await openPglite()
  await addDevices(db, ['358126096000517'])
  const gateway = await testGateway(db, { broker: { url } })
  await becomes(() => gateway.parts().length, 100)
  await connectDevice(url, '358126096000517')
  expect(await becomes(() => isOnline(db, '358126096000517'), true)).toBe(true)
  expect(refusals).toBe(2)
})

it.runIf(process.env.TEST_DATABASE_URL)(
  'keeps its parts where the broker takes longer for the subscriptions than a lease lasts',
  async () => {
    // Of the parts that come last.
    const [early, late] = ['358126096000776', '358126096000876']
    const subscriptions: string[] = []
    const url = await brokerThat((_client, subscription, done) => {
      const isGateway = subscription.topic.endsWith('/up/+')
      if (isGateway) subscriptions.push(subscription.topic)
      // Of each 25 parts the first: four times 1.5 seconds, and a lease of two.
      const isSlow = isGateway && /\/(00|25|50|75)\//.test(subscription.topic)
      setTimeout(() => done(null, subscription), isSlow ? 1_500 : 0)
    })
    const db = await openPostgres()
    await addDevices(db, [early, late])
    const gateway = await testGateway(db, { broker: { url } })
    await becomes(() => gateway.parts().length, 100)
    const device = await connectDevice(url, early)
    device.answer()
    await becomes(() => isOnline(db, early), true)
    await connectDevice(url, late)
    await becomes(() => isOnline(db, late), true)
    // As long as it takes to renew a lease that has lapsed.
    await wait(2_000)
    expect(subscriptions).toHaveLength(100)
    expect(await isOnline(db, early)).toBe(true)
  },
)

it.runIf(process.env.TEST_DATABASE_URL)(
  'serves its parts again where the broker takes longer to end subscriptions than a lease lasts',
  async () => {
    const db = await openPostgres()
    const lost: number[] = []
    const leases = new PartLeases({
      db,
      now: () => new Date(),
      log: silentLog,
      id: 'slow',
      shares: true,
      settings: () => ({ ...packageConfig().server.gateway, leaseSeconds: 2 }),
      link: () => ({ join: async () => undefined, leave: () => wait(3_000) }),
      onJoined: () => undefined,
      onLost: parts => lost.push(parts.length),
    })
    afterFile(() => leases.stop())
    leases.linkUp()
    await becomes(() => leases.serves('17'), true)
    // So long that the lease lapses.
    await inTransaction(db, async tx => {
      await sql`lock table gateway_parts in access exclusive mode`.execute(tx)
      await wait(2_500)
    })
    await becomes(() => lost.length > 0, true)
    await becomes(() => leases.serves('17'), true)
    const before = lost.length
    await wait(3_000)
    expect(leases.serves('17')).toBe(true)
    expect(lost).toHaveLength(before)
  },
)

describe.runIf(process.env.TEST_MQTT_URL && process.env.TEST_DATABASE_URL && mosquittoProgram())(
  'a gateway that does not reach its broker',
  () => {
    let db: Db
    let url: string
    let ways: Awaited<ReturnType<typeof wayTo>>[]
    let gateways: Gateway[]
    const held = () => gateways.map(gateway => gateway.parts().length)
    const imeis = ['000', '133', '266', '399'].map(end => `358126096000${end}`)
    const online = async () =>
      (await Promise.all(imeis.map(imei => isOnline(db, imei)))).filter(Boolean).length
    beforeAll(async () => {
      url = (await ownMosquitto()).url
      db = await openPostgres()
      await addDevices(db, imeis)
      ways = [await wayTo(url), await wayTo(url)]
      gateways = await Promise.all(ways.map(way => testGateway(db, { broker: { url: way.url } })))
      await becomes(held, [50, 50])
    })

    it('leaves its parts to one that does, until it reaches the broker again', async () => {
      const devices = await Promise.all(imeis.map(imei => connectDevice(url, imei)))
      for (const device of devices) device.answer()
      await becomes(online, 4)
      ways[0]!.cut()
      await becomes(held, [0, 100])
      const order = await addOrder(db, imeis)
      await becomes(
        async () => Promise.all(imeis.map(imei => targetOf(db, order, imei))),
        imeis.map(() => 'success'),
      )
      expect(await online()).toBe(4)
      await ways[0]!.open()
      await becomes(held, [50, 50])
      expect(await online()).toBe(4)
    })

    it('counts all devices as closed when no other reaches the broker either', async () => {
      for (const way of ways) way.cut()
      await becomes(held, [0, 0])
      expect(await becomes(online, 0)).toBe(0)
      for (const way of ways) await way.open()
      await becomes(held, [50, 50])
      await becomes(online, 4)
    })

    it('leaves its parts to one whose broker takes subscriptions, until its own does', async () => {
      const broken = await Aedes.createBroker()
      let takes = true
      broken.authorizeSubscribe = (_client, subscription, done) =>
        done(takes ? null : new Error('no'), subscription)
      const sockets = new Set<Socket>()
      const server = createServer(socket => {
        sockets.add(socket)
        broken.handle(socket)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      afterFile(() => {
        server.close()
        broken.close()
      })
      const there = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
      const own = await openPostgres()
      const ends = [there, url].map(at => testGateway(own, { broker: { url: at } }))
      const [one, other] = (await Promise.all(ends)) as [Gateway, Gateway]
      const both = () => [one, other].map(gateway => gateway.parts().length)
      await becomes(both, [50, 50])
      takes = false
      for (const socket of sockets) socket.destroy()
      await becomes(both, [0, 100])
      takes = true
      expect(await becomes(both, [50, 50])).toEqual([50, 50])
    })

    it('takes nothing before it has reached the broker for the first time', async () => {
      const late = await wayTo(url)
      late.cut()
      const third = await testGateway(await openPostgres(), { broker: { url: late.url } })
      expect(third.parts()).toEqual([])
      await late.open()
      await becomes(() => third.parts().length, 100)
    })

    it('counts a device as closed that is gone without a will', async () => {
      const own = await openPostgres()
      await addDevices(own, ['358126096000617'])
      const { url: broker } = await ownMosquitto()
      await testGateway(own, { broker: { url: broker }, settings: { rollCallSeconds: 2 } })
      const device = await connectDevice(broker, '358126096000617', { deaf: true })
      // The gateway may have been connected later.
      await becomes(async () => {
        await device.hello()
        return isOnline(own, '358126096000617')
      }, true)
      expect(await becomes(() => isOnline(own, '358126096000617'), false)).toBe(false)
    })

    it('counts a device as closed that was connected to a node that is gone', async () => {
      const own = await openPostgres()
      await addDevices(own, ['358126096000617'])
      const { url: broker } = await ownMosquitto()
      const node = await wayTo(broker)
      await testGateway(own, {
        broker: { url: `${broker},${node.url}` },
        settings: { rollCallSeconds: 3600 },
      })
      const device = await connectDevice(broker, '358126096000617', { deaf: true })
      await becomes(async () => {
        await device.hello()
        return isOnline(own, '358126096000617')
      }, true)
      // It says nothing to the question that follows.
      node.cut()
      expect(await becomes(() => isOnline(own, '358126096000617'), false, 60_000)).toBe(false)
    })

    it('goes on at the next address of the cluster, and turns devices out there', async () => {
      const imei = '358126096000477'
      const own = await openPostgres()
      await addDevices(own, [imei])
      const { url: broker } = await ownMosquitto()
      const node = await wayTo(broker)
      const gateway = await testGateway(own, { broker: { url: `${node.url},${broker}` } })
      const device = await connectDevice(broker, imei)
      device.answer()
      await becomes(() => isOnline(own, imei), true)
      node.cut()
      const order = await addOrder(own, [imei])
      await becomes(() => targetOf(own, order, imei), 'success')
      expect(gateway.parts()).toHaveLength(100)
      await own.deleteFrom('device_secrets').execute()
      await becomes(() => device.client.connected, false, 10_000)
    })
  },
)
