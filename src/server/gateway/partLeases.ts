/**
 * Holds the leases of a gateway on its parts of the fleet. A gateway that cannot reach its broker releases its parts to
 * other gateways, which may be connected to another node of the cluster.
 */
import { performance } from 'node:perf_hooks'
import type { ServerSettings } from '../../engine/compiled'
import { endLeases, markUnservedOffline, renewLeases } from '../commands/gateway/leases'
import { isPglite } from '../store/database'
import type { Link } from './link'
import type { GatewayContext } from './log'

/** Renewals within the duration of a lease. */
const RENEWALS = 4
/** A broker that has not accepted a subscription within this time counts as unreachable. */
const JOINED_WITHIN_MS = 60_000
/** How often the log repeats that the broker is away. */
const LOG_AWAY_EVERY_MS = 60_000
/** Subscribed only to test the broker. */
const PROBE_PART = '00'

interface Options extends GatewayContext {
  settings(): ServerSettings['gateway']
  /** The id of this gateway. */
  id: string
  /** Whether other gateways may serve the fleet too. False with an embedded broker, which only this gateway reaches. */
  isFleetShared: boolean
  link(): Pick<Link, 'join' | 'leave'>
  /** Called once the link receives the messages of these parts. */
  onJoined(parts: readonly string[]): void
  onDropped(parts: readonly string[]): void
}

export class PartLeases {
  readonly #served = new Set<string>()
  #renewedAt = performance.now()
  /** Since when the broker is unreachable, in ms of `performance.now`; cleared when a subscription succeeds. */
  #downSince: number | undefined
  /** When the log last said that the broker is away. */
  #loggedAwayAt = Number.NEGATIVE_INFINITY
  /** Whether the broker has ever been connected. */
  #wasUp: boolean
  /** Whether the broker is connected now. */
  #isUp = false
  /** The number of pending calls of `join`, and since when there are any. */
  #joining = 0
  #joiningSince = 0
  #renewing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  /** PGlite is open in one process only: no other gateway can take a part, even if a large change delays a renewal. */
  readonly #isExclusive: boolean

  constructor(private readonly options: Options) {
    this.#isExclusive = isPglite(options.db)
    this.#wasUp = !options.isFleetShared
    if (options.isFleetShared) this.linkDown()
  }

  /** Whether this gateway serves a part. False once its lease has lapsed: another gateway may have taken the part. */
  serves(part: string): boolean {
    return this.#served.has(part) && !this.#hasLapsed()
  }

  parts(): string[] {
    return [...this.#served].sort()
  }

  /** Renews the leases now and regularly from now on. */
  async renew(): Promise<void> {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#renewing = this.#renewing.then(() => this.#renewAll())
    await this.#renewing
    if (this.#stopped) return
    clearTimeout(this.#timer)
    const { leaseSeconds } = this.options.settings()
    this.#timer = setTimeout(() => void this.renew(), (leaseSeconds * 1000) / RENEWALS).unref()
  }

  /** The broker is connected, but counts as unreachable until the first subscription succeeds. */
  linkUp(): void {
    this.#isUp = true
    this.#wasUp = true
    void this.#join([...this.#served]).then(() => this.renew())
  }

  linkDown(): void {
    this.#isUp = false
    this.#downSince ??= performance.now()
  }

  /** Stops renewing. The leases stay valid until they lapse or are ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#renewing
  }

  async #renewAll(): Promise<void> {
    const { db, id, isFleetShared, settings, log } = this.options
    const { leaseSeconds } = settings()
    this.#logAway()
    try {
      if (this.#isCutOff(leaseSeconds) && !(await this.#isReachableAgain())) return await this.#releaseAll()
      await this.#dropLapsed()
      const requestedAt = performance.now()
      const parts = await renewLeases(db, { id, leaseSeconds, isFleetShared })
      await this.#dropLapsed()
      this.#renewedAt = requestedAt
      await this.#serveOnly(parts)
    } catch (error) {
      log.warn({ err: error }, 'gateway: the leases are not renewed')
      // Other gateways may have taken the parts by now.
      if (this.#isOverdue()) await this.#serveOnly([])
    }
  }

  /**
   * Drops lapsed parts, which other gateways may have served in the meantime. Unsubscribing first drains the messages
   * that the broker still holds for this gateway. If a busy broker needs longer than a lease for that, the next lease
   * begins afterwards.
   */
  async #dropLapsed(): Promise<void> {
    if (this.#hasLapsed()) await this.#drop(this.parts())
  }

  #isOverdue(): boolean {
    return performance.now() - this.#renewedAt > this.options.settings().leaseSeconds * 1000
  }

  #hasLapsed(): boolean {
    return !this.#isExclusive && this.#isOverdue()
  }

  /**
   * Whether the broker is unreachable for so long that other gateways should take the parts. Also true before the first
   * connection, so that no part is leased until then.
   */
  #isCutOff(leaseSeconds: number): boolean {
    if (this.#isJoiningTooLong()) return true
    return this.#downSince !== undefined && (!this.#wasUp || this.#isDownFor(leaseSeconds))
  }

  #isJoiningTooLong(): boolean {
    return this.#joining > 0 && performance.now() - this.#joiningSince > JOINED_WITHIN_MS
  }

  #isDownFor(seconds: number): boolean {
    return this.#downSince !== undefined && performance.now() - this.#downSince > seconds * 1000
  }

  #logAway(): void {
    if (this.#downSince === undefined) return
    const now = performance.now()
    if (now - this.#downSince < LOG_AWAY_EVERY_MS || now - this.#loggedAwayAt < LOG_AWAY_EVERY_MS) return
    this.#loggedAwayAt = now
    const seconds = Math.round((now - this.#downSince) / 1000)
    this.options.log.warn({ gateway: this.options.id, seconds }, 'gateway: the broker is away')
  }

  /**
   * Whether a broker that was unreachable accepts subscriptions again, tested with `PROBE_PART`: a broker may accept
   * the connection and close it at every subscription.
   */
  async #isReachableAgain(): Promise<boolean> {
    if (!this.#isUp) return false
    if (this.#joining > 0) return !this.#isJoiningTooLong()
    const { link } = this.options
    try {
      await link().join([PROBE_PART])
      await link().leave([PROBE_PART])
    } catch {
      return false
    }
    if (this.#isUp) this.#downSince = undefined
    return this.#isUp
  }

  /** Releases all parts, since the broker stays unreachable. */
  async #releaseAll(): Promise<void> {
    const { db, id, now, log, settings } = this.options
    if (this.#served.size > 0)
      log.warn(
        { gateway: id },
        'gateway: the broker stays unreachable, this gateway releases its parts of the fleet',
      )
    await this.#serveOnly([])
    await endLeases(db, id)
    // If no gateway reaches the broker, this one must mark the devices offline.
    const { helloSeconds } = settings()
    if (this.#isDownFor(helloSeconds)) await markUnservedOffline(db, helloSeconds, now())
  }

  /** Serves exactly these parts from now on: subscribes to new ones and unsubscribes from the others. */
  async #serveOnly(parts: readonly string[]): Promise<void> {
    const { id, log } = this.options
    const added = parts.filter(part => !this.#served.has(part))
    const dropped = [...this.#served].filter(part => !parts.includes(part))
    // Not awaited: messages of these parts are ignored from now on.
    void this.#drop(dropped)
    for (const part of added) this.#served.add(part)
    if (added.length + dropped.length > 0)
      log.info({ gateway: id, parts: this.#served.size }, 'gateway: serves its parts of the fleet')
    if (added.length === 0) return
    const joined = this.#join(added)
    // Not awaited with an external broker: a busy one is slow to accept subscriptions, and the leases must be renewed
    // meanwhile.
    if (!this.options.isFleetShared) await joined
  }

  async #drop(parts: readonly string[]): Promise<void> {
    const { link, log, onDropped } = this.options
    if (parts.length === 0) return
    for (const part of parts) this.#served.delete(part)
    onDropped(parts)
    await link()
      .leave(parts)
      .catch((err: unknown) => log.warn({ err }, 'gateway: cannot unsubscribe from parts of the fleet'))
  }

  async #join(parts: readonly string[]): Promise<void> {
    const { link, log, onJoined } = this.options
    if (this.#joining++ === 0) this.#joiningSince = performance.now()
    try {
      await link().join(parts)
      if (this.#isUp && parts.length > 0) this.#downSince = undefined
      // Some of these parts may have been dropped in the meantime.
      onJoined(parts.filter(part => this.#served.has(part)))
    } catch (err) {
      log.warn({ err }, 'gateway: cannot subscribe to parts of the fleet')
      // The next renewal leases and joins them again.
      await this.#drop(parts)
    } finally {
      this.#joining--
    }
  }
}
