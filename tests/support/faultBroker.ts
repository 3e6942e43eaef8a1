/** The broker of a fault test, which is killed and started again. */
import { connect, createServer } from 'node:net'
import { startMosquitto } from '../../src/tools/services/mosquitto'
import { startRabbitmq } from '../../src/tools/services/rabbitmq'
import { freePort } from '../../src/tools/services/site'
import { afterFile } from './afterFile'
import { brokerLines } from './brokerGuide'

/**
 * On PGlite with the broker within the server, or on PostgreSQL with two servers and Mosquitto, one node of RabbitMQ,
 * or a cluster of three.
 */
export type FaultKind = 'PGlite' | 'Mosquitto' | 'RabbitMQ' | 'RabbitMQ cluster'

export interface FaultBroker {
  /** Where devices connect: a cluster has several. */
  urls: readonly string[]
  /** What the server of that number is told of it. */
  envOf(server: number): Record<string, string>
  /** Of a cluster one node. */
  kill(): Promise<void>
  start(): Promise<void>
}

const GATEWAY = 'fleet-gateway:gateways-password'
const SECRET = 'kZ8vQ2nB7mX4cT1yR6wE9uH3jL5pS0aD'

/**
 * @param servers the ports of the servers, of which RabbitMQ asks one that is there
 * @returns `undefined` where it is not installed
 */
export async function startFaultBroker(
  kind: FaultKind,
  servers: readonly number[],
): Promise<FaultBroker | undefined> {
  if (kind === 'Mosquitto') {
    const broker = await startMosquitto()
    afterFile(() => broker?.[Symbol.asyncDispose]())
    return broker && { ...broker, urls: [broker.url], envOf: () => ({ MQTT_URL: broker.url }) }
  }
  const asked = await balance(servers)
  const lines = brokerLines('rabbitmq.conf', { '127.0.0.1:5080': `127.0.0.1:${asked}`, SECRET })
  const broker = await startRabbitmq(lines, kind === 'RabbitMQ' ? 1 : 3)
  afterFile(() => broker?.[Symbol.asyncDispose]())
  if (!broker) return undefined
  const { ports } = broker
  const last = ports.length - 1
  // The first server has the node that dies, and no other; the second is at another one, and watches.
  const own = (server: number) => (server === 0 ? [ports[last]] : [...new Set([ports[0], ports[last]])])
  return {
    // The node that dies has devices and a gateway, and another one has them too.
    urls: [...new Set([ports[last]!, ports[0]!])].map(port => `mqtt://127.0.0.1:${port}`),
    envOf: server => ({
      MQTT_URL: own(server)
        .map(port => `mqtt://${GATEWAY}@127.0.0.1:${port}`)
        .join(','),
      BROKER_SECRET: SECRET,
    }),
    kill: () => broker.kill(last),
    start: () => broker.start(last),
  }
}

/** RabbitMQ connects for thousands of questions at once. */
const BACKLOG = 4_096

/** Leads to the first of these servers that is there, as the balancer in front of several does. */
async function balance(ports: readonly number[]): Promise<number> {
  const port = await freePort()
  const server = createServer(client => {
    client.on('error', () => undefined)
    const tryAt = (at: number) => {
      if (at === ports.length) return client.destroy()
      const there = connect(ports[at]!, '127.0.0.1')
      let joined = false
      there.once('connect', () => {
        joined = true
        client.pipe(there).pipe(client)
      })
      there.once('error', () => {
        if (joined) client.destroy()
        else tryAt(at + 1)
      })
      client.once('close', () => there.destroy())
    }
    tryAt(0)
  }).listen({ port, host: '127.0.0.1', backlog: BACKLOG })
  afterFile(() => {
    server.close()
  })
  return port
}
