/**
 * The gateway to the devices: leases parts of the fleet, hears what their devices say (`inbox`), gives them their
 * orders (`delivery`) and knows which are connected (`rollCall`). It runs in the server, or alone as `npm run gateway`;
 * several divide the fleet among themselves.
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
import { onlineInParts } from '../store/gateway/onlineDevices'
import { openBrokerLink } from './brokerLink'
import { Delivery } from './delivery'
import { DeviceLogins } from './deviceLogins'
import { type EmbeddedPlace, openEmbeddedBroker } from './embeddedBroker'
import { HelloSchedule } from './helloSchedule'
import { Inbox } from './inbox'
import type { Link, LinkEvents } from './link'
import type { Log } from './log'
import { Pace } from './pace'
import { PartLeases } from './partLeases'
import { provincesOf } from './provinces'
import { RollCall } from './rollCall'
import { Tally } from './tally'
import { Withdrawals } from './withdrawals'

export interface GatewayOptions {
  db: Db
  config: ConfigSource
  now(): Date
  log: Log
  /** A broker within this process, or the address of another. */
  broker: EmbeddedPlace | { url: string }
  /** Listens for new orders; without it, or while nothing arrives, they are found within a second. */
  listen?: Listen | undefined
  /** How long devices have to connect after the start before they count as closed; otherwise `helloSeconds`. */
  firstHelloMs?: number | undefined
}

export interface Gateway {
  /** The port of the broker within this process. */
  port: number | undefined
  /** The parts of the fleet that it serves now. */
  parts(): string[]
  /** Refused and ignored messages since the last line of the log. */
  tally: Tally
  stop(): Promise<void>
}

/** The last will of a device is stored. */
const WILL_WITHIN_MS = 1_000

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { db, config, now, log, broker } = options
  const settings = (): ServerSettings['gateway'] => config.current().server.gateway
  const id = `${hostname().slice(0, 24)}-${randomUUID().slice(0, 8)}`
  const tally = new Tally(log)
  const { map, shared } = config.current()
  /** Devices of the held parts that are connected, by their session. */
  const connected = new Map<string, string>()
  /** Connected ones that were asked whether they are there, and have not answered yet. */
  const unheard = new Set<string>()
  const serves = (imei: string) => leases.serves(partOf(imei))
  const isConnected = (imei: string) => connected.has(imei)
  const startedAt = performance.now()
  const common = { db, now, log, settings, serves, isConnected }

  const delivery = new Delivery({ ...common, link: () => link })
  // The broker within this process holds devices to their rights and to their pace by itself.
  const end = async (imei: string) => {
    const session = connected.get(imei)
    await link.end(imei)
    // RabbitMQ publishes no will of a connection that it ends itself.
    if (watch && session !== undefined)
      await inbox.take(upTopic(imei, 'presence'), Buffer.from(JSON.stringify({ online: false, session })))
  }
  const watch =
    'url' in broker
      ? { access: new Withdrawals({ ...common, tally, end }), pace: new Pace({ ...common, tally, end }) }
      : undefined
  const gone = (imei: string) => {
    connected.delete(imei)
    unheard.delete(imei)
    delivery.gone(imei)
    watch?.access.gone(imei)
  }
  const inbox = new Inbox({
    ...common,
    tally,
    provinces: provincesOf(
      map,
      shared.dashboard.map.regions.map(region => region.id),
    ),
    onPresence(said) {
      const came = new Set<string>()
      for (const { device, session, online } of said)
        if (online) {
          // While this was stored, the part may have moved to another gateway.
          if (!serves(device)) continue
          unheard.delete(device)
          if (connected.get(device) !== session) came.add(device)
          connected.set(device, session)
        } else if (connected.get(device) === session) {
          came.delete(device)
          gone(device)
        }
      delivery.connected([...came])
      watch?.access.came([...came])
    },
    onUnknown: imei => void end(imei),
    onSpoken(imei) {
      // Its answer may wait behind much else at the broker, and this shows as well that it is there.
      unheard.delete(imei)
      hellos?.answered(imei)
    },
    onResults: results => {
      for (const { id: order, device } of results) delivery.answered(order, device)
    },
  })
  const rollCall = new RollCall({
    ...common,
    isConnected: imei => isConnected(imei) && !unheard.has(imei),
    onClosed: imeis => imeis.forEach(gone),
    exclusively: work => inbox.exclusively(work),
  })

  const patience = () =>
    Math.max(settings().helloSeconds * 1000, (options.firstHelloMs ?? 0) - (performance.now() - startedAt))
  const forget = (parts: Iterable<string>) => {
    const lost = new Set(parts)
    for (const imei of connected.keys()) if (lost.has(partOf(imei))) gone(imei)
  }
  const sayHello = (part: string) => link.publish(helloTopic(part), '{}').catch(() => undefined)
  const ask = (parts: readonly string[]) => {
    for (const imei of connected.keys()) if (parts.includes(partOf(imei))) unheard.add(imei)
    rollCall.begin(parts, patience())
    return Promise.all(parts.map(sayHello))
  }
  /**
   * How many devices of each part were connected when the broker was gone, at most: they count as closed when it is
   * back late, and may still be there.
   */
  const cutOff = new Map<string, number>()
  const askInTurn = async (schedule: HelloSchedule, parts: readonly string[]) => {
    // The roll call that began when the broker was gone may be about to end.
    rollCall.begin(parts, patience())
    const stored = await onlineInParts(db, parts).catch(() => undefined)
    schedule.askInTurn(parts, part => Math.max(stored?.get(part) ?? 0, cutOff.get(part) ?? 0))
  }
  const leases = new PartLeases({
    db,
    now,
    log,
    settings,
    id,
    shares: 'url' in broker,
    link: () => link,
    // Not awaited: a broker that accepts no publications must not delay the renewal of leases.
    onJoined: parts => void (hellos ? askInTurn(hellos, parts) : ask(parts)),
    onLost(parts) {
      rollCall.cancel(parts)
      forget(parts)
      inbox.forget()
    },
  })
  const hellos =
    watch &&
    new HelloSchedule({
      everyMs: () => 1000 * settings().rollCallSeconds,
      patienceMs: () => 1000 * settings().helloSeconds,
      parts: () => leases.parts(),
      postpone: (parts, ms) => rollCall.begin(parts, patience() + ms),
      connected: () => connected.size,
      isConnected,
      ask,
      askAgain: sayHello,
      isAsked: part => rollCall.isUnderWay(part),
    })
  const events: LinkEvents = {
    onMessage: (topic, payload) =>
      (watch?.pace.takes(topic, payload) ?? true) ? inbox.take(topic, payload) : undefined,
    onUp() {
      hellos?.unsettle()
      leases.linkUp()
    },
    onNodeGone: () => hellos?.unsettle(),
    onDown() {
      leases.linkDown()
      const counts = new Map<string, number>()
      for (const imei of connected.keys()) counts.set(partOf(imei), (counts.get(partOf(imei)) ?? 0) + 1)
      for (const [part, count] of counts) cutOff.set(part, Math.max(count, cutOff.get(part) ?? 0))
      forget(leases.parts())
      rollCall.begin(leases.parts(), patience())
    },
    onGone(imei) {
      const session = connected.get(imei)
      if (session === undefined) return
      // The will has closed it by then, unless the device had named another session since: a question that it cannot
      // answer does.
      setTimeout(() => {
        if (connected.get(imei) === session && !rollCall.isUnderWay(partOf(imei))) void ask([partOf(imei)])
      }, WILL_WITHIN_MS).unref()
    },
  }

  if (!('url' in broker)) await endStaleLeases(db)
  const logins = new DeviceLogins(db, now, 'url' in broker ? undefined : broker.tls?.revoked)
  const embedded =
    'url' in broker
      ? undefined
      : await openEmbeddedBroker(
          { place: broker, logins, serves: part => leases.serves(part), settings, tally },
          events,
        )
  const link: Link = embedded ?? openBrokerLink({ url: (broker as { url: string }).url, id }, events, log)

  await leases.renew()
  delivery.start()
  const stopListening = options.listen?.({
    heard(payload) {
      const changes = readChanges(payload)
      if (changes?.resource === 'orders') delivery.ordersChanged(changes.ids)
    },
    missed: () => delivery.ordersChanged(),
    arrives: () => undefined,
    failed: (message, err) => log.warn({ err }, `gateway: ${message} (orders are looked for every second)`),
  })

  return {
    port: embedded?.port,
    parts: () => leases.parts(),
    tally,
    async stop() {
      hellos?.stop()
      await leases.stop()
      await stopListening?.()
      await rollCall.stop()
      await delivery.stop()
      watch?.pace.stop()
      await watch?.access.stop()
      await link.close()
      await inbox.stop()
      await endLeases(db, id).catch(() => undefined)
      tally.stop()
    },
  }
}
