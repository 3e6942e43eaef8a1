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

/** Subscribes like the gateway: to each part of the fleet, with several filters per packet. */
const FLEET_PARTS = 100
const FILTERS_PER_PACKET = 25
/** How long the devices may take to reconnect. */
const RECONNECT_MS = 300_000

interface BareSpeed {
  /** Messages of telemetry per second. */
  perSecond: number
  /** From an order to all devices until all have answered. */
  fanOutMs: number
}

/** Stops the server of this world first: it would receive the messages too. */
export async function timeBareBroker(kind: Broker, world: GatewayWorld): Promise<BareSpeed> {
  await world.site.stop()
  if (kind === 'aedes') return withAedes(world)
  await using _ = kind === 'rabbitmq' ? await allowAll(world.site.url) : undefined
  const client = await connectAsync(world.gatewayUrl, { clientId: 'fleet-gateway-bench' })
  try {
    const filters = Array.from({ length: FLEET_PARTS }, (_, part) => upFilter(String(part).padStart(2, '0')))
    for (let first = 0; first < filters.length; first += FILTERS_PER_PACKET)
      await client.subscribeAsync(filters.slice(first, first + FILTERS_PER_PACKET), { qos: 1 })
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
  const answeredTopics = new Set<string>()
  const markerTopic = upTopic(bare.spares[0]!.imei, 'telemetry')
  let lastMarker = ''
  bare.onMessage((topic, payload) => {
    if (topic.endsWith('/result')) answeredTopics.add(topic)
    else if (topic === markerTopic) lastMarker = (JSON.parse(String(payload)) as { version: string }).version
  })
  // The stopped server did not answer the permission checks of the broker, which disconnected devices: wait for them.
  const deviceCount = bare.devices.length
  await until(async () => (await connectedOf(bare.simulators)) === deviceCount, {
    withinMs: RECONNECT_MS,
    everyMs: 250,
  })
  const payload = JSON.stringify({ id: 1_000_000, code: 'reboot', value: 'NOW', expires: null })
  const began = performance.now()
  for (const [sentCount, { imei }] of bare.devices.entries()) {
    await until(async () => sentCount - answeredTopics.size < bare.inFlight, { everyMs: 5 })
    bare.publish(orderTopic(imei), payload)
  }
  await until(async () => answeredTopics.size === deviceCount, { everyMs: 50 })
  const fanOutMs = performance.now() - began
  await using marker = await openMarker(bare, async version => lastMarker === version)
  const perSecond = await highestRate(bare, { begin: () => undefined, keepsUp: marker.isInTime })
  return { perSecond, fanOutMs }
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
