/** A broker elsewhere (`MQTT_URL`), alone or a cluster. */
import type { IClientOptions, MqttClient } from 'mqtt'
import { upFilter } from '../../contract/deviceMessages'
import { brokerAddresses } from '../start/brokerAddresses'
import { connectToBroker, watchConnection } from './brokerClient'
import type { Link, LinkEvents } from './link'
import type { Log } from './log'
import { watchNodes } from './nodeWatch'

const RECONNECT_MS = 1_000
/** How many unacknowledged messages a broker sends to a client at least: RabbitMQ 10, Mosquitto 20 by default. */
const ANSWERS_TOGETHER = 10
const ANSWER_WITHIN_MS = 2
/** Filters in one SUBSCRIBE. */
const FILTERS = 25

/**
 * Connects, and again whenever the connection is lost.
 *
 * @param url one address, or those of a cluster
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
      log.info({}, 'gateway: the broker is there')
      events.onUp()
    },
    onDown() {
      log.warn({}, 'gateway: the broker is gone')
      events.onDown()
    },
    onProblem: err => log.warn({ err }, 'gateway: the broker cannot be used'),
  })
  const answers = new HeldBack(() => client.stream)
  client.handleMessage = (packet, done) => {
    const { topic, payload } = packet as { topic: string; payload: Buffer }
    const waits = events.onMessage(topic, payload)
    if (waits) void waits.then(() => done())
    else {
      answers.add()
      done()
    }
  }
  const inSteps = async (parts: readonly string[], act: (filters: string[]) => Promise<unknown>) => {
    if (!client.connected) return
    for (let at = 0; at < parts.length; at += FILTERS) await act(parts.slice(at, at + FILTERS).map(upFilter))
  }
  return {
    join: parts => inSteps(parts, filters => client.subscribeAsync(filters, { qos: 1 })),
    leave: parts => inSteps(parts, filters => client.unsubscribeAsync(filters)),
    async publish(topic, payload) {
      if (!client.connected) throw new Error('the broker is gone')
      await client.publishAsync(topic, payload, { qos: 1 })
    },
    end: imei => takePlace(url, client.options, imei),
    // Forced: a graceful end would wait for acknowledgements of a broker that may be gone.
    async close() {
      await Promise.all([client.endAsync(true), nodes.close()])
    },
  }
}

/**
 * Connects under the client id of a device (decision 353), whose connection the broker ends for it, and leaves.
 *
 * @param inUse the address in use: others may be those of dead nodes
 */
async function takePlace(
  url: string,
  inUse: Pick<IClientOptions, 'host' | 'port'>,
  imei: string,
): Promise<void> {
  const { host = '', port = 0 } = inUse
  const client = connectToBroker({ url, addresses: [{ host, port }], clientId: imei, reconnectMs: 0 })
  await new Promise<void>(resolve => {
    client.once('connect', () => resolve())
    client.once('close', () => resolve())
    client.on('error', () => resolve())
  })
  await client.endAsync().catch(() => undefined)
}

/**
 * Writes several acknowledgements at once: `mqtt` would write each by itself, which costs more than everything else
 * done for a message.
 */
class HeldBack {
  #count = 0
  #end: (() => void) | undefined

  constructor(private readonly stream: () => MqttClient['stream']) {}

  /** To be called before an acknowledgement is written. */
  add(): void {
    this.#end ??= this.#begin()
    // Only after this turn of the event loop: the acknowledgement that is about to be written belongs to these.
    if (++this.#count === ANSWERS_TOGETHER) setImmediate(this.#end)
  }

  #begin(): () => void {
    const stream = this.stream()
    stream.cork()
    const end = () => {
      if (this.#end !== end) return
      clearTimeout(timer)
      this.#end = undefined
      this.#count = 0
      stream.uncork()
    }
    const timer = setTimeout(end, ANSWER_WITHIN_MS)
    return end
  }
}
