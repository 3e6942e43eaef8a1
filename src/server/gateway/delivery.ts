/**
 * Delivers orders to connected devices: moves a target to `ongoing`, then publishes the order to the device, repeatedly
 * until the device answers. A device may receive an order twice but executes it once (PROTOCOL.md), so a crash between
 * the two steps does no harm.
 *
 * Finds targets in two ways: when a device connects, all its open targets (`openDeliveries`); when an order becomes
 * due, one scan over its waiting devices.
 */
import { performance } from 'node:perf_hooks'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { type DeviceOrder, orderTopic } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { moveTargets } from '../commands/orders/moveTargets'
import { inTransaction } from '../store/database'
import {
  type DueTarget,
  filterOpenOrders,
  listWaitingDevices,
  type OpenOrder,
  openDeliveries,
  ordersDueBy,
  ordersFor,
} from '../store/gateway/openTargets'
import type { Link } from './link'
import type { GatewayContext } from './log'
import { UnansweredOrders } from './unansweredOrders'

/** Targets per statement. */
const BATCH = 1_000
/** Yields to the event loop after this many publications. */
const PUBLISHED_AT_ONCE = 100
/** Waiting devices of an order per query. */
const PAGE = 2_000
/** Maximum of queued targets: while the queue is full, no more are read from the database. */
const MAX_QUEUE = 5_000
/** How often due orders are queried, in case a notification was missed. */
const QUERY_EVERY_MS = 1_000
/** How often finished orders are removed from `#scanned`. */
const PRUNE_EVERY_MS = 60_000
/** The pause while `perSecond` or `inFlight` allows no further delivery. */
const BUSY_MS = 20
/** The pause after a failure of the database. */
const RETRY_MS = 500

interface Options extends GatewayContext {
  settings(): ServerSettings['gateway']
  link(): Link
  isConnected(imei: string): boolean
  /** In ms, for the rate limit; `performance.now` by default. */
  clock?(): number
}

export class Delivery {
  /** Newly connected devices whose open targets are not queued yet. */
  readonly #connecting = new Set<string>()
  #queue: DueTarget[] = []
  /** Orders whose waiting devices are being scanned, with the last IMEI that was read. */
  readonly #scans = new Map<number, string>()
  /** Orders whose waiting devices were scanned or are being scanned. */
  readonly #scanned = new Set<number>()
  readonly #unanswered: UnansweredOrders
  /** Token bucket of the rate limit: the deliveries that are allowed now. */
  #allowed = 0
  #refilledAt: number | undefined
  /** When due orders are queried next, and when `#scanned` is pruned. */
  #queryAt = 0
  #pruneAt = performance.now() + PRUNE_EVERY_MS
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(private readonly options: Options) {
    this.#unanswered = new UnansweredOrders(options.settings)
  }

  start(): void {
    this.#schedule(0)
  }

  /** Queries due orders now. @param ids the new or changed orders; any if absent */
  ordersChanged(ids?: readonly (number | string)[]): void {
    if (ids?.every(id => this.#scanned.has(Number(id)))) return
    this.#queryAt = 0
    this.#schedule(0)
  }

  /** Delivers waiting orders to newly connected devices, and repeats the unanswered ones. */
  connected(imeis: readonly string[]): void {
    for (const imei of imeis) {
      this.#unanswered.connected(imei)
      this.#connecting.add(imei)
    }
    if (imeis.length > 0) this.#schedule(0)
  }

  disconnected(imei: string): void {
    this.#unanswered.disconnected(imei)
    this.#connecting.delete(imei)
  }

  answered(order: number, imei: string): void {
    this.#unanswered.remove(order, imei)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(afterMs: number): void {
    if (this.#stopped || (this.#running && afterMs === 0)) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#running = this.#runOnce()
        .catch((error: unknown) => {
          this.options.log.warn({ err: error }, 'gateway: orders are not delivered yet')
          return undefined
        })
        .then(hasSent => {
          this.#running = undefined
          const hasFailed = hasSent === undefined
          if (hasFailed) return this.#schedule(RETRY_MS)
          const isMoreToDo = this.#connecting.size + this.#queue.length + this.#scans.size > 0
          if (isMoreToDo) this.#schedule(hasSent ? 1 : BUSY_MS)
          else this.#schedule(Math.max(1, this.#queryAt - performance.now()))
        })
    }, afterMs)
  }

  /** @returns whether anything was published: then more may be ready */
  async #runOnce(): Promise<boolean> {
    const { db, now, isConnected } = this.options
    if (this.#connecting.size > 0 && this.#queue.length < MAX_QUEUE) {
      const imeis = [...this.#connecting].slice(0, BATCH)
      this.#queue.push(...(await openDeliveries(db, imeis, now())))
      for (const imei of imeis) this.#connecting.delete(imei)
    }
    if (performance.now() >= this.#queryAt) await this.#queryDue()
    for (const [order, after] of this.#scans) {
      if (this.#queue.length >= MAX_QUEUE) break
      const devices = await listWaitingDevices(db, { order, after, limit: PAGE })
      this.#queue.push(...devices.filter(isConnected).map(device => ({ order, device })))
      if (devices.length < PAGE) this.#scans.delete(order)
      else this.#scans.set(order, devices.at(-1)!)
    }
    return this.#send()
  }

  /** Starts scans of the orders that have become due, and queues the deliveries to repeat. */
  async #queryDue(): Promise<void> {
    const began = performance.now()
    this.#queryAt = began + QUERY_EVERY_MS
    const { db, now } = this.options
    const nowMs = now().getTime()
    const orders = await ordersDueBy(db, [...this.#scanned], {
      now: new Date(nowMs),
      by: new Date(nowMs + QUERY_EVERY_MS),
    })
    for (const { id, due } of orders) {
      const inMs = due.getTime() - nowMs
      // This order becomes due within a second: query again at that moment.
      if (inMs > 0) {
        this.#queryAt = Math.min(this.#queryAt, began + inMs)
        break
      }
      this.#scanned.add(id)
      this.#scans.set(id, '')
    }
    this.#queue.push(...this.#unanswered.overdue(PAGE))
    if (performance.now() < this.#pruneAt) return
    this.#pruneAt = performance.now() + PRUNE_EVERY_MS
    const open = new Set(await filterOpenOrders(db, [...this.#scanned]))
    for (const order of this.#scanned) if (!open.has(order)) this.#scanned.delete(order)
  }

  /** Publishes batches; while one is published, the next one is already being moved in the database. */
  async #send(): Promise<boolean> {
    let nextBatch = this.#startNextBatch()
    const hasSent = nextBatch !== undefined
    while (nextBatch) {
      const batch = await nextBatch
      nextBatch = this.#stopped ? undefined : this.#startNextBatch()
      // If publishing throws, the next batch is never awaited: its rejection must not count as unhandled.
      nextBatch?.catch(() => undefined)
      await this.#publish(batch)
    }
    return hasSent
  }

  /** @returns the targets to publish; `undefined` if the queue is empty or the rate limit is reached */
  #startNextBatch(): Promise<OpenOrder[]> | undefined {
    const { settings, isConnected } = this.options
    const { perSecond, inFlight } = settings()
    this.#refill(perSecond)
    for (;;) {
      const room = Math.floor(Math.min(this.#allowed, inFlight - this.#unanswered.inFlight(), BATCH))
      if (room <= 0 || this.#queue.length === 0) return undefined
      const candidates = this.#queue.splice(0, room)
      const due = candidates.filter(
        ({ order, device }) => isConnected(device) && !this.#unanswered.isPending(order, device),
      )
      // The queue may contain a target twice.
      const dueByKey = new Map(due.map(target => [keyOf(target), target]))
      if (dueByKey.size > 0) return this.#markSent([...dueByKey.values()])
    }
  }

  /** Adds the deliveries to the token bucket that the time since the last call allows. */
  #refill(perSecond: number): void {
    const nowMs = this.options.clock?.() ?? performance.now()
    const seconds = (nowMs - (this.#refilledAt ?? nowMs)) / 1000
    this.#allowed = Math.min(perSecond, this.#allowed + seconds * perSecond)
    this.#refilledAt = nowMs
  }

  /**
   * Moves waiting targets to `ongoing` and records them as in flight. Puts them back into the queue if the database
   * fails.
   */
  async #markSent(due: readonly DueTarget[]): Promise<OpenOrder[]> {
    const batch = await this.#moveToOngoing(due).catch((error: unknown) => {
      this.#queue.unshift(...due)
      throw error
    })
    this.#allowed -= batch.length
    const open = new Set(batch.map(keyOf))
    for (const target of due)
      if (open.has(keyOf(target))) this.#unanswered.sent(target.order, target.device)
      else this.#unanswered.remove(target.order, target.device)
    return batch
  }

  /** @returns the targets to publish: the moved ones, and again the ones that were `ongoing` already */
  #moveToOngoing(due: readonly DueTarget[]): Promise<OpenOrder[]> {
    const now = this.options.now()
    return inTransaction(this.options.db, async tx => {
      const rows = await ordersFor(tx, due, now)
      const moved = await moveTargets(
        tx,
        rows
          .filter(({ isWaiting }) => isWaiting)
          .map(({ order, device }) => ({ order, device, from: 'waiting', to: 'ongoing' })),
        now,
      )
      const movedKeys = new Set(moved.map(keyOf))
      return rows.filter(row => !row.isWaiting || movedKeys.has(keyOf(row)))
    })
  }

  async #publish(batch: readonly OpenOrder[]): Promise<void> {
    const { link, log } = this.options
    for (const [index, { device, order, code, value, expired }] of batch.entries()) {
      if (index > 0 && index % PUBLISHED_AT_ONCE === 0) await nextEventLoopTurn()
      const body: DeviceOrder = { id: order, code, value, expires: expired?.toISOString() ?? null }
      // The value is not logged: it may be a password.
      link()
        .publish(orderTopic(device), JSON.stringify(body))
        .catch((error: unknown) =>
          log.debug({ err: error, order, device }, 'gateway: an order was not published'),
        )
    }
  }
}

const keyOf = ({ order, device }: DueTarget) => `${order} ${device}`
