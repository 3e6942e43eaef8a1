/** The built-in broker (security 62, 64 and 65). Misbehaviour at all brokers: `badInput.test.ts`. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { IClientOptions } from 'mqtt'
import { afterEach, expect, it, test } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import type { Login } from '../../src/server/gateway/deviceLogins'
import { boundBacklog, packetCounter } from '../../src/server/gateway/packetGuard'
import { packageRoot } from '../../src/server/packageRoot'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import { newDatabase } from '../support/databases'
import {
  addDevices,
  becomes,
  connectDevice,
  connectRaw,
  isOnline,
  openBroker,
  SECRET,
  type TestDevice,
  testGateway,
} from '../support/gateway'
import { insertRows } from '../support/rows'

const OWN = '358126091000001'
const OTHER = '358126091000002'
const THIRD = '358126091000003'

const db = await newDatabase()
await addDevices(db, [OWN, OTHER, THIRD])
const previous = { device_id: OWN, hash: hashOfSecret(OWN, 'the previous one') }
await insertRows(db, 'device_secrets', [{ ...previous, expires: new Date(Date.now() - 1000) }])
const gateway = await testGateway(db)
const connect = (imei: string, options = {}) => connectDevice(gateway.port!, imei, options)

/** After each test another device can still connect. */
afterEach(async () => {
  const device = await connect(THIRD)
  await becomes(() => isOnline(db, THIRD), true)
  await device.leave()
  await becomes(() => isOnline(db, THIRD), false)
})

it.each<[string, IClientOptions]>([
  ['a login without a secret', { password: undefined }],
  [
    'the login of another device with a wrong secret',
    { username: OTHER, clientId: OTHER, password: `${SECRET} ` },
  ],
  ['an expired secret', { password: 'the previous one' }],
  ['a user name that is no IMEI', { username: "' or 1=1 --", clientId: 'x' }],
  [
    'a will for the topic of another device',
    { will: { topic: upTopic(OTHER, 'presence'), payload: Buffer.from('{}'), qos: 1 } },
  ],
  ['MQTT 5', { protocolVersion: 5 }],
])('refuses %s', async (_name, options) => {
  await expect(connect(OWN, options)).rejects.toThrow()
})

it('admits four clients of one device; a fifth replaces the oldest', async () => {
  const clients: TestDevice[] = []
  for (const nth of [1, 2, 3, 4, 5]) clients.push(await connect(OWN, { clientId: `${OWN}-${nth}` }))
  await becomes(() => clients.filter(({ client }) => client.connected).length, 4)
  expect(clients[0]!.client.connected).toBe(false)
  for (const { client } of clients) await client.endAsync(true)
})

it('does not count connections that ended during the check of their login', async () => {
  const answers: ((login: Login) => void)[] = []
  let isSlow = true
  const login: Login = { imei: OWN, owner: '', credential: { hash: '' } }
  const { port } = await openBroker(() =>
    isSlow ? new Promise<Login>(resolve => answers.push(resolve)) : Promise.resolve(login),
  )
  for (let nth = 1; nth <= 4; nth++) {
    const socket = connectRaw(port, OWN, { clientId: `${OWN}-gone${nth}` })
    await becomes(() => answers.length, nth)
    socket.resetAndDestroy()
  }
  isSlow = false
  const connectNth = (nth: number) => connectDevice(port, OWN, { clientId: `${OWN}-${nth}`, silent: true })
  // After these round trips the broker has noticed the closed connections.
  await (await connectNth(0)).client.endAsync()
  for (const answer of answers) answer(login)
  const clients: TestDevice[] = []
  for (const nth of [1, 2, 3, 4, 5]) clients.push(await connectNth(nth))
  const connected = () => clients.map(({ client }) => client.connected)
  await becomes(() => connected().filter(Boolean).length, 4)
  expect(connected()).toEqual([false, true, true, true, true])
  for (const { client } of clients) await client.endAsync(true)
})

it.each([0, 1_201])('refuses a keep-alive of %i seconds with a code of MQTT 3.1.1', async keepalive => {
  const socket = connectRaw(gateway.port!, OWN, { keepalive })
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  // The bytes of a CONNACK are type, length, no session, and the reason of the refusal.
  expect([...answer]).toEqual([0x20, 2, 0, 5])
  expect(readFileSync(join(packageRoot, 'src/server/gateway/PROTOCOL.md'), 'utf8')).toMatch(
    /[^\d]5: .*keep.alive/,
  )
})

it.each([
  ['its topic of orders', `fleet/v1/01/${OWN}/down/order`],
  ['an unknown topic', `fleet/v1/01/${OWN}/up/anything`],
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
  `fleet/v1/01/${OWN}/down/#`,
])('grants no subscription to %s', async filter => {
  const device = await connect(OWN)
  const granted = await device.client.subscribeAsync(filter).then(
    subscriptions => subscriptions.map(({ qos }) => qos),
    () => [128],
  )
  // MQTT refuses a subscription with this code.
  expect(granted).toEqual([128])
  await device.leave()
})

it('ends a connection at the header of a packet of a megabyte', async () => {
  const before = gateway.tally.of('packet too large')
  const socket = connectRaw(gateway.port!, OWN)
  await new Promise(resolve => socket.once('data', resolve))
  // This is the header of a PUBLISH of 1 MB, and a few bytes of the packet.
  socket.write(Buffer.from([0x30, 0x80, 0x80, 0x40, 0x00]))
  await new Promise(resolve => socket.once('close', resolve))
  expect(gateway.tally.of('packet too large') - before).toBe(1)
})

test('the length of a packet is read correctly, however the packets are divided into chunks', () => {
  const packet = Buffer.concat([Buffer.from([0x30, 0xe8, 0x07]), Buffer.alloc(1000, 0xff)])
  const bytes = Buffer.concat([packet, packet, Buffer.from([0xc0, 0x00]), packet])
  for (const size of [1, 2, 3, 7, 1003, 5000]) {
    const checkWithin = packetCounter({ bytes: 1000, perSecond: 10 })
    const checkBeyond = packetCounter({ bytes: 999, perSecond: 10 })
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    expect(chunks.map(checkWithin).filter(Boolean)).toEqual([])
    expect(chunks.map(checkBeyond)).toContain('packet too large')
  }
})

test('a connection whose device does not read delays no delivery: no write waits, and too many end it', () => {
  const socket = new Writable({ write: () => undefined, highWaterMark: 1 })
  let ended = 0
  boundBacklog(socket, 1_000, () => ended++)
  expect([socket.write('x'.repeat(1_000)), socket.write('x'), ended]).toEqual([true, true, 0])
  expect([socket.write('x'), ended, socket.destroyed]).toEqual([true, 1, true])
  socket.write('x')
  expect(ended).toBe(1)
})
