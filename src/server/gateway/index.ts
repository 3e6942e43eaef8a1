/**
 * The gateway to the devices: leases parts of the fleet, stores the messages of their devices (`inbox`), delivers
 * orders (`delivery`) and tracks which devices are connected (`rollCall`). Runs in the server, or alone as
 * `npm run gateway`; several gateways divide the fleet among themselves.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { helloTopic, partOf, upTopic } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { endLeases, endStaleLeases } from '../commands/gateway/leases'
import type { ConfigSource } from '../deps'
import type { Listen } from '../live/listener'
import { readChanges } from '../store/announce'
import type { Db } from '../store/database'
import { countOnlineByPart } from '../store/gateway/onlineDevices'
import { openBrokerLink } from './brokerLink'
import { Delivery } from './delivery'
import { DeviceLogins } from './deviceLogins'
import { type EmbeddedAddress, type EmbeddedBroker, openEmbeddedBroker } from './embeddedBroker'
import { HelloSchedule } from './helloSchedule'
import { Inbox } from './inbox'
import type { Link, LinkEvents } from './link'
import type { Log } from './log'
import { PartLeases } from './partLeases'
import { provincesOf } from './provinces'
import { RateLimit } from './rateLimit'
import { RollCall } from './rollCall'
import { Tally } from './tally'
import { Withdrawals } from './withdrawals'

export interface GatewayOptions {
  db: Db
  config: ConfigSource
  now(): Date
  log: Log
  /** Where the embedded broker listens, or the URL of an external broker. */
  broker: EmbeddedAddress | { url: string }
  /** Notifies of new orders. Without notifications they are found within a second. */
  listen?: Listen | undefined
  /** How long devices may take to connect after the start before they count as offline; `helloSeconds` if longer. */
  firstHelloMs?: number | undefined
}

export interface Gateway {
  /** The port of the embedded broker. */
  port: number | undefined
  /** The parts of the fleet that this gateway serves now. */
  parts(): string[]
  /** Counts refused and ignored messages. */
  tally: Tally
  stop(): Promise<void>
}

/** The last will of a device is stored within this time. */
const WILL_WITHIN_MS = 1_000

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { db, config, now, log, broker } = options
  const settings = (): ServerSettings['gateway'] => config.current().server.gateway
  const id = `${hostname().slice(0, 24)}-${randomUUID().slice(0, 8)}`
  const tally = new Tally(log)
  const { map, shared } = config.current()
  /** The session of each connected device of the served parts. */
  const connected = new Map<string, string>()
  /** Connected devices that have not answered the current hello yet. */
  const unconfirmed = new Set<string>()
  /** Whether this gateway serves the device now. */
  const serves = (imei: string) => leases.serves(partOf(imei))
  const isConnected = (imei: string) => connected.has(imei)
  const startedAt = performance.now()
  const sharedOptions = { db, now, log, settings, serves, isConnected }

  const delivery = new Delivery({ ...sharedOptions, link: () => link })
  /** Ends the connection of a device. */
  const disconnect = async (imei: string) => {
    const session = connected.get(imei)
    await link.end(imei)
    // RabbitMQ publishes no will for a connection that it closes itself.
    if (external && session !== undefined)
      await inbox.receive(upTopic(imei, 'presence'), Buffer.from(JSON.stringify({ online: false, session })))
  }
  // Checks for an external broker; the embedded one makes them itself.
  const external =
    'url' in broker
      ? {
          withdrawals: new Withdrawals({ ...sharedOptions, tally, end: disconnect }),
          rateLimit: new RateLimit({ ...sharedOptions, tally, end: disconnect }),
        }
      : undefined
  const markDisconnected = (imei: string) => {
    connected.delete(imei)
    unconfirmed.delete(imei)
    delivery.disconnected(imei)
    external?.withdrawals.disconnected(imei)
  }
  const inbox = new Inbox({
    ...sharedOptions,
    tally,
    provinces: provincesOf(
      map,
      shared.dashboard.map.regions.map(region => region.id),
    ),
    onPresence(changes) {
      const newlyConnected = new Set<string>()
      for (const { device, session, online } of changes)
        if (online) {
          // Another gateway may have taken the part while the presence was stored.
          if (!serves(device)) continue
          unconfirmed.delete(device)
          if (connected.get(device) !== session) newlyConnected.add(device)
          connected.set(device, session)
          // The connection may have ended before its presence was stored.
          if (embedded?.isOpen(device) === false) askWhetherGone(device)
        } else if (connected.get(device) === session) {
          newlyConnected.delete(device)
          markDisconnected(device)
        }
      delivery.connected([...newlyConnected])
      external?.withdrawals.connected([...newlyConnected])
    },
    onUnknown: imei => void disconnect(imei),
    onMessage(imei) {
      // Any message confirms the connection: the answer to the hello may be queued behind others at the broker.
      unconfirmed.delete(imei)
      hellos.messageReceived(imei)
    },
    onResults: results => {
      for (const { id: order, device } of results) delivery.answered(order, device)
    },
  })
  const rollCall = new RollCall({
    ...sharedOptions,
    isConnected: imei => isConnected(imei) && !unconfirmed.has(imei),
    onOffline: imeis => imeis.forEach(markDisconnected),
    exclusively: work => inbox.exclusively(work),
  })

  /** How long a roll call waits for answers before silent devices count as offline. */
  const patienceMs = () =>
    Math.max(settings().helloSeconds * 1000, (options.firstHelloMs ?? 0) - (performance.now() - startedAt))
  /** Forgets the connections of these parts, without storing that they have ended. */
  const forgetConnections = (parts: Iterable<string>) => {
    const forgotten = new Set(parts)
    for (const imei of connected.keys()) if (forgotten.has(partOf(imei))) markDisconnected(imei)
  }
  const sayHello = (part: string) => link.publish(helloTopic(part), '{}').catch(() => undefined)
  /** Asks all devices of these parts at once whether they are connected. */
  const beginRollCall = (parts: readonly string[]) => {
    for (const imei of connected.keys()) if (parts.includes(partOf(imei))) unconfirmed.add(imei)
    rollCall.begin(parts, patienceMs())
    return Promise.all(parts.map(sayHello))
  }
  /**
   * The number of connected devices per part when the connection to the broker was lost. If it comes back late, these
   * devices are stored as offline but may still be connected to the broker.
   */
  const connectedBefore = new Map<string, number>()
  /** Asks the devices of these parts, one part after the other, so that their answers do not overload the broker. */
  const askInTurn = async (parts: readonly string[]) => {
    // Extends a roll call that began when the broker was lost and may be about to end.
    rollCall.begin(parts, patienceMs())
    const stored = await countOnlineByPart(db, parts).catch(() => undefined)
    hellos.askInTurn(parts, part => Math.max(stored?.get(part) ?? 0, connectedBefore.get(part) ?? 0))
  }
  const leases = new PartLeases({
    db,
    now,
    log,
    settings,
    id,
    isFleetShared: 'url' in broker,
    link: () => link,
    // Not awaited: a broker that accepts no publications must not delay the renewal of leases.
    onJoined: parts => void (external ? askInTurn(parts) : beginRollCall(parts)),
    onDropped(parts) {
      rollCall.cancel(parts)
      forgetConnections(parts)
      inbox.forgetSignals()
    },
  })
  const hellos = new HelloSchedule({
    // The embedded broker reports the end of every connection itself.
    everyMs: external && (() => 1000 * settings().rollCallSeconds),
    patienceMs: () => 1000 * settings().helloSeconds,
    parts: () => leases.parts(),
    postpone: (parts, ms) => rollCall.begin(parts, patienceMs() + ms),
    connected: () => connected.size,
    isConnected,
    beginRollCall,
    sayHello,
    isBeingAsked: part => rollCall.isUnderWay(part),
  })
  let embedded: EmbeddedBroker | undefined
  /**
   * For a device without an open connection at the embedded broker: normally its last will ends its session. If the
   * last will named another session, a roll call finds out whether the device is still connected.
   */
  const askWhetherGone = (imei: string) => {
    setTimeout(() => {
      if (!isConnected(imei) || embedded?.isOpen(imei)) return
      // It may have answered a roll call that is under way, before its connection ended.
      if (rollCall.isUnderWay(partOf(imei))) {
        unconfirmed.add(imei)
        // The roll call may have passed this device already.
        askWhetherGone(imei)
      } else void beginRollCall([partOf(imei)])
    }, WILL_WITHIN_MS).unref()
  }
  const events: LinkEvents = {
    onMessage: (topic, payload) =>
      (external?.rateLimit.allows(topic, payload) ?? true) ? inbox.receive(topic, payload) : undefined,
    onUp() {
      hellos.unsettle()
      leases.linkUp()
    },
    onNodeGone: () => hellos.unsettle(),
    onDown() {
      leases.linkDown()
      const counts = new Map<string, number>()
      for (const imei of connected.keys()) counts.set(partOf(imei), (counts.get(partOf(imei)) ?? 0) + 1)
      for (const [part, count] of counts)
        connectedBefore.set(part, Math.max(count, connectedBefore.get(part) ?? 0))
      forgetConnections(leases.parts())
      rollCall.begin(leases.parts(), patienceMs())
    },
    onGone: imei => askWhetherGone(imei),
  }

  if (!('url' in broker)) await endStaleLeases(db)
  const logins = new DeviceLogins(db, now, 'url' in broker ? undefined : broker.tls?.revoked)
  if (!('url' in broker))
    embedded = await openEmbeddedBroker(
      { address: broker, logins, serves: part => leases.serves(part), settings, tally },
      events,
    )
  const link: Link = embedded ?? openBrokerLink({ url: (broker as { url: string }).url, id }, events, log)

  await leases.renew()
  delivery.start()
  const stopListening = options.listen?.({
    onNotification(payload) {
      const changes = readChanges(payload)
      if (changes?.resource === 'orders') delivery.ordersChanged(changes.ids)
    },
    onMissed: () => delivery.ordersChanged(),
    onAvailable: () => undefined,
    onFailure: (message, cause) =>
      log.warn({ cause }, `gateway: ${message} (orders are looked for every second)`),
  })

  return {
    port: embedded?.port,
    parts: () => leases.parts(),
    tally,
    async stop() {
      hellos.stop()
      await leases.stop()
      await stopListening?.()
      await rollCall.stop()
      await delivery.stop()
      external?.rateLimit.stop()
      await external?.withdrawals.stop()
      await link.close()
      await inbox.stop()
      await endLeases(db, id).catch(() => undefined)
      tally.stop()
    },
  }
}
