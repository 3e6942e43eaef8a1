/**
 * Connections to the broker of `MQTT_URL`: one for the gateway, one per cluster node to monitor it, and short ones that
 * replace the connection of a device.
 */
import mqtt, { type MqttClient } from 'mqtt'
import { type BrokerAddress, firstAddress } from '../start/brokerAddresses'

const CONNECT_MS = 5_000
/** Long, because RabbitMQ answers no ping while it waits for this server to authorise the gateway's topics. */
const KEEPALIVE_SECONDS = 60

interface Options {
  /** As in `MQTT_URL`; supplies protocol and account. */
  url: string
  /** Tried in this order. */
  addresses: BrokerAddress[]
  clientId: string
  /** 0: do not reconnect. */
  reconnectMs: number
  keepaliveSeconds?: number
}

/** Starts to connect. Does not throw: failures are events of the client. */
export function connectToBroker({
  url,
  addresses,
  clientId,
  reconnectMs,
  keepaliveSeconds = KEEPALIVE_SECONDS,
}: Options): MqttClient {
  return mqtt.connect(firstAddress(url), {
    servers: addresses,
    clientId,
    clean: true,
    resubscribe: false,
    queueQoSZero: false,
    reconnectPeriod: reconnectMs,
    // A broker that asks this server to authenticate clients refuses all clients while the server is down.
    reconnectOnConnackError: reconnectMs > 0,
    connectTimeout: CONNECT_MS,
    keepalive: keepaliveSeconds,
  })
}

interface ConnectionEvents {
  onUp(): void
  /** Only after `onUp`. */
  onDown(): void
  /** Called once, not for every attempt, while the attempts fail with the same message. */
  onProblem(err: Error): void
}

/** Calls back when the connection opens, closes or fails. */
export function watchConnection(client: MqttClient, { onUp, onDown, onProblem }: ConnectionEvents): void {
  let isUp = false
  let lastMessage = ''
  client.on('connect', () => {
    isUp = true
    lastMessage = ''
    onUp()
  })
  client.on('close', () => {
    const wasUp = isUp
    isUp = false
    if (wasUp) onDown()
  })
  client.on('error', error => {
    if (error.message === lastMessage) return
    lastMessage = error.message
    onProblem(error)
  })
}
