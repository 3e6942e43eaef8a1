/**
 * What is the broker's within the server alone (security 62, 64 and 65); what all brokers hold: `badInput.test.ts`.
 * Others are undisturbed by it.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import type { IClientOptions } from 'mqtt'
import { generate } from 'mqtt-packet'
import { afterEach, beforeAll, expect, it, test } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import type { Gateway } from '../../src/server/gateway'
import type { DeviceLogins, Login } from '../../src/server/gateway/deviceLogins'
import { openEmbeddedBroker } from '../../src/server/gateway/embeddedBroker'
import { packetCounter } from '../../src/server/gateway/packetGuard'
import { Tally } from '../../src/server/gateway/tally'
import { packageRoot } from '../../src/server/packageRoot'
import type { Db } from '../../src/server/store/database'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import { afterFile } from '../support/afterFile'
import { packageConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import {
  addDevices,
  becomes,
  connectDevice,
  isOnline,
  SECRET,
  silentLog,
  type TestDevice,
  testGateway,
} from '../support/gateway'

const [OWN, OTHER, THIRD] = ['00001', '00002', '00003'].map(end => `3581260910${end}`) as [
  string,
  string,
  string,
]

let db: Db
let gateway: Gateway
beforeAll(async () => {
  db = await newDatabase()
  await addDevices(db, [OWN, OTHER, THIRD])
  await db
    .insertInto('device_secrets')
    .values({
      device_id: OWN,
      hash: hashOfSecret(OWN, 'the one before'),
      expires: new Date(Date.now() - 1000),
    })
    .execute()
  gateway = await testGateway(db)
})
const connect = (imei: string, options = {}) => connectDevice(gateway.port!, imei, options)

/** Whatever was tried: the device beside it is served. */
afterEach(async () => {
  const device = await connect(THIRD)
  await becomes(() => isOnline(db, THIRD), true)
  await device.leave()
  await becomes(() => isOnline(db, THIRD), false)
})

it.each<[string, IClientOptions]>([
  ['no secret', { password: undefined }],
  ['the secret of another', { username: OTHER, clientId: OTHER, password: `${SECRET} ` }],
  ['a secret that is over', { password: 'the one before' }],
  ['no IMEI', { username: "' or 1=1 --", clientId: 'x' }],
  [
    'a will in the name of another',
    { will: { topic: upTopic(OTHER, 'presence'), payload: Buffer.from('{}'), qos: 1 } },
  ],
  ['MQTT 5', { protocolVersion: 5 }],
])('refuses %s', async (_name, options) => {
  await expect(connect(OWN, options)).rejects.toThrow()
})

it('lets several clients of one device in, and no more than four', async () => {
  const clients: TestDevice[] = []
  for (const nth of [1, 2, 3, 4, 5]) clients.push(await connect(OWN, { clientId: `${OWN}-${nth}` }))
  await becomes(() => clients.filter(({ client }) => client.connected).length, 4)
  expect(clients[0]!.client.connected).toBe(false)
  for (const { client } of clients) await client.endAsync(true)
})

it('does not count connections that ended before the database had answered', async () => {
  const gone: ((login: Login) => void)[] = []
  let isSlow = true
  const login = { imei: OWN, owner: '', by: { hash: '' } }
  const logins = {
    check: () => (isSlow ? new Promise<Login>(resolve => gone.push(resolve)) : Promise.resolve<Login>(login)),
    withdrawn: () => Promise.resolve([]),
  } as unknown as DeviceLogins
  const tally = new Tally(silentLog)
  const broker = await openEmbeddedBroker(
    {
      place: { host: '127.0.0.1', port: 0 },
      logins,
      tally,
      serves: () => true,
      settings: () => packageConfig().server.gateway,
    },
    { onMessage: () => undefined, onUp: () => undefined, onDown: () => undefined },
  )
  afterFile(async () => {
    tally.stop()
    await broker.close()
  })
  for (let nth = 1; nth <= 4; nth++) {
    const socket = connectSocket(broker.port, '127.0.0.1')
    socket.write(
      generate({
        cmd: 'connect',
        clientId: `${OWN}-gone${nth}`,
        username: OWN,
        password: Buffer.from(SECRET),
        clean: true,
        keepalive: 60,
        protocolId: 'MQTT',
        protocolVersion: 4,
      }),
    )
    await becomes(() => gone.length, nth)
    socket.resetAndDestroy()
  }
  isSlow = false
  const connectHere = (nth: number) =>
    connectDevice(broker.port, OWN, { clientId: `${OWN}-${nth}`, silent: true })
  // By its round trips the broker has seen that the others are gone.
  await (await connectHere(0)).client.endAsync()
  for (const answer of gone) answer(login)
  const clients: TestDevice[] = []
  for (const nth of [1, 2, 3, 4, 5]) clients.push(await connectHere(nth))
  await becomes(() => clients.filter(({ client }) => client.connected).length, 4)
  expect(clients.map(({ client }) => client.connected)).toEqual([false, true, true, true, true])
  for (const { client } of clients) await client.endAsync(true)
})

it.each([0, 1_201])('refuses a keep-alive of %i seconds, with code 6', async keepalive => {
  const socket = connectSocket(gateway.port!, '127.0.0.1')
  socket.write(
    generate({
      cmd: 'connect',
      clientId: OWN,
      username: OWN,
      password: Buffer.from(SECRET),
      clean: true,
      keepalive,
      protocolId: 'MQTT',
      protocolVersion: 4,
    }),
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  // CONNACK: its type, its length, no session, and why.
  expect([...answer]).toEqual([0x20, 2, 0, 6])
  expect(readFileSync(join(packageRoot, 'src/server/gateway/PROTOCOL.md'), 'utf8')).toMatch(
    /[^\d]6: .*keep.alive/,
  )
})

it.each([
  ['its own orders', `fleet/v1/01/${OWN}/down/order`],
  ['a topic of its own making', `fleet/v1/01/${OWN}/up/anything`],
  ['the topics of the broker', '$SYS/x'],
])('ends the connection of a device that publishes to %s', async (_name, topic) => {
  const device = await connect(OWN)
  await becomes(() => isOnline(db, OWN), true)
  device.client.publish(topic, '{"online":false,"session":"x"}', { qos: 1 })
  await becomes(() => device.client.connected, false)
  await becomes(() => isOnline(db, OWN), false)
  expect(gateway.tally.of('topic refused')).toBeGreaterThan(0)
})

it.each([
  `fleet/v1/02/${OTHER}/down/order`,
  'fleet/v1/02/all/down/hello',
  `$share/x/fleet/v1/01/${OWN}/down/order`,
  `fleet/v1/01/${OWN}/up/#`,
])('grants no subscription to %s', async filter => {
  const device = await connect(OWN)
  const granted = await device.client.subscribeAsync(filter).then(
    granted => granted.map(({ qos }) => qos),
    () => [128],
  )
  expect(granted).toEqual([128])
  await device.leave()
})

it('ends a connection that announces a packet of a megabyte, before it has sent it', async () => {
  const before = gateway.tally.of('packet too large')
  const socket = connectSocket(gateway.port!, '127.0.0.1')
  socket.write(
    generate({
      cmd: 'connect',
      clientId: OWN,
      username: OWN,
      password: Buffer.from(SECRET),
      clean: true,
      keepalive: 60,
      protocolId: 'MQTT',
      protocolVersion: 4,
    }),
  )
  await new Promise(resolve => socket.once('data', resolve))
  // The header of a PUBLISH of 1 MB, and a few bytes of it.
  socket.write(Buffer.from([0x30, 0x80, 0x80, 0x40, 0x00]))
  await new Promise(resolve => socket.once('close', resolve))
  expect(gateway.tally.of('packet too large') - before).toBe(1)
})

it('takes a message that is to be retained as any other', async () => {
  const device = await connect(OWN)
  await device.client.publishAsync(upTopic(OWN, 'telemetry'), '{"rsrp":-91}', { qos: 1, retain: true })
  const signal = () =>
    db.selectFrom('devices').select('modem_rsrp').where('id', '=', OWN).executeTakeFirstOrThrow()
  expect(await becomes(signal, { modem_rsrp: -91 })).toEqual({ modem_rsrp: -91 })
  await device.leave()
})

test('the length of a packet is known across chunks of any size', () => {
  const packet = Buffer.concat([Buffer.from([0x30, 0xe8, 0x07]), Buffer.alloc(1000, 0xff)])
  const bytes = Buffer.concat([packet, packet, Buffer.from([0xc0, 0x00]), packet])
  for (const size of [1, 2, 3, 7, 1003, 5000]) {
    const look = packetCounter({ bytes: 1000, perSecond: 10 })
    const small = packetCounter({ bytes: 999, perSecond: 10 })
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(chunks.map(look).filter(Boolean)).toEqual([])
    expect(chunks.map(small)).toContain('packet too large')
  }
})
