/** Brokers of fault tests, which can be killed and started again. */
import { connect, createServer } from 'node:net'
import { brokerLines } from '../../src/tools/services/brokerGuide'
import { startMosquitto } from '../../src/tools/services/mosquitto'
import { startRabbitmq } from '../../src/tools/services/rabbitmq'
import { freePort } from '../../src/tools/services/site'
import { afterFile } from './afterFile'

/**
 * One server on PGlite with its built-in broker, or two servers on PostgreSQL with the named broker; the cluster has
 * three nodes.
 */
export type FaultKind = 'PGlite' | 'Mosquitto' | 'RabbitMQ' | 'RabbitMQ cluster'

export interface FaultBroker {
  /** Addresses for devices; a cluster has several. */
  urls: readonly string[]
  /** The environment of the server with that number. */
  envOf(server: number): Record<string, string>
  /** Kills the broker; in a cluster one node. */
  kill(): Promise<void>
  start(): Promise<void>
}

const GATEWAY = 'fleet-gateway:gateways-password'
const SECRET = 'kZ8vQ2nB7mX4cT1yR6wE9uH3jL5pS0aD'

/**
 * @param servers ports of the servers; RabbitMQ sends its requests to the first one that accepts connections
 * @returns `undefined` if it is not installed
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
  const balancer = await balance(servers)
  const lines = brokerLines('rabbitmq.conf', { '127.0.0.1:5080': `127.0.0.1:${balancer}`, SECRET })
  const broker = await startRabbitmq(lines, kind === 'RabbitMQ' ? 1 : 3)
  afterFile(() => broker?.[Symbol.asyncDispose]())
  if (!broker) return undefined
  const { ports } = broker
  const last = ports.length - 1
  // Server 0 knows only the node that dies. Server 1 is connected to another one and watches both.
  const own = (server: number) => (server === 0 ? [ports[last]] : [...new Set([ports[0], ports[last]])])
  return {
    // Devices connect to the node that dies and to another one.
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

/** RabbitMQ opens thousands of connections at once. */
const BACKLOG = 4_096

/** A load balancer: it forwards to the first of these servers that accepts a connection. */
async function balance(ports: readonly number[]): Promise<number> {
  const port = await freePort()
  const balancer = createServer(client => {
    client.on('error', () => undefined)
    const tryAt = (at: number) => {
      if (at === ports.length) return client.destroy()
      const server = connect(ports[at]!, '127.0.0.1')
      let isConnected = false
      server.once('connect', () => {
        isConnected = true
        client.pipe(server).pipe(client)
      })
      server.once('error', () => {
        if (isConnected) client.destroy()
        else tryAt(at + 1)
      })
      client.once('close', () => server.destroy())
    }
    tryAt(0)
  }).listen({ port, host: '127.0.0.1', backlog: BACKLOG })
  afterFile(() => {
    balancer.close()
  })
  return port
}
