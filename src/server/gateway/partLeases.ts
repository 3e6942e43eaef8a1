/**
 * Keeps the leases of a gateway on its parts of the fleet. A gateway that cannot reach its broker gives its parts to
 * the others, which may be connected to another node of the cluster.
 */
import { performance } from 'node:perf_hooks'
import type { ServerSettings } from '../../engine/compiled'
import { closeUnserved, endLeases, renewLeases } from '../commands/gateway/leases'
import { type Db, isPglite } from '../store/database'
import type { Link } from './link'
import type { Log } from './log'

/** How many times a lease is renewed within its term. */
const RENEWALS = 4
/** A broker that has not taken a subscription by then counts as out of reach. */
const JOINED_WITHIN_MS = 60_000
const TRIED = '00'

interface Options {
  db: Db
  now(): Date
  log: Log
  settings(): ServerSettings['gateway']
  /** Of the gateway. */
  id: string
  /** Whether it may leave parts to others: not with a broker of its own, which no other gateway reaches. */
  shares: boolean
  link(): Pick<Link, 'join' | 'leave'>
  /** Called once the link receives the messages of these parts. */
  onJoined(parts: readonly string[]): void
  onLost(parts: readonly string[]): void
}

export class PartLeases {
  readonly #held = new Set<string>()
  #renewedAt = performance.now()
  /** Since when the broker is out of reach. */
  #downSince: number | undefined
  #wasUp: boolean
  #isUp = false
  /** How many subscriptions to parts are under way, and since when there are any. */
  #joining = 0
  #joiningSince = 0
  #renewing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  /** PGlite is open in one process: nobody else takes a part, however long a large change delays the renewal. */
  readonly #isAlone: boolean

  constructor(private readonly options: Options) {
    this.#isAlone = isPglite(options.db)
    this.#wasUp = !options.shares
    if (options.shares) this.linkDown()
  }

  /**
   * Not for longer than the lease either: a process that was stopped for a while does not know who has the part since.
   */
  serves(part: string): boolean {
    return this.#held.has(part) && !this.#hasLapsed()
  }

  parts(): string[] {
    return [...this.#held].sort()
  }

  /** Renews the leases now, and regularly from now on. */
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

  /** The broker is there, and knows of no subscription. Out of reach it counts until it has taken one. */
  linkUp(): void {
    this.#isUp = true
    this.#wasUp = true
    void this.#join([...this.#held]).then(() => this.renew())
  }

  linkDown(): void {
    this.#isUp = false
    this.#downSince ??= performance.now()
  }

  /** Renews no more. The leases are still held. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#renewing
  }

  async #renewAll(): Promise<void> {
    const { db, id, shares, settings, log } = this.options
    const { leaseSeconds } = settings()
    try {
      if (this.#isCutOff(leaseSeconds) && !(await this.#isBack())) return await this.#giveUp()
      await this.#dropLapsed()
      const asked = performance.now()
      const parts = await renewLeases(db, { id, leaseSeconds, shares })
      await this.#dropLapsed()
      this.#renewedAt = asked
      await this.#hold(parts)
    } catch (error) {
      log.warn({ err: error }, 'gateway: the leases are not renewed')
      // Other gateways may have taken these parts already.
      if (this.#isOverdue()) await this.#hold([])
    }
  }

  /**
   * Others may have had these parts meanwhile: what the broker still has for this gateway is read before it serves them
   * again. Where a busy broker takes longer than a lease for that, the next lease begins afterwards.
   */
  async #dropLapsed(): Promise<void> {
    if (this.#hasLapsed()) await this.#drop(this.parts())
  }

  #isOverdue(): boolean {
    return performance.now() - this.#renewedAt > this.options.settings().leaseSeconds * 1000
  }

  #hasLapsed(): boolean {
    return !this.#isAlone && this.#isOverdue()
  }

  /** Nothing is taken before the first connection to the broker. */
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

  /**
   * Whether a broker that was out of reach takes subscriptions: one may close the connection at each. Tried by a part
   * that is not held.
   */
  async #isBack(): Promise<boolean> {
    if (!this.#isUp) return false
    if (this.#joining > 0) return !this.#isJoiningTooLong()
    const { link } = this.options
    try {
      await link().join([TRIED])
      await link().leave([TRIED])
    } catch {
      return false
    }
    if (this.#isUp) this.#downSince = undefined
    return this.#isUp
  }

  async #giveUp(): Promise<void> {
    const { db, id, now, log, settings } = this.options
    if (this.#held.size > 0)
      log.warn(
        { gateway: id },
        'gateway: the broker stays out of reach, others may take its parts of the fleet',
      )
    await this.#hold([])
    await endLeases(db, id)
    // Where no gateway reaches the broker, nobody else would close the devices.
    const { helloSeconds } = settings()
    if (this.#isDownFor(helloSeconds)) await closeUnserved(db, helloSeconds, now())
  }

  async #hold(parts: readonly string[]): Promise<void> {
    const { id, log } = this.options
    const gained = parts.filter(part => !this.#held.has(part))
    const lost = [...this.#held].filter(part => !parts.includes(part))
    // Not awaited, as below: messages of these parts are not heeded from now on.
    void this.#drop(lost)
    for (const part of gained) this.#held.add(part)
    if (gained.length + lost.length > 0)
      log.info({ gateway: id, parts: this.#held.size }, 'gateway: serves its parts of the fleet')
    if (gained.length === 0) return
    const joined = this.#join(gained)
    // A busy broker takes subscriptions slowly, and meanwhile the leases have to be renewed: lapsed, they would begin
    // from scratch.
    if (!this.options.shares) await joined
  }

  async #drop(parts: readonly string[]): Promise<void> {
    const { link, log, onLost } = this.options
    if (parts.length === 0) return
    for (const part of parts) this.#held.delete(part)
    onLost(parts)
    await link()
      .leave(parts)
      .catch((err: unknown) => log.warn({ err }, 'gateway: not unsubscribed'))
  }

  async #join(parts: readonly string[]): Promise<void> {
    const { link, log, onJoined } = this.options
    if (this.#joining++ === 0) this.#joiningSince = performance.now()
    try {
      await link().join(parts)
      if (this.#isUp && parts.length > 0) this.#downSince = undefined
      // Some may have been lost meanwhile.
      onJoined(parts.filter(part => this.#held.has(part)))
    } catch (err) {
      log.warn({ err }, 'gateway: not subscribed')
      // The next renewal finds them not held, and joins again.
      await this.#drop(parts)
    } finally {
      this.#joining--
    }
  }
}
