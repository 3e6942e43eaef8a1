/** The broker within the server (security 35): who gets in, and what one device may do. Others are undisturbed by all of it. */
import { connect as connectSocket } from 'node:net'
import type { IClientOptions } from 'mqtt'
import { generate } from 'mqtt-packet'
import { afterEach, beforeAll, expect, it, test } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import type { Gateway } from '../../src/server/gateway'
import { packetCounter } from '../../src/server/gateway/packetGuard'
import type { Db } from '../../src/server/store/database'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import { openPglite } from '../support/databases'
import {
  addDevices,
  becomes,
  connectDevice,
  isOnline,
  SECRET,
  type TestDevice,
  testGateway,
} from '../support/gateway'

const [OWN, OTHER, THIRD, UNKNOWN] = ['00001', '00002', '00003', '99999'].map(end => `3581260910${end}`) as [
  string,
  string,
  string,
  string,
]

let db: Db
let gateway: Gateway
beforeAll(async () => {
  db = await openPglite()
  await addDevices(db, [OWN, OTHER, THIRD])
  await db
    .insertInto('device_secrets')
    .values({
      device_id: OWN,
      hash: hashOfSecret(OWN, 'the one before'),
      expires: new Date(Date.now() - 1000),
    })
    .execute()
  gateway = await testGateway(db, { settings: { deviceMessages: 10 } })
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
  ['a wrong secret', { password: 'wrong' }],
  ['no secret', { password: undefined }],
  ['the secret of another', { username: OTHER, clientId: OTHER, password: `${SECRET} ` }],
  ['a secret that is over', { password: 'the one before' }],
  ['an unknown IMEI', { username: UNKNOWN, clientId: UNKNOWN }],
  ['no IMEI', { username: "' or 1=1 --", clientId: 'x' }],
  ['the client id of another', { clientId: OTHER }],
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

it.each([
  ['the topic of another', upTopic(OTHER, 'presence')],
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
  '#',
  'fleet/v1/+/+/down/order',
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

it('ends a flood', async () => {
  const device = await connect(OWN)
  for (let nth = 0; nth < 300; nth++)
    device.client.publish(upTopic(OWN, 'telemetry'), JSON.stringify({ rsrp: -80 - (nth % 9) }), { qos: 0 })
  await becomes(() => device.client.connected, false)
  expect(gateway.tally.of('flood')).toBeGreaterThan(0)
})

it('ignores what is no message of the protocol, and counts it', async () => {
  const device = await connect(OWN)
  await becomes(() => isOnline(db, OWN), true)
  const before = gateway.tally.of('payload not understood')
  const send = (kind: 'telemetry' | 'result', payload: string) =>
    device.client.publishAsync(upTopic(OWN, kind), payload, { qos: 1 })
  const wrong = [
    '',
    'no json',
    '[]',
    'null',
    '{"rsrp":"-80"}',
    '{"rsrp":5}',
    '{"apn":"\\u0000"}',
    '{"apn":"\\ud800"}',
    `{"apn":"${'x'.repeat(5000)}"}`,
    '{"position":{"lat":91,"lon":0}}',
  ]
  for (const payload of wrong) await send('telemetry', payload)
  await send('result', '{"id":1e300,"outcome":"success"}')
  await send('result', '{"id":1,"outcome":"maybe"}')
  await becomes(() => gateway.tally.of('payload not understood') - before, wrong.length + 2)
  expect(device.client.connected).toBe(true)
  await device.leave()
})

it('takes a message that is to be retained as any other', async () => {
  const device = await connect(OWN)
  await device.client.publishAsync(upTopic(OWN, 'telemetry'), '{"rsrp":-91}', { qos: 1, retain: true })
  const signal = () =>
    db.selectFrom('devices').select('modem_rsrp').where('id', '=', OWN).executeTakeFirstOrThrow()
  expect(await becomes(signal, { modem_rsrp: -91 })).toEqual({ modem_rsrp: -91 })
  await device.leave()
})

it('ends the connections of devices that get a new secret, change hands or are removed, within ten seconds', async () => {
  const imeis = ['00004', '00005', '00006'].map(end => `3581260910${end}`) as [string, string, string]
  await addDevices(db, imeis)
  const devices = await Promise.all(imeis.map(imei => connect(imei)))
  const [changed, moved, removed] = imeis
  await db.updateTable('device_secrets').set({ hash: 'another' }).where('device_id', '=', changed).execute()
  await db.insertInto('vendors').values({ id: 7, name: '한빛' }).execute()
  await db.updateTable('devices').set({ vendor_id: 7 }).where('id', '=', moved).execute()
  await db.deleteFrom('devices').where('id', '=', removed).execute()
  await becomes(() => devices.filter(({ client }) => client.connected).length, 0, 10_000)
  await expect(connect(changed)).rejects.toThrow()
  await expect(connect(removed)).rejects.toThrow()
  // With its secret, which is its own as before.
  await (await connect(moved)).leave()
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
