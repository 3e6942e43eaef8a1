/**
 * RabbitMQ with the config of `brokers.md` asks our server for the permissions of devices (security 63). Misbehaving
 * devices are tried as at the other brokers (`gateway/badInput`).
 */
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderTopic } from '../../src/contract/deviceMessages'
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
    connect(...login)
      .then(() => 'admitted')
      .catch(({ message }: Error) => message)

  it.each([
    ['an account of the console', 'master@test.local', 'Fleet-test1!', 'x'],
    ['an account of RabbitMQ itself', 'guest', 'guest', 'x'],
    ['a wrong password of the gateway', 'gateway', 'wrong', 'x'],
  ])('refuses %s', async (_login, name, password, client) => {
    expect(await refusal(name, password, client)).toMatch(/Not authorized|Bad username or password/i)
  })

  it('refuses a subscription to another device’s orders', async () => {
    const device = await connect(IMEI, SECRET)
    const end = new Promise<string>(resolve => device.once('close', () => resolve('closed')))
    const subscribing = device.subscribeAsync(orderTopic(OTHER), { qos: 1 })
    const granted = subscribing.then(([one]) => `granted ${one?.qos}`).catch(({ message }: Error) => message)
    expect(await Promise.race([end, granted])).toMatch(/closed|Unspecified error|128/i)
  })

  it('refuses a revoked secret within ten seconds', async () => {
    await (await connect(OTHER, SECRET)).endAsync(true)
    await api.db.deleteFrom('device_secrets').where('device_id', '=', OTHER).execute()
    const since = performance.now()
    await expect.poll(() => refusal(OTHER, SECRET), { interval: 500 }).toMatch(/Not authorized|Bad user/i)
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})
