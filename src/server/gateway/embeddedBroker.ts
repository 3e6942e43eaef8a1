/** The embedded broker: MQTT 3.1.1 within the server's process. Each device may use its own topics only. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { Aedes, type AedesPublishPacket, type Client } from 'aedes'
import { DEVICE_PAYLOAD_BYTES, partOf, readUpTopic } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { certificateOf, type Revoked } from './deviceCertificates'
import { credentialOf, type DeviceLogins, type Login } from './deviceLogins'
import type { Link, LinkEvents } from './link'
import { boundBacklog, guardPackets } from './packetGuard'
import type { Tally } from './tally'
import { imeiOfClient, isOwnFilter, isOwnWill } from './topicRules'

export interface EmbeddedAddress {
  host: string
  port: number
  tls?: (TlsOptions & { revoked?: Revoked | undefined }) | undefined
}

export interface EmbeddedBroker extends Link {
  /** The requested port, or with port 0 the one that the system assigned. */
  port: number
  /** Whether the device has an open connection. */
  isOpen(imei: string): boolean
}

interface Options {
  address: EmbeddedAddress
  logins: Pick<DeviceLogins, 'check' | 'findInvalid'>
  /** Whether this gateway serves this part; devices of other parts are refused, as they would get no orders here. */
  serves(part: string): boolean
  settings(): ServerSettings['gateway']
  tally: Tally
}

/** The most bytes that a packet may have in addition to its payload: for the topic and message id, or the last will. */
const OVERHEAD_BYTES = 1_024
/** Maximum of unsent bytes of a connection, without the bytes in the buffers of the network. */
const MAX_BACKLOG_BYTES = 65_536
const CONNECT_WITHIN_MS = 10_000
/** A longer keep-alive is refused: the loss of the device would go unnoticed. */
const MAX_KEEPALIVE_SECONDS = 1_200
/** Maximum of connections of a device; one more replaces the oldest. */
const MAX_CONNECTIONS = 4
/** How often the logins of connected devices are checked again. */
const CHECK_EVERY_MS = 5_000
/** Return codes of CONNACK. */
const UNAVAILABLE = 3
const BAD_LOGIN = 4
const NOT_AUTHORIZED = 5

export async function openEmbeddedBroker(options: Options, events: LinkEvents): Promise<EmbeddedBroker> {
  const { address, logins, serves, settings, tally } = options
  const connections = new DeviceConnections()
  /** Clients with a last will for a topic of another device: their login is refused. */
  const clientsWithForeignWill = new WeakSet<Client>()
  const clientsWithWrongKeepalive = new WeakSet<Client>()
  const certificates = new WeakMap<Client, { imei: string; serial: string }>()
  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_WITHIN_MS,
    maxInflightInbound: 20,
    preConnect(client, packet, done) {
      // No persistent sessions (decision 302): an order that a device misses is sent again.
      packet.clean = true
      if (!packet.keepalive || packet.keepalive > MAX_KEEPALIVE_SECONDS) clientsWithWrongKeepalive.add(client)
      if (packet.will) {
        packet.will.retain = false
        const imei = packet.username || certificates.get(client)?.imei
        if (!isOwnWill(imei, packet.will)) clientsWithForeignWill.add(client)
      }
      done(null, true)
    },
    authenticate(client, username, password, done) {
      const refuse = (returnCode: number, reason: string) =>
        done(Object.assign(new Error(reason), { returnCode }), false)
      // Not the `keepaliveLimit` of aedes: its return code 6 does not exist in MQTT 3.1.1.
      if (clientsWithWrongKeepalive.has(client)) {
        tally.add('login refused')
        return refuse(NOT_AUTHORIZED, 'keep-alive not allowed')
      }
      const certificate = certificates.get(client)
      const imei = clientsWithForeignWill.has(client)
        ? undefined
        : imeiOfClient(client.id, username || undefined, certificate?.imei)
      if (imei === undefined) {
        tally.add('login refused')
        return refuse(BAD_LOGIN, 'client id, user name or last will do not belong to one device')
      }
      if (!serves(partOf(imei))) return refuse(UNAVAILABLE, 'not served here')
      const credential = certificate
        ? { certificate: certificate.serial }
        : credentialOf(imei, password?.toString() ?? '')
      logins.check(imei, credential).then(
        login => {
          if (!login) {
            tally.add('login refused')
            return refuse(BAD_LOGIN, 'wrong secret or certificate')
          }
          // If the connection has closed in the meantime, no later event would remove it from `connections`.
          if (client.closed) return
          connections.add(client, login)
          done(null, true)
        },
        () => refuse(UNAVAILABLE, 'the database does not answer'),
      )
    },
    authorizePublish(client, packet, done) {
      const imei = client && connections.imeiOf(client)
      packet.retain = false
      if (!imei || readUpTopic(packet.topic)?.imei !== imei) {
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
      const imei = connections.imeiOf(client)
      const isAllowed = imei !== undefined && isOwnFilter(imei, subscription.topic)
      if (!isAllowed) tally.add('topic refused')
      done(null, isAllowed ? subscription : null)
    },
  })
  broker.on('clientError', () => tally.add('connection broken'))
  broker.on('connectionError', () => tally.add('connection broken'))

  const connect = (socket: Socket) => {
    // TCP keep-alive finds dead connections earlier than the keep-alive of MQTT.
    socket.setKeepAlive(true, 60_000).setNoDelay(true)
    guardPackets(
      socket,
      { bytes: DEVICE_PAYLOAD_BYTES + OVERHEAD_BYTES, perSecond: settings().deviceMessages },
      reason => tally.add(reason),
    )
    boundBacklog(socket, MAX_BACKLOG_BYTES, () => tally.add('reads too slowly'))
    const client = broker.handle(socket)
    const certificate = address.tls?.requestCert ? certificateOf(socket as TLSSocket, address.tls) : undefined
    if (certificate) certificates.set(client, certificate)
    socket.once('close', () => {
      const disconnected = connections.remove(client)
      if (disconnected !== undefined) events.onGone?.(disconnected)
    })
  }
  const server: Server = address.tls ? createTlsServer(address.tls, connect) : createServer(connect)
  server.maxConnections = settings().connections
  server.on('drop', () => tally.add('too many connections'))
  server.on('tlsClientError', () => tally.add('connection broken'))
  await once(server.listen({ host: address.host, port: address.port, exclusive: true }), 'listening')

  const receive = (packet: AedesPublishPacket, done: () => void) => {
    const pending = events.onMessage(packet.topic, packet.payload as Buffer)
    if (pending) void pending.then(done)
    // Not synchronously: aedes would recurse into the next message, and thousands in a queue overflow the stack.
    else queueMicrotask(done)
  }
  await new Promise<void>(done => broker.subscribe('fleet/v1/+/+/up/+', receive, done))

  let isChecking = false
  const checkTimer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    await logins.findInvalid(connections.logins()).then(
      withdrawn => {
        tally.add('access withdrawn', withdrawn.length)
        for (const login of withdrawn) connections.end(login.imei)
      },
      () => undefined,
    )
    isChecking = false
  }, CHECK_EVERY_MS).unref()

  return {
    port: (server.address() as AddressInfo).port,
    isOpen: imei => connections.has(imei),
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
      clearInterval(checkTimer)
      server.close()
      await new Promise<void>(done => broker.unsubscribe('fleet/v1/+/+/up/+', receive, done))
      await new Promise<void>(done => broker.close(done))
    },
  }
}

/** The open connections by device, and the login of each. */
class DeviceConnections {
  /** The logins of open connections, and of closing ones: their last will must still be authorised. */
  readonly #logins = new WeakMap<Client, Login>()
  readonly #clients = new Map<string, Set<Client>>()

  add(client: Client, login: Login): void {
    const clients = this.#clients.get(login.imei) ?? new Set()
    this.#clients.set(login.imei, clients)
    if (clients.size >= MAX_CONNECTIONS) [...clients][0]!.close()
    clients.add(client)
    this.#logins.set(client, login)
  }

  /** @returns the IMEI if this was the device's last connection */
  remove(client: Client): string | undefined {
    const imei = this.imeiOf(client)
    const clients = imei === undefined ? undefined : this.#clients.get(imei)
    clients?.delete(client)
    if (clients?.size !== 0) return undefined
    this.#clients.delete(imei!)
    return imei
  }

  has(imei: string): boolean {
    return this.#clients.has(imei)
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
