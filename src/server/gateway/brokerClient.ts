/**
 * How the gateway connects to the broker of `MQTT_URL`: for its own work, to watch a node, to take the place of a
 * device.
 */
import mqtt, { type MqttClient } from 'mqtt'
import { type BrokerAddress, firstAddress } from '../start/brokerAddresses'

const CONNECT_MS = 5_000
/** RabbitMQ answers no ping while it waits for its questions about the gateway's topics. */
const KEEPALIVE_SECONDS = 60

interface Options {
  /** As in `MQTT_URL`: protocol and account are taken from here. */
  url: string
  /** Tried one after the other. */
  addresses: BrokerAddress[]
  clientId: string
  /** 0 for a connection that is made once. */
  reconnectMs: number
  keepaliveSeconds?: number
}

/** Begins to connect; a client that has failed is no exception, but tells by its events. */
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
    // A broker that asks a server of ours who is let in refuses everybody while there is none.
    reconnectOnConnackError: reconnectMs > 0,
    connectTimeout: CONNECT_MS,
    keepalive: keepaliveSeconds,
  })
}

interface Watch {
  onUp(): void
  /** Only after `onUp`. */
  onDown(): void
  /** Why there is no connection: once, not with every attempt. */
  onProblem(err: Error): void
}

/** Tells when the connection is there and when it is gone. */
export function watchConnection(client: MqttClient, { onUp, onDown, onProblem }: Watch): void {
  let isUp = false
  let said = ''
  client.on('connect', () => {
    isUp = true
    said = ''
    onUp()
  })
  client.on('close', () => {
    const wasUp = isUp
    isUp = false
    if (wasUp) onDown()
  })
  client.on('error', error => {
    if (error.message === said) return
    said = error.message
    onProblem(error)
  })
}
