/**
 * Delivers orders to connected devices: a target is moved to `ongoing`, then published, and published again until it is
 * answered. A device may receive an order twice and executes it once (PROTOCOL.md), so that a crash in between leaves
 * one outcome.
 *
 * Deliveries are found for a device that connects (`openDeliveries`), and by one scan of the waiting devices of an
 * order that becomes due.
 */
import { performance } from 'node:perf_hooks'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { type DeviceOrder, orderTopic } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { moveTargets } from '../commands/orders/moveTargets'
import { type Db, inTransaction } from '../store/database'
import {
  type DueTarget as Due,
  type OpenOrder,
  openDeliveries,
  ordersDueBy,
  ordersFor,
  stillOpen,
  waitingDevices,
} from '../store/gateway/openTargets'
import type { Link } from './link'
import type { Log } from './log'
import { UnansweredOrders } from './unansweredOrders'

/** Targets in one statement. */
const BATCH = 1_000
/** After this many publications the event loop gets its turn. */
const PUBLISHED_AT_ONCE = 100
/** Devices of an order that one query reads. */
const PAGE = 2_000
/** The most deliveries in memory; the rest waits in the database. */
const QUEUE = 5_000
/** How often due orders are looked for, in case a notification was missed. */
const LOOK_EVERY_MS = 1_000
const FORGET_EVERY_MS = 60_000
/** The pause while the rate or the number in flight allows no further delivery. */
const BUSY_MS = 20
/** After a failure of the database. */
const RETRY_MS = 500

interface Options {
  db: Db
  now(): Date
  log: Log
  settings(): ServerSettings['gateway']
  link(): Link
  isConnected(imei: string): boolean
  /** In ms, for the pace; otherwise the monotonic one. */
  clock?(): number
}

export class Delivery {
  readonly #connecting = new Set<string>()
  #queue: Due[] = []
  /** Orders being scanned, with the last IMEI that was read. */
  readonly #scans = new Map<number, string>()
  /** Orders that were scanned, or are being scanned. */
  readonly #scanned = new Set<number>()
  readonly #unanswered: UnansweredOrders
  #allowed = 0
  #filled: number | undefined
  #lookAt = 0
  #forgetAt = performance.now() + FORGET_EVERY_MS
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(private readonly options: Options) {
    this.#unanswered = new UnansweredOrders(options.settings)
  }

  start(): void {
    this.#next(0)
  }

  /** Looks for due orders at once. @param ids of those that were made or changed; without them it may be any */
  ordersChanged(ids?: readonly (number | string)[]): void {
    if (ids?.every(id => this.#scanned.has(Number(id)))) return
    this.#lookAt = 0
    this.#next(0)
  }

  /** Devices that have just connected: they get what waits for them, and again what they have not answered. */
  connected(imeis: readonly string[]): void {
    for (const imei of imeis) {
      this.#unanswered.forget(imei)
      this.#connecting.add(imei)
    }
    if (imeis.length > 0) this.#next(0)
  }

  gone(imei: string): void {
    this.#unanswered.forget(imei)
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

  #next(afterMs: number): void {
    if (this.#stopped || (this.#running && afterMs === 0)) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#running = this.#turn()
        .catch((error: unknown) => {
          this.options.log.warn({ err: error }, 'gateway: orders wait')
          return undefined
        })
        .then(sent => {
          this.#running = undefined
          if (sent === undefined) return this.#next(RETRY_MS)
          const isBusy = this.#connecting.size + this.#queue.length + this.#scans.size > 0
          if (isBusy) this.#next(sent ? 1 : BUSY_MS)
          else this.#next(Math.max(1, this.#lookAt - performance.now()))
        })
    }, afterMs)
  }

  /** @returns whether anything was handed out: then there may be more at once */
  async #turn(): Promise<boolean> {
    const { db, now, isConnected } = this.options
    if (this.#connecting.size > 0 && this.#queue.length < QUEUE) {
      const some = [...this.#connecting].slice(0, BATCH)
      this.#queue.push(...(await openDeliveries(db, some, now())))
      for (const imei of some) this.#connecting.delete(imei)
    }
    if (performance.now() >= this.#lookAt) await this.#look()
    for (const [order, after] of this.#scans) {
      if (this.#queue.length >= QUEUE) break
      const devices = await waitingDevices(db, { order, after, most: PAGE })
      this.#queue.push(...devices.filter(isConnected).map(device => ({ order, device })))
      if (devices.length < PAGE) this.#scans.delete(order)
      else this.#scans.set(order, devices.at(-1)!)
    }
    return this.#send()
  }

  /** Finds orders that have become due, and deliveries that are to be repeated. */
  async #look(): Promise<void> {
    const began = performance.now()
    this.#lookAt = began + LOOK_EVERY_MS
    const { db, now } = this.options
    const at = now().getTime()
    const orders = await ordersDueBy(db, [...this.#scanned], {
      now: new Date(at),
      by: new Date(at + LOOK_EVERY_MS),
    })
    for (const { id, due } of orders) {
      const inMs = due.getTime() - at
      // The next order becomes due within the second: look again at that moment.
      if (inMs > 0) {
        this.#lookAt = Math.min(this.#lookAt, began + inMs)
        break
      }
      this.#scanned.add(id)
      this.#scans.set(id, '')
    }
    this.#queue.push(...this.#unanswered.overdue(PAGE))
    if (performance.now() < this.#forgetAt) return
    this.#forgetAt = performance.now() + FORGET_EVERY_MS
    const open = new Set(await stillOpen(db, [...this.#scanned]))
    for (const order of this.#scanned) if (!open.has(order)) this.#scanned.delete(order)
  }

  /** While one batch is published, the next one is already being moved in the database. */
  async #send(): Promise<boolean> {
    let handing = this.#handNext()
    const sent = handing !== undefined
    while (handing) {
      const handed = await handing
      handing = this.#stopped ? undefined : this.#handNext()
      // Handled here too: if publishing throws first, this rejection would be unhandled.
      handing?.catch(() => undefined)
      await this.#publish(handed)
    }
    return sent
  }

  /** @returns those that are to be published; nothing where nothing may be handed out now */
  #handNext(): Promise<OpenOrder[]> | undefined {
    const { settings, isConnected } = this.options
    const { perSecond, inFlight } = settings()
    const at = this.options.clock?.() ?? performance.now()
    this.#allowed = Math.min(perSecond, this.#allowed + ((at - (this.#filled ?? at)) / 1000) * perSecond)
    this.#filled = at
    for (;;) {
      const room = Math.floor(Math.min(this.#allowed, inFlight - this.#unanswered.inFlight(), BATCH))
      if (room <= 0 || this.#queue.length === 0) return undefined
      const taken = this.#queue.splice(0, room)
      const due = taken.filter(
        ({ order, device }) => isConnected(device) && !this.#unanswered.isPending(order, device),
      )
      if (due.length > 0) return this.#handOut([...new Map(due.map(one => [keyOf(one), one])).values()])
    }
  }

  /**
   * Moves waiting targets to `ongoing` and records them as in flight. After a failure of the database they go back into
   * the queue.
   */
  async #handOut(due: readonly Due[]): Promise<OpenOrder[]> {
    const handed = await this.#moved(due).catch((error: unknown) => {
      this.#queue.unshift(...due)
      throw error
    })
    this.#allowed -= handed.length
    const open = new Set(handed.map(keyOf))
    for (const one of due)
      if (open.has(keyOf(one))) this.#unanswered.sent(one.order, one.device)
      else this.#unanswered.remove(one.order, one.device)
    return handed
  }

  #moved(due: readonly Due[]): Promise<OpenOrder[]> {
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
      const taken = new Set(moved.map(keyOf))
      return rows.filter(row => !row.isWaiting || taken.has(keyOf(row)))
    })
  }

  async #publish(handed: readonly OpenOrder[]): Promise<void> {
    const { link, log } = this.options
    for (const [at, { device, order, code, value, expired }] of handed.entries()) {
      if (at > 0 && at % PUBLISHED_AT_ONCE === 0) await othersTurn()
      const body: DeviceOrder = { id: order, code, value, expires: expired?.toISOString() ?? null }
      // Without the value, which may be a password.
      link()
        .publish(orderTopic(device), JSON.stringify(body))
        .catch((error: unknown) =>
          log.debug({ err: error, order, device }, 'gateway: an order was not published'),
        )
    }
  }
}

const keyOf = ({ order, device }: Due) => `${order} ${device}`
