/**
 * RabbitMQ lets devices in as our server says (security 63): a node of its own, with the lines that `brokers.md` gives;
 * and what devices do wrong there, as at the other brokers (`tests/server/badInput.test.ts`).
 */
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { helloTopic, orderTopic, partOf, upFilter, upTopic } from '../../src/contract/deviceMessages'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import {
  BAD_INPUT,
  BAD_INPUT_SETTINGS,
  type BrokerWorld,
  doWrong,
  expectOneLine,
  expectServed,
  expectUndisturbed,
  expectWithdrawn,
  logInto,
  prepareBadInput,
} from '../support/badInput'
import { brokerLines } from '../support/brokerGuide'
import { rabbitmqFolder, startRabbitmq } from '../support/brokers'
import { becomes, type Connecting, connectDevice, testGateway } from '../support/gateway'
import { startTestApp, type TestApp } from '../support/server'

const IMEI = '356938035643809'
const OTHER = '490154203237518'
const SECRET = 'abcdefghijklmnopqrstuvwxyz234567'
const BROKER = 'kZ8vQ2nB7mX4cT1yR6wE9uH3jL5pS0aD'

describe.runIf(process.env.TEST_MQTT_URL && rabbitmqFolder())('RabbitMQ', () => {
  let api: TestApp
  let port: number
  const clients: MqttClient[] = []

  beforeAll(async () => {
    api = await startTestApp(undefined, {
      env: {
        trustProxy: false,
        brokerSecret: BROKER,
        mqtt: { url: 'mqtt://gateway:gateways-password@broker' },
      },
    })
    await api.db.insertInto('models').values({ name: 'FT-100' }).execute()
    for (const id of [IMEI, OTHER]) {
      const device = { id, isdn: `010${id.slice(-8)}`, vendor_id: 1, model_id: 1 }
      await api.db.insertInto('devices').values(device).execute()
      const hash = hashOfSecret(id, SECRET)
      await api.db.insertInto('device_secrets').values({ device_id: id, hash }).execute()
    }
    const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
    port = await startRabbitmq(
      brokerLines('rabbitmq.conf', {
        '127.0.0.1:5080': new URL(address).host,
        SECRET: BROKER,
      }),
    )
  })
  afterAll(async () => {
    for (const client of clients) await client.endAsync(true)
  })

  describe('with a gateway', () => {
    let world: BrokerWorld
    beforeAll(async () => {
      const warned: string[] = []
      await prepareBadInput(api.db)
      const gateway = await testGateway(api.db, {
        // Who is gone without a will is missed soon.
        settings: { ...BAD_INPUT_SETTINGS, rollCallSeconds: 2 },
        log: logInto(warned),
        broker: { url: `mqtt://gateway:gateways-password@127.0.0.1:${port}` },
      })
      const by = (imei: string, options?: Connecting) => connectDevice(port, imei, options)
      await becomes(() => gateway.parts().length, 100)
      world = {
        db: api.db,
        gateway,
        warned,
        connect: by,
        connectWrongly: imei => by(imei, { password: 'wrong' }),
        outcomes: {
          'a wrong secret or certificate': 'refused',
          'an unknown IMEI': 'refused',
          'the client id of another': 'refused',
          'presence in the name of another': 'ended',
          'an order to another': 'ended',
          'a subscription with wildcards': 'ended',
          'a payload of a megabyte': 'ended',
          'JSON of the wrong shape': 'ignored',
          'results that nobody waits for': 'ignored',
          'a clock ten years ahead': 'ignored',
          'a clock ten years back': 'ignored',
          'a flood': 'ended',
        },
      }
    })

    it.each(BAD_INPUT)(
      '%s disturbs nobody',
      async name => {
        expect(await doWrong(world, name)).toBe(world.outcomes[name])
        await expectUndisturbed(world)
      },
      30_000,
    )

    it('counts what it hears of it in one line of the log, and serves the device beside it', async () => {
      expectOneLine(world, ['payload not understood', 'result not awaited', 'flood'])
      expect(await expectServed(world)).toBeUndefined()
    })

    it('ends the connections of devices whose secret ends, now or after its overlap, that change hands or are removed', async () => {
      expect(await expectWithdrawn(world)).toBeUndefined()
    })
  })

  const connect = (username: string, password: string, clientId = username) => {
    const client = mqtt.connect({
      host: '127.0.0.1',
      port,
      username,
      password,
      clientId,
      reconnectPeriod: 0,
      connectTimeout: 20_000,
    })
    clients.push(client)
    return new Promise<MqttClient>((resolve, reject) => {
      client.once('connect', () => resolve(client))
      client.once('error', reject)
    })
  }
  const refused = (...given: Parameters<typeof connect>) =>
    connect(...given).then(
      () => 'let in',
      ({ message }: Error) => message,
    )
  const closed = (client: MqttClient) =>
    new Promise<string>(resolve => client.once('close', () => resolve('closed')))

  it('lets a device in with its secret, and takes what it says to the gateway', async () => {
    const gateway = await connect('gateway', 'gateways-password', 'fleet-gateway-1')
    await gateway.subscribeAsync(upFilter(partOf(IMEI)), { qos: 1 })
    const heard = new Promise<string>(resolve =>
      gateway.once('message', (topic, payload) => resolve(`${topic} ${payload}`)),
    )
    const device = await connect(IMEI, SECRET)
    await device.subscribeAsync([orderTopic(IMEI), helloTopic(partOf(IMEI))], { qos: 1 })
    await device.publishAsync(upTopic(IMEI, 'telemetry'), '{"rsrp":-80}', { qos: 1 })
    expect(await heard).toBe(`${upTopic(IMEI, 'telemetry')} {"rsrp":-80}`)
    const order = new Promise<string>(resolve => device.once('message', topic => resolve(topic)))
    await gateway.publishAsync(orderTopic(IMEI), '{"id":1}', { qos: 1 })
    expect(await order).toBe(orderTopic(IMEI))
  })

  it.each([
    ['a wrong secret', IMEI, 'wrong', IMEI],
    ['an IMEI that nobody has', '351234567890123', SECRET, '351234567890123'],
    ['the client id of another', IMEI, SECRET, OTHER],
    ['an account of the console', 'master@test.local', 'Fleet-test1!', 'x'],
    ['an account of RabbitMQ itself', 'guest', 'guest', 'x'],
    ['a wrong password of the gateway', 'gateway', 'wrong', 'x'],
  ])('refuses %s', async (_what, name, password, client) => {
    expect(await refused(name, password, client)).toMatch(/Not authorized|Bad username or password/i)
  })

  it.each([
    [
      'publishes to another device’s topic',
      (device: MqttClient) => device.publish(upTopic(OTHER, 'result'), '{}'),
    ],
    ['publishes an order', (device: MqttClient) => device.publish(orderTopic(IMEI), '{}', { qos: 1 })],
  ])('closes the connection of one that %s', async (_what, act) => {
    const device = await connect(IMEI, SECRET)
    const end = closed(device)
    act(device)
    expect(await end).toBe('closed')
  })

  it.each([
    ['another device’s orders', orderTopic(OTHER)],
    ['everything', '#'],
    ['the orders of all', 'fleet/v1/+/+/down/order'],
  ])('delivers nothing to one that subscribes to %s', async (_what, filter) => {
    const device = await connect(IMEI, SECRET)
    const end = closed(device)
    const answer = device.subscribeAsync(filter, { qos: 1 }).then(
      granted => `granted ${granted[0]?.qos}`,
      ({ message }: Error) => message,
    )
    expect(await Promise.race([end, answer])).toMatch(/closed|Unspecified error|128/i)
  })

  it('refuses a secret that was taken away within ten seconds', async () => {
    await (await connect(OTHER, SECRET)).endAsync(true)
    await api.db.deleteFrom('device_secrets').where('device_id', '=', OTHER).execute()
    const since = performance.now()
    await expect.poll(() => refused(OTHER, SECRET), { interval: 500 }).toMatch(/Not authorized|Bad user/i)
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})
