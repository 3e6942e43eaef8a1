/**
 * The gateway to the devices: leases parts of the fleet, hears what their devices say (`inbox`), gives them their orders (`delivery`) and
 * knows which are connected (`rollCall`). It runs in the server, or alone as `npm run gateway`; several divide the fleet among themselves.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { helloTopic, partOf } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { endLeases, endStaleLeases, renewLeases } from '../commands/gateway/leases'
import type { ConfigSource } from '../deps'
import type { Db } from '../store/database'
import { openBrokerLink } from './brokerLink'
import { Delivery } from './delivery'
import { DeviceLogins } from './deviceLogins'
import { type EmbeddedPlace, openEmbeddedBroker } from './embeddedBroker'
import { Inbox } from './inbox'
import type { Link, LinkEvents } from './link'
import type { Log } from './log'
import { provincesOf } from './provinces'
import { RollCall } from './rollCall'
import { Tally } from './tally'

export interface GatewayOptions {
  db: Db
  config: ConfigSource
  now(): Date
  log: Log
  /** A broker within this process, or the address of another. */
  broker: EmbeddedPlace | { url: string }
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

/** Leases are renewed so many times before they end. */
const RENEWALS = 4

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { db, config, now, log, broker } = options
  const settings = (): ServerSettings['gateway'] => config.current().server.gateway
  const id = `${hostname().slice(0, 24)}-${randomUUID().slice(0, 8)}`
  const tally = new Tally(log)
  const { map, shared } = config.current()
  const held = new Set<string>()
  /** Devices of the held parts that are connected, by their session. */
  const connected = new Map<string, string>()
  const serves = (imei: string) => held.has(partOf(imei))
  const isConnected = (imei: string) => connected.has(imei)
  const startedAt = performance.now()
  const common = { db, now, log, settings, serves, isConnected }

  const delivery = new Delivery({ ...common, link: () => link })
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
          if (connected.get(device) !== session && serves(device)) came.add(device)
          connected.set(device, session)
        } else if (connected.get(device) === session) {
          connected.delete(device)
          came.delete(device)
          delivery.gone(device)
        }
      delivery.connected([...came])
    },
    onResults: results => {
      for (const { id: order, device } of results) delivery.answered(order, device)
    },
  })
  const rollCall = new RollCall({ ...common, exclusively: work => inbox.exclusively(work) })

  const patience = () =>
    Math.max(settings().helloSeconds * 1000, (options.firstHelloMs ?? 0) - (performance.now() - startedAt))
  const forget = (parts: Iterable<string>) => {
    const gone = new Set(parts)
    for (const imei of connected.keys())
      if (gone.has(partOf(imei))) {
        connected.delete(imei)
        delivery.gone(imei)
      }
  }
  const hear = async (parts: readonly string[]) => {
    await link.join(parts)
    rollCall.begin(parts, patience())
    await Promise.all(parts.map(part => link.publish(helloTopic(part), '{}'))).catch(() => undefined)
  }
  const failed = (err: unknown) => log.warn({ err }, 'gateway: not subscribed')
  const events: LinkEvents = {
    onMessage: (topic, payload) => inbox.take(topic, payload),
    onUp: () => void hear([...held]).catch(failed),
    onDown() {
      forget(held)
      rollCall.begin(held, patience())
    },
  }

  if (!('url' in broker)) await endStaleLeases(db)
  const logins = new DeviceLogins(db, now, 'url' in broker ? undefined : broker.tls?.revoked)
  const embedded =
    'url' in broker
      ? undefined
      : await openEmbeddedBroker(
          { place: broker, logins, serves: part => held.has(part), settings, tally },
          events,
        )
  const link: Link = embedded ?? openBrokerLink({ url: (broker as { url: string }).url, id }, events, log)

  let renewedAt = performance.now()
  const hold = async (parts: readonly string[]) => {
    const gained = parts.filter(part => !held.has(part))
    const lost = [...held].filter(part => !parts.includes(part))
    for (const part of gained) held.add(part)
    for (const part of lost) held.delete(part)
    rollCall.cancel(lost)
    forget(lost)
    if (lost.length > 0) inbox.forget()
    if (gained.length + lost.length > 0)
      log.info({ gateway: id, parts: held.size }, 'gateway: serves its parts of the fleet')
    await link.leave(lost).catch(failed)
    if (gained.length > 0) await hear(gained).catch(failed)
  }
  const renew = async () => {
    const { leaseSeconds } = settings()
    const asked = performance.now()
    try {
      const parts = await renewLeases(db, { id, leaseSeconds, shares: !embedded })
      renewedAt = asked
      await hold(parts)
    } catch (error) {
      log.warn({ err: error }, 'gateway: the leases are not renewed')
      // Others have taken them by now.
      if (performance.now() - renewedAt > leaseSeconds * 1000) await hold([])
    }
  }
  let stopped = false
  let renewing = renew()
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    if (stopped) return
    timer = setTimeout(
      () => {
        renewing = renew()
        void renewing.then(again)
      },
      (settings().leaseSeconds * 1000) / RENEWALS,
    ).unref()
  }
  await renewing
  again()
  delivery.start()

  return {
    port: embedded?.port,
    parts: () => [...held].sort(),
    tally,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await renewing
      await rollCall.stop()
      await delivery.stop()
      await link.close()
      await inbox.stop()
      await endLeases(db, id).catch(() => undefined)
      tally.stop()
    },
  }
}
