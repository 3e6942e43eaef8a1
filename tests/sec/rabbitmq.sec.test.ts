/**
 * RabbitMQ with the config of `brokers.md` asks our server for the permissions of devices (security 63). Misbehaving
 * devices are tried as at the other brokers (`gateway/badInput`).
 */
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { helloTopic, orderTopic, partOf, upFilter, upTopic } from '../../src/contract/deviceMessages'
import { hashOfSecret } from '../../src/server/store/gateway/secrets'
import { brokerLines } from '../../src/tools/services/brokerGuide'
import {
  BAD_INPUT_SETTINGS,
  type BrokerWorld,
  itRefusesBadInput,
  logInto,
  prepareBadInput,
} from '../support/badInput'
import { rabbitmqFolder, startRabbitmq } from '../support/brokers'
import { becomes, type Connecting, connectDevice, testGateway } from '../support/gateway'
import { insertRow, insertRows } from '../support/rows'
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
    await insertRow(api.db, 'models', { name: 'FT-100' })
    for (const id of [IMEI, OTHER]) {
      await insertRow(api.db, 'devices', { id, isdn: `010${id.slice(-8)}`, vendor_id: 1, model_id: 1 })
      await insertRows(api.db, 'device_secrets', [{ device_id: id, hash: hashOfSecret(id, SECRET) }])
    }
    const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
    port = await startRabbitmq(
      brokerLines('rabbitmq.conf', { '127.0.0.1:5080': new URL(address).host, SECRET: BROKER }),
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
        // RabbitMQ publishes no will of some connections: the roll call closes these devices.
        settings: { ...BAD_INPUT_SETTINGS, rollCallSeconds: 2 },
        log: logInto(warned),
        broker: { url: `mqtt://gateway:gateways-password@127.0.0.1:${port}` },
      })
      const connectAs = (imei: string, options?: Connecting) => connectDevice(port, imei, options)
      await becomes(() => gateway.parts().length, 100)
      world = {
        db: api.db,
        gateway,
        warned,
        connect: connectAs,
        connectWrongly: imei => connectAs(imei, { password: 'wrong' }),
      }
    })

    itRefusesBadInput(
      () => world,
      {
        'a wrong secret or certificate': 'refused',
        'an unknown IMEI': 'refused',
        'the client id of another': 'refused',
        'presence in the name of another': 'ended',
        'an order to another': 'ended',
        'a subscription with wildcards': 'ended',
        'a payload of a megabyte': 'ended',
        'a flood': 'ended',
      },
      ['flood'],
    )
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
  /** The reason of a refusal. */
  const refusal = (...login: Parameters<typeof connect>) =>
    connect(...login).then(
      () => 'admitted',
      ({ message }: Error) => message,
    )
  const closed = (client: MqttClient) =>
    new Promise<string>(resolve => client.once('close', () => resolve('closed')))

  it('admits a device with its secret, and delivers between it and the gateway', async () => {
    const gateway = await connect('gateway', 'gateways-password', 'fleet-gateway-1')
    await gateway.subscribeAsync(upFilter(partOf(IMEI)), { qos: 1 })
    const received = new Promise<string>(resolve =>
      gateway.once('message', (topic, payload) => resolve(`${topic} ${payload}`)),
    )
    const device = await connect(IMEI, SECRET)
    await device.subscribeAsync([orderTopic(IMEI), helloTopic(partOf(IMEI))], { qos: 1 })
    await device.publishAsync(upTopic(IMEI, 'telemetry'), '{"rsrp":-80}', { qos: 1 })
    expect(await received).toBe(`${upTopic(IMEI, 'telemetry')} {"rsrp":-80}`)
    const order = new Promise<string>(resolve => device.once('message', topic => resolve(topic)))
    await gateway.publishAsync(orderTopic(IMEI), '{"id":1}', { qos: 1 })
    expect(await order).toBe(orderTopic(IMEI))
  })

  it.each([
    ['a wrong secret', IMEI, 'wrong', IMEI],
    ['an unknown IMEI', '351234567890123', SECRET, '351234567890123'],
    ['the client id of another device', IMEI, SECRET, OTHER],
    ['an account of the console', 'master@test.local', 'Fleet-test1!', 'x'],
    ['an account of RabbitMQ itself', 'guest', 'guest', 'x'],
    ['a wrong password of the gateway', 'gateway', 'wrong', 'x'],
  ])('refuses %s', async (_login, name, password, client) => {
    expect(await refusal(name, password, client)).toMatch(/Not authorized|Bad username or password/i)
  })

  it.each([
    [
      'publishes to another device’s topic',
      (device: MqttClient) => device.publish(upTopic(OTHER, 'result'), '{}'),
    ],
    ['publishes an order', (device: MqttClient) => device.publish(orderTopic(IMEI), '{}', { qos: 1 })],
  ])('closes the connection of a device that %s', async (_fault, publish) => {
    const device = await connect(IMEI, SECRET)
    const end = closed(device)
    publish(device)
    expect(await end).toBe('closed')
  })

  it.each([
    ['another device’s orders', orderTopic(OTHER)],
    ['all topics', '#'],
    ['the orders of all devices', 'fleet/v1/+/+/down/order'],
  ])('refuses a subscription to %s', async (_topics, filter) => {
    const device = await connect(IMEI, SECRET)
    const end = closed(device)
    const subscription = device.subscribeAsync(filter, { qos: 1 }).then(
      granted => `granted ${granted[0]?.qos}`,
      ({ message }: Error) => message,
    )
    expect(await Promise.race([end, subscription])).toMatch(/closed|Unspecified error|128/i)
  })

  it('refuses a revoked secret within ten seconds', async () => {
    await (await connect(OTHER, SECRET)).endAsync(true)
    await api.db.deleteFrom('device_secrets').where('device_id', '=', OTHER).execute()
    const since = performance.now()
    await expect.poll(() => refusal(OTHER, SECRET), { interval: 500 }).toMatch(/Not authorized|Bad user/i)
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})
