/** What a gateway does while the database is away or busy, or the broker does not answer. */
import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { sql } from 'kysely'
import { generate } from 'mqtt-packet'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import type { Presence } from '../../src/server/commands/gateway/presence'
import { Delivery } from '../../src/server/gateway/delivery'
import type { DeviceLogins } from '../../src/server/gateway/deviceLogins'
import { openEmbeddedBroker } from '../../src/server/gateway/embeddedBroker'
import { Inbox } from '../../src/server/gateway/inbox'
import { Tally } from '../../src/server/gateway/tally'
import type { Db } from '../../src/server/store/database'
import { afterFile } from '../support/afterFile'
import { packageConfig } from '../support/config'
import { openPglite } from '../support/databases'
import { addDevices, becomes, SECRET, silentLog, testGateway } from '../support/gateway'

const IMEI = '358126093000001'
/** Messages that aedes hands on before any of them is done. */
const FIRST = 100
const settings = () => packageConfig().server.gateway

let db: Db
beforeAll(async () => {
  db = await openPglite()
  await addDevices(db, [IMEI])
})

describe('what devices say', () => {
  const tally = new Tally(silentLog)
  afterFile(() => tally.stop())
  const inboxOn = (
    store: Db,
    onPresence: (said: readonly Presence[]) => void = () => undefined,
    serves = () => true,
  ) =>
    new Inbox({
      db: store,
      now: () => new Date(),
      log: silentLog,
      tally,
      settings,
      serves,
      onPresence,
      provinces: { at: () => undefined, has: () => false },
      onUnknown: () => undefined,
      onSpoken: () => undefined,
      onResults: () => undefined,
    })
  const say = (inbox: Inbox, kind: 'presence' | 'telemetry', value: object, imei = IMEI) =>
    void inbox.take(upTopic(imei, kind), Buffer.from(JSON.stringify(value)))

  it('keeps its signals when the database fails in between', async () => {
    let failures = 0
    const failing = new Proxy(db, {
      get(target, key) {
        if (key === 'transaction' && failures++ === 0) throw new Error('the database is away')
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const inbox = inboxOn(failing)
    say(inbox, 'telemetry', { rsrp: -83 })
    const signals = () =>
      db.selectFrom('device_signals').select('rsrp').where('device_id', '=', IMEI).execute()
    const stored = async () => {
      const { rows } = await sql<{
        modem_rsrp: number
      }>`select modem_rsrp from devices where id = ${IMEI}`.execute(db)
      return rows[0]!.modem_rsrp
    }
    await becomes(stored, -83)
    expect(failures).toBe(2)
    expect(await signals()).toEqual([{ rsrp: -83 }])
    await inbox.stop()
  })

  it('is not stored as presence once the part is another gateway’s', async () => {
    let isServed = true
    const heard: Presence[] = []
    const inbox = inboxOn(
      db,
      said => heard.push(...said),
      () => isServed,
    )
    say(inbox, 'presence', { online: true, session: 'late' })
    isServed = false
    await inbox.exclusively(async () => undefined)
    expect(heard).toEqual([])
    expect(await db.selectFrom('device_connections').selectAll().execute()).toEqual([])
    await inbox.stop()
  })

  it('lets others between two batches, also while there is always a next one', async () => {
    const MOST_ROUNDS = 20
    let rounds = 0
    const inbox = inboxOn(db, () => {
      if (++rounds < MOST_ROUNDS) say(inbox, 'presence', { online: false, session: 'a' })
    })
    say(inbox, 'presence', { online: false, session: 'a' })
    expect(await inbox.exclusively(async () => rounds)).toBeLessThan(MOST_ROUNDS)
    await inbox.stop()
  })

  it('is stored before others who ask later have their turn', async () => {
    let heard = 0
    const inbox = inboxOn(db, said => {
      heard += said.length
    })
    for (let nth = 0; nth < 601; nth++)
      say(inbox, 'presence', { online: false, session: 'a' }, `3581260931${String(nth).padStart(5, '0')}`)
    expect(await inbox.exclusively(async () => heard)).toBe(601)
    await inbox.stop()
  })
})

describe('orders', () => {
  afterEach(() => void vi.useRealTimers())

  it('are tried again twice a second while the database is away, not as fast as it refuses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const log = { ...silentLog, warn: vi.fn() }
    const gone = {
      getExecutor() {
        throw new Error('the database is away')
      },
    } as unknown as Db
    const delivery = new Delivery({
      db: gone,
      now: () => new Date(),
      log,
      settings,
      isConnected: () => true,
      link: () => {
        throw new Error('nothing is published')
      },
    })
    delivery.start()
    delivery.connected([IMEI])
    await vi.advanceTimersByTimeAsync(5_000)
    const tries = log.warn.mock.calls.length
    await delivery.stop()
    expect(tries).toBeGreaterThanOrEqual(5)
    expect(tries).toBeLessThanOrEqual(12)
  })
})

it('renews its leases while the broker takes no publications', async () => {
  const broker = await Aedes.createBroker()
  // It has the packet and never says so.
  broker.authorizePublish = () => undefined
  const server = createServer(socket => void broker.handle(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    broker.close()
  })
  const held = (by: string | null) =>
    sql`update gateway_parts set gateway_id = ${by}, held_until = 'infinity'`.execute(db)
  await sql`insert into gateways (id, seen) values ('another', 'infinity')`.execute(db)
  await held('another')
  const arrives = once(broker, 'clientReady')
  const { port } = server.address() as AddressInfo
  const gateway = await testGateway(db, { broker: { url: `mqtt://127.0.0.1:${port}` } })
  await arrives
  await sql`delete from gateways where id = 'another'`.execute(db)
  await held(null)
  await becomes(() => gateway.parts().length, 100)
  const until = async () => {
    const { rows } = await sql<{ until: Date }>`select min(held_until) as until from gateway_parts`.execute(
      db,
    )
    return new Date(rows[0]!.until).getTime()
  }
  const first = await until()
  await becomes(async () => (await until()) > first, true)
  expect(gateway.parts()).toHaveLength(100)
})

it('goes on with all that waited for room, however much that is', async () => {
  const tally = new Tally(silentLog)
  const login = { imei: IMEI, owner: '', by: { hash: '' } }
  let heard = 0
  let makeRoom = () => {}
  const room = new Promise<void>(resolve => {
    makeRoom = resolve
  })
  const broker = await openEmbeddedBroker(
    {
      place: { host: '127.0.0.1', port: 0 },
      tally,
      serves: () => true,
      logins: { check: async () => login, withdrawn: async () => [] } as unknown as DeviceLogins,
      settings: () => ({ ...packageConfig().server.gateway, deviceMessages: 100_000 }),
    },
    {
      onMessage: () => (++heard <= FIRST ? room : undefined),
      onUp: () => undefined,
      onDown: () => undefined,
    },
  )
  afterFile(async () => {
    tally.stop()
    await broker.close()
  })
  const socket = connectSocket(broker.port, '127.0.0.1')
  socket.write(
    generate({
      cmd: 'connect',
      clientId: IMEI,
      username: IMEI,
      password: Buffer.from(SECRET),
      clean: true,
      keepalive: 60,
      protocolId: 'MQTT',
      protocolVersion: 4,
    }),
  )
  await once(socket, 'data')
  const said = {
    topic: upTopic(IMEI, 'telemetry'),
    payload: '{}',
    qos: 0,
    dup: false,
    retain: false,
  } as const
  const one = generate({ cmd: 'publish', ...said })
  const many = 50_000
  socket.write(Buffer.concat(Array.from({ length: many }, () => one)))
  await becomes(() => heard, FIRST)
  makeRoom()
  expect(await becomes(() => heard, many)).toBe(many)
  socket.destroy()
})
