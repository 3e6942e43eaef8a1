/** A device with a real MQTT connection that follows PROTOCOL.md. */
import { randomUUID } from 'node:crypto'
import { connect as connectSocket, type Socket } from 'node:net'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import {
  type DeviceOrder,
  helloTopic,
  orderTopic,
  partOf,
  type UpKind,
  upTopic,
} from '../../src/contract/deviceMessages'

export const SECRET = 'a secret of this device alone'

export interface TestDevice {
  imei: string
  client: MqttClient
  session: string
  /** Received orders, repetitions included. */
  orders: DeviceOrder[]
  say(kind: UpKind, value: unknown): Promise<void>
  /** Answers the received orders and all later ones. */
  answer(outcome?: 'success' | 'failure', reason?: string): void
  /** Sends its presence, as after connecting and when asked. */
  hello(): Promise<void>
  /** Breaks the connection; the broker publishes the will. */
  drop(): Promise<void>
  /** Sends that it leaves, and disconnects. */
  leave(): Promise<void>
}

export interface Connecting extends IClientOptions {
  /** Does not answer when it is asked whether it is connected. */
  deaf?: boolean
  /** Does not send its presence after connecting. */
  silent?: boolean
}

/** Connects, subscribes, then sends its presence. */
export async function connectDevice(
  to: number | string,
  imei: string,
  { deaf, silent, ...options }: Connecting = {},
): Promise<TestDevice> {
  const session = randomUUID()
  const client = await connectAsync(typeof to === 'string' ? to : `mqtt://127.0.0.1:${to}`, {
    clientId: imei,
    username: imei,
    password: SECRET,
    reconnectPeriod: 0,
    connectTimeout: 15_000,
    will: {
      topic: upTopic(imei, 'presence'),
      payload: Buffer.from(JSON.stringify({ online: false, session })),
      qos: 1,
      retain: false,
    },
    ...options,
  })
  client.on('error', () => undefined)
  const orders: DeviceOrder[] = []
  let answer: ((order: DeviceOrder) => void) | undefined
  const say: TestDevice['say'] = async (kind, value) => {
    await client.publishAsync(upTopic(imei, kind), JSON.stringify(value), { qos: 1 })
  }
  const hello = () => say('presence', { online: true, session })
  client.on('message', (topic, payload) => {
    if (topic === orderTopic(imei)) {
      const order = JSON.parse(payload.toString()) as DeviceOrder
      orders.push(order)
      answer?.(order)
    } else if (!deaf) void hello().catch(() => undefined)
  })
  await client.subscribeAsync([orderTopic(imei), helloTopic(partOf(imei))], { qos: 1 })
  if (!silent) await hello()
  return {
    imei,
    client,
    session,
    orders,
    say,
    hello,
    answer(outcome = 'success', reason) {
      answer = ({ id }) => void say('result', { id, outcome, ...(reason && { reason }) })
      for (const order of orders) answer(order)
    },
    async drop() {
      client.stream.destroy()
      await client.endAsync(true)
    },
    async leave() {
      await say('presence', { online: false, session })
      await client.endAsync()
    },
  }
}

/** A socket that has sent the CONNECT packet of a device, for tests below the level of a client. */
export function connectRaw(port: number, imei: string, { clientId = imei, keepalive = 60 } = {}): Socket {
  const socket = connectSocket(port, '127.0.0.1')
  socket.write(
    generate({
      cmd: 'connect',
      clientId,
      username: imei,
      password: Buffer.from(SECRET),
      clean: true,
      keepalive,
      protocolId: 'MQTT',
      protocolVersion: 4,
    }),
  )
  return socket
}
