/**
 * The broker within the server: MQTT 3.1.1 for the devices of one process, each with its own topics and nothing else.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { Aedes, type AedesPublishPacket, type Client } from 'aedes'
import { DEVICE_PAYLOAD_BYTES, partOf, readUpTopic } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { certificateOf, type Revoked } from './deviceCertificates'
import { type DeviceLogins, type Login, proofOfSecret } from './deviceLogins'
import type { Link, LinkEvents } from './link'
import { guardPackets } from './packetGuard'
import type { Tally } from './tally'
import { imeiOfClient, isOwnFilter, isOwnWill } from './topicRules'

export interface EmbeddedPlace {
  host: string
  port: number
  tls?: (TlsOptions & { revoked?: Revoked | undefined }) | undefined
}

interface EmbeddedBroker extends Link {
  /** The one that was asked for, or with port 0 the one that the system gave. */
  port: number
}

interface Options {
  place: EmbeddedPlace
  logins: DeviceLogins
  /** Whether this gateway has the device's part: devices of others would never get an order here. */
  serves(part: string): boolean
  settings(): ServerSettings['gateway']
  tally: Tally
}

/** Topic, message id and will of a packet, beside the payload. */
const BESIDE_PAYLOAD_BYTES = 1_024
const CONNECT_WITHIN_MS = 10_000
/** The longest keep-alive: with a longer one a lost device would go unnoticed. */
const MOST_KEEPALIVE_SECONDS = 1_200
/** Connections of one device; a further one replaces the oldest. */
const CONNECTIONS_OF_DEVICE = 4
/** How often the logins of connected devices are checked again. */
const WITHDRAW_EVERY_MS = 5_000
/** Answers of CONNACK. */
const UNAVAILABLE = 3
const BAD_LOGIN = 4

export async function openEmbeddedBroker(options: Options, events: LinkEvents): Promise<EmbeddedBroker> {
  const { place, logins, serves, settings, tally } = options
  const connections = new DeviceConnections()
  const foreignWill = new WeakSet<Client>()
  const certificates = new WeakMap<Client, { imei: string; serial: string }>()
  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_WITHIN_MS,
    keepaliveLimit: MOST_KEEPALIVE_SECONDS,
    maxInflightInbound: 20,
    preConnect(client, packet, done) {
      // Nothing is kept for absent devices (decision 302): an order that a device misses is sent again.
      packet.clean = true
      if (packet.will) {
        packet.will.retain = false
        const imei = packet.username || certificates.get(client)?.imei
        if (!isOwnWill(imei, packet.will)) foreignWill.add(client)
      }
      done(null, true)
    },
    authenticate(client, username, password, done) {
      const refuse = (returnCode: number, why: string) =>
        done(Object.assign(new Error(why), { returnCode }), false)
      const certified = certificates.get(client)
      const imei = foreignWill.has(client)
        ? undefined
        : imeiOfClient(client.id, username || undefined, certified?.imei)
      if (imei === undefined) {
        tally.add('login refused')
        return refuse(BAD_LOGIN, 'not the name of a device')
      }
      if (!serves(partOf(imei))) return refuse(UNAVAILABLE, 'not served here')
      const proof = certified
        ? { certificate: certified.serial }
        : proofOfSecret(imei, password?.toString() ?? '')
      logins.check(imei, proof).then(
        login => {
          if (!login) {
            tally.add('login refused')
            return refuse(BAD_LOGIN, 'wrong secret or certificate')
          }
          // If the connection has closed since, no later event would remove it.
          if (client.closed) return
          connections.add(client, login)
          done(null, true)
        },
        () => refuse(UNAVAILABLE, 'the database does not answer'),
      )
    },
    authorizePublish(client, packet, done) {
      const own = client && connections.imeiOf(client)
      packet.retain = false
      if (!own || readUpTopic(packet.topic)?.imei !== own) {
        tally.add('topic refused')
        return done(new Error('not a topic of the device'))
      }
      if (packet.payload.length > DEVICE_PAYLOAD_BYTES) {
        tally.add('packet too large')
        return done(new Error('payload too large'))
      }
      done(null)
    },
    authorizeSubscribe(client, subscription, done) {
      const own = connections.imeiOf(client)
      const allowed = own !== undefined && isOwnFilter(own, subscription.topic)
      if (!allowed) tally.add('topic refused')
      done(null, allowed ? subscription : null)
    },
  })
  broker.on('clientError', () => tally.add('connection broken'))
  broker.on('connectionError', () => tally.add('connection broken'))

  const connect = (socket: Socket) => {
    // Half of a connection that broke without a word is found even between keep-alives.
    socket.setKeepAlive(true, 60_000).setNoDelay(true)
    guardPackets(
      socket,
      { bytes: DEVICE_PAYLOAD_BYTES + BESIDE_PAYLOAD_BYTES, perSecond: settings().deviceMessages },
      why => tally.add(why),
    )
    const client = broker.handle(socket)
    const certificate = place.tls?.requestCert ? certificateOf(socket as TLSSocket, place.tls) : undefined
    if (certificate) certificates.set(client, certificate)
    socket.once('close', () => {
      const gone = connections.remove(client)
      if (gone !== undefined) events.onGone?.(gone)
    })
  }
  const server: Server = place.tls ? createTlsServer(place.tls, connect) : createServer(connect)
  server.maxConnections = settings().connections
  server.on('drop', () => tally.add('too many connections'))
  server.on('tlsClientError', () => tally.add('connection broken'))
  await once(server.listen({ host: place.host, port: place.port, exclusive: true }), 'listening')

  const receive = (packet: AedesPublishPacket, done: () => void) => {
    const waits = events.onMessage(packet.topic, packet.payload as Buffer)
    if (waits) void waits.then(done)
    // Not within this call: aedes would hand on the next one in it, and thousands that have waited fill the stack.
    else queueMicrotask(done)
  }
  await new Promise<void>(done => broker.subscribe('fleet/v1/+/+/up/+', receive, done))

  let looking = false
  const withdrawing = setInterval(async () => {
    if (looking) return
    looking = true
    await logins.withdrawn(connections.logins()).then(
      gone => {
        tally.add('access withdrawn', gone.length)
        for (const login of gone) connections.end(login.imei)
      },
      () => undefined,
    )
    looking = false
  }, WITHDRAW_EVERY_MS).unref()

  return {
    port: (server.address() as AddressInfo).port,
    async join() {},
    async end(imei) {
      connections.end(imei)
    },
    async leave(parts) {
      for (const { imei } of connections.logins()) if (parts.includes(partOf(imei))) connections.end(imei)
    },
    publish: (topic, payload) =>
      new Promise((resolve, reject) =>
        broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, error =>
          error ? reject(error) : resolve(),
        ),
      ),
    async close() {
      clearInterval(withdrawing)
      server.close()
      await new Promise<void>(done => broker.unsubscribe('fleet/v1/+/+/up/+', receive, done))
      await new Promise<void>(done => broker.close(done))
    },
  }
}

/** Who is connected, and as which device. */
class DeviceConnections {
  /** Closing connections are kept: their will is still to be checked. */
  readonly #logins = new WeakMap<Client, Login>()
  readonly #clients = new Map<string, Set<Client>>()

  add(client: Client, login: Login): void {
    const clients = this.#clients.get(login.imei) ?? new Set()
    this.#clients.set(login.imei, clients)
    if (clients.size >= CONNECTIONS_OF_DEVICE) [...clients][0]!.close()
    clients.add(client)
    this.#logins.set(client, login)
  }

  /** @returns the device whose last connection it was */
  remove(client: Client): string | undefined {
    const imei = this.imeiOf(client)
    const clients = imei === undefined ? undefined : this.#clients.get(imei)
    clients?.delete(client)
    if (clients?.size !== 0) return undefined
    this.#clients.delete(imei!)
    return imei
  }

  imeiOf(client: Client): string | undefined {
    return this.#logins.get(client)?.imei
  }

  logins(): Login[] {
    return [...this.#clients.values()].flatMap(clients =>
      [...clients].map(client => this.#logins.get(client)!),
    )
  }

  end(imei: string): void {
    for (const client of this.#clients.get(imei) ?? []) client.close()
  }
}
