/** The link to an external broker or cluster (`MQTT_URL`). */
import type { IClientOptions, MqttClient } from 'mqtt'
import { upFilter } from '../../contract/deviceMessages'
import { chunksOf } from '../collections'
import { brokerAddresses } from '../start/brokerAddresses'
import { connectToBroker, watchConnection } from './brokerClient'
import type { Link, LinkEvents } from './link'
import type { Log } from './log'
import { watchNodes } from './nodeWatch'

const RECONNECT_MS = 1_000
/**
 * The number of acknowledgements in one write. Brokers stop sending while too many messages are unacknowledged: by
 * default RabbitMQ at 10 and Mosquitto at 20.
 */
const ACKS_PER_WRITE = 10
/** An acknowledgement is written within this time, even if no other follows. */
const ACK_WITHIN_MS = 2
/** The number of filters in one SUBSCRIBE. */
const FILTERS_PER_PACKET = 25

/**
 * Connects, and reconnects whenever the connection is lost.
 *
 * @param url the address of a broker, or the addresses of a cluster
 * @param id of the gateway, part of its client id
 */
export function openBrokerLink({ url, id }: { url: string; id: string }, events: LinkEvents, log: Log): Link {
  const clientId = `fleet-gateway-${id}`
  const nodes = watchNodes({ url, clientId }, () => events.onNodeGone?.(), log)
  const client = connectToBroker({
    url,
    addresses: brokerAddresses(url),
    clientId,
    reconnectMs: RECONNECT_MS,
  })
  watchConnection(client, {
    onUp() {
      log.info({}, 'gateway: connected to the broker')
      events.onUp()
    },
    onDown() {
      log.warn({}, 'gateway: connection to the broker lost')
      events.onDown()
    },
    onProblem: err => log.warn({ cause: String(err) }, 'gateway: the broker cannot be used'),
  })
  const acks = new AckBuffer(() => client.stream)
  client.handleMessage = (packet, done) => {
    const { topic, payload } = packet as { topic: string; payload: Buffer }
    const pending = events.onMessage(topic, payload)
    if (pending) void pending.then(() => done())
    else {
      acks.add()
      done()
    }
  }
  const inChunks = async (parts: readonly string[], send: (filters: string[]) => Promise<unknown>) => {
    if (!client.connected) return
    for (const chunk of chunksOf(parts, FILTERS_PER_PACKET)) await send(chunk.map(upFilter))
  }
  return {
    join: parts => inChunks(parts, filters => client.subscribeAsync(filters, { qos: 1 })),
    leave: parts => inChunks(parts, filters => client.unsubscribeAsync(filters)),
    async publish(topic, payload) {
      if (!client.connected) throw new Error('not connected to the broker')
      await client.publishAsync(topic, payload, { qos: 1 })
    },
    end: imei => replaceConnection(url, client.options, imei),
    // Forced: a graceful end would wait for acknowledgements of a broker that may be gone.
    async close() {
      await Promise.all([client.endAsync(true), nodes.close()])
    },
  }
}

/**
 * Ends the connection of a device: connects with the client id of the device, so that the broker closes the existing
 * connection (decision 353), then disconnects.
 *
 * @param currentAddress the address in use: others may belong to dead nodes
 */
async function replaceConnection(
  url: string,
  currentAddress: Pick<IClientOptions, 'host' | 'port'>,
  imei: string,
): Promise<void> {
  const { host = '', port = 0 } = currentAddress
  const client = connectToBroker({ url, addresses: [{ host, port }], clientId: imei, reconnectMs: 0 })
  await new Promise<void>(resolve => {
    client.once('connect', () => resolve())
    client.once('close', () => resolve())
    client.on('error', () => resolve())
  })
  await client.endAsync().catch(() => undefined)
}

/**
 * Writes several acknowledgements at once. `mqtt` writes each separately, which costs more than all other work for a
 * message.
 */
class AckBuffer {
  #count = 0
  #flush: (() => void) | undefined

  constructor(private readonly stream: () => MqttClient['stream']) {}

  /** Call it before an acknowledgement is written. */
  add(): void {
    this.#flush ??= this.#cork()
    // Deferred, because this acknowledgement is written only after `add` returns.
    if (++this.#count === ACKS_PER_WRITE) setImmediate(this.#flush)
  }

  #cork(): () => void {
    const stream = this.stream()
    stream.cork()
    const flush = () => {
      if (this.#flush !== flush) return
      clearTimeout(timer)
      this.#flush = undefined
      this.#count = 0
      stream.uncork()
    }
    const timer = setTimeout(flush, ACK_WITHIN_MS)
    return flush
  }
}
