/** A gateway whose database is away, or whose broker accepts no publications. */
import { once } from 'node:events'
import { sql } from 'kysely'
import { generate } from 'mqtt-packet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import type { Presence } from '../../src/server/commands/gateway/presence'
import { Delivery } from '../../src/server/gateway/delivery'
import { Inbox } from '../../src/server/gateway/inbox'
import { Tally } from '../../src/server/gateway/tally'
import type { Db } from '../../src/server/store/database'
import { afterFile } from '../support/afterFile'
import { packageConfig } from '../support/config'
import { openPglite } from '../support/databases'
import { addDevices, becomes, connectRaw, openBroker, silentLog, testGateway } from '../support/gateway'
import { findRow, findRows } from '../support/rows'
import { startTestBroker } from '../support/testBroker'

const IMEI = '358126093000001'
/** The number of messages that aedes processes at once. */
const AEDES_CONCURRENCY = 100
const settings = () => packageConfig().server.gateway

const db = await openPglite()
await addDevices(db, [IMEI])

describe('the inbox', () => {
  const tally = new Tally(silentLog)
  afterFile(() => tally.stop())
  const inboxOn = (
    store: Db,
    onPresence: (batch: readonly Presence[]) => void = () => undefined,
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
      onMessage: () => undefined,
      onResults: () => undefined,
    })
  const receive = (inbox: Inbox, kind: 'presence' | 'telemetry', value: object, imei = IMEI) =>
    void inbox.receive(upTopic(imei, kind), Buffer.from(JSON.stringify(value)))

  it('stores telemetry once the database works again', async () => {
    let transactions = 0
    const failingOnce = new Proxy(db, {
      get(target, key) {
        if (key === 'transaction' && transactions++ === 0) throw new Error('the database is away')
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const inbox = inboxOn(failingOnce)
    receive(inbox, 'telemetry', { rsrp: -83 })
    await becomes(async () => (await findRow(db, 'devices', { id: IMEI })).modem_rsrp, -83)
    // These are the failed attempt and the retry.
    expect(transactions).toBe(2)
    expect(await findRows(db, 'device_signals', { device_id: IMEI })).toMatchObject([{ rsrp: -83 }])
    await inbox.stop()
  })

  it('does not store presence of a part that another gateway has taken over', async () => {
    let isServed = true
    const stored: Presence[] = []
    const inbox = inboxOn(
      db,
      batch => stored.push(...batch),
      () => isServed,
    )
    receive(inbox, 'presence', { online: true, session: 'late' })
    isServed = false
    await inbox.exclusively(async () => undefined)
    expect(stored).toEqual([])
    expect(await findRows(db, 'device_connections')).toEqual([])
    await inbox.stop()
  })

  it('runs exclusive work between two batches, also while there is always a next batch', async () => {
    const MAX_ROUNDS = 20
    let rounds = 0
    const inbox = inboxOn(db, () => {
      if (++rounds < MAX_ROUNDS) receive(inbox, 'presence', { online: false, session: 'a' })
    })
    receive(inbox, 'presence', { online: false, session: 'a' })
    expect(await inbox.exclusively(async () => rounds)).toBeLessThan(MAX_ROUNDS)
    await inbox.stop()
  })

  it('stores all earlier messages before exclusive work', async () => {
    let stored = 0
    const inbox = inboxOn(db, batch => {
      stored += batch.length
    })
    for (let nth = 0; nth < 601; nth++)
      receive(inbox, 'presence', { online: false, session: 'a' }, `3581260931${String(nth).padStart(5, '0')}`)
    expect(await inbox.exclusively(async () => stored)).toBe(601)
    await inbox.stop()
  })
})

describe('the delivery of orders', () => {
  afterEach(() => void vi.useRealTimers())

  it('is tried twice a second while the database is away, not as fast as it fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const log = { ...silentLog, warn: vi.fn() }
    const failingDb = {
      getExecutor() {
        throw new Error('the database is away')
      },
    } as unknown as Db
    const delivery = new Delivery({
      db: failingDb,
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
    const attempts = log.warn.mock.calls.length
    await delivery.stop()
    expect(attempts).toBeGreaterThanOrEqual(5)
    expect(attempts).toBeLessThanOrEqual(12)
  })
})

it('renews its leases while the broker acknowledges no publications', async () => {
  const { broker, url } = await startTestBroker()
  broker.authorizePublish = () => undefined
  const leaseAllTo = (gatewayId: string | null) =>
    sql`update gateway_parts set gateway_id = ${gatewayId}, held_until = 'infinity'`.execute(db)
  await sql`insert into gateways (id, seen) values ('another', 'infinity')`.execute(db)
  await leaseAllTo('another')
  const gatewayConnected = once(broker, 'clientReady')
  const gateway = await testGateway(db, { broker: { url } })
  await gatewayConnected
  await sql`delete from gateways where id = 'another'`.execute(db)
  await leaseAllTo(null)
  await becomes(() => gateway.parts().length, 100)
  const leasedUntil = async () =>
    Math.min(...(await findRows(db, 'gateway_parts')).map(({ held_until }) => Number(held_until)))
  const before = await leasedUntil()
  await becomes(async () => (await leasedUntil()) > before, true)
  expect(gateway.parts()).toHaveLength(100)
})

it('receives all messages that the broker holds back while the inbox is full, however many', async () => {
  const MANY = 50_000
  let received = 0
  let makeRoom = () => {}
  const room = new Promise<void>(resolve => {
    makeRoom = resolve
  })
  const { port } = await openBroker(async () => ({ imei: IMEI, owner: '', credential: { hash: '' } }), {
    onMessage: () => (++received <= AEDES_CONCURRENCY ? room : undefined),
  })
  const socket = connectRaw(port, IMEI)
  await once(socket, 'data')
  const topic = upTopic(IMEI, 'telemetry')
  const message = generate({ cmd: 'publish', topic, payload: '{}', qos: 0, dup: false, retain: false })
  socket.write(Buffer.concat(Array.from({ length: MANY }, () => message)))
  await becomes(() => received, AEDES_CONCURRENCY)
  makeRoom()
  expect(await becomes(() => received, MANY)).toBe(MANY)
  socket.destroy()
})
