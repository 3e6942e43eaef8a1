/** The baseline for messages: the same devices and broker, with a client that only counts messages. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { orderTopic, upFilter, upTopic } from '../../contract/deviceMessages'
import { until } from '../until'
import { highestRate, openMarker } from './gatewayTiming'
import { type Broker, connectDevices, connectedOf, type GatewayWorld, RABBITMQ_PACE } from './gatewayWorld'

type BareBroker = Pick<GatewayWorld, 'kind' | 'brokerUrl' | 'spares' | 'simulators' | 'devices'> & {
  publish(topic: string, payload: string): void
  /** Maximum number of unanswered orders. */
  inFlight: number
  /** Subscribes to the messages of all devices. */
  onMessage(listener: (topic: string, payload: Buffer | string) => void): void
}

/** How long the devices may take to reconnect. */
const RECONNECT_MS = 300_000

interface BareSpeed {
  /** Messages per second. */
  telemetry: number
  /** From an order to all devices until all answers. */
  fanOutMs: number
}

/** Stops the server of this world first, which would receive the messages too. */
export async function timeBareBroker(kind: Broker, world: GatewayWorld): Promise<BareSpeed> {
  await world.site.stop()
  if (kind === 'aedes') return withAedes(world)
  await using _ = kind === 'rabbitmq' ? await allowAll(world.site.url) : undefined
  const client = await connectAsync(world.gatewayUrl, { clientId: 'fleet-gateway-bench' })
  try {
    // As the gateway subscribes: to the 100 parts of the fleet, 25 filters per packet.
    const filters = Array.from({ length: 100 }, (_, part) => upFilter(String(part).padStart(2, '0')))
    for (let at = 0; at < filters.length; at += 25)
      await client.subscribeAsync(filters.slice(at, at + 25), { qos: 1 })
    return await timeAll({
      ...world,
      inFlight: kind === 'rabbitmq' ? RABBITMQ_PACE.inFlight : Number.POSITIVE_INFINITY,
      publish: (topic, payload) => void client.publish(topic, payload, { qos: 1 }),
      onMessage: listener => void client.on('message', listener),
    })
  } finally {
    await client.endAsync(true)
  }
}

/** Runs Aedes in this process, as the server does, but without checking permissions. */
async function withAedes(world: GatewayWorld): Promise<BareSpeed> {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
    await using connected = await connectDevices(world.devices, url)
    return await timeAll({
      kind: 'aedes',
      brokerUrl: url,
      devices: world.devices,
      spares: world.spares,
      simulators: connected.all,
      inFlight: Number.POSITIVE_INFINITY,
      publish: (topic, payload) =>
        broker.publish(
          { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false },
          () => undefined,
        ),
      onMessage: listener =>
        broker.subscribe(
          'fleet/v1/+/+/up/+',
          (packet, done) => {
            listener(packet.topic, packet.payload)
            queueMicrotask(done)
          },
          () => undefined,
        ),
    })
  } finally {
    server.close()
    broker.close()
  }
}

async function timeAll(bare: BareBroker): Promise<BareSpeed> {
  const answered = new Set<string>()
  const markerTopic = upTopic(bare.spares[0]!.imei, 'telemetry')
  let lastMarker = ''
  bare.onMessage((topic, payload) => {
    if (topic.endsWith('/result')) answered.add(topic)
    else if (topic === markerTopic) lastMarker = (JSON.parse(String(payload)) as { version: string }).version
  })
  // The broker has disconnected devices while the server could not answer its permission checks.
  const { length } = bare.devices
  await until(async () => (await connectedOf(bare.simulators)) === length, {
    withinMs: RECONNECT_MS,
    everyMs: 250,
  })
  const payload = JSON.stringify({ id: 1_000_000, code: 'reboot', value: 'NOW', expires: null })
  const began = performance.now()
  for (const [sent, { imei }] of bare.devices.entries()) {
    await until(async () => sent - answered.size < bare.inFlight, { everyMs: 5 })
    bare.publish(orderTopic(imei), payload)
  }
  await until(async () => answered.size === length, { everyMs: 50 })
  const fanOutMs = performance.now() - began
  await using marker = await openMarker(bare, async version => lastMarker === version)
  const telemetry = await highestRate(bare, { begin: () => undefined, keepsUp: marker.isInTime })
  return { telemetry, fanOutMs }
}

/** Answers the permission checks of RabbitMQ in place of the stopped server. */
async function allowAll(url: string): Promise<AsyncDisposable> {
  const server = createHttpServer((request, answer) => {
    request.resume().on('end', () => answer.end('allow'))
  }).listen(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
