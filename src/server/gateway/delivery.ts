/**
 * Hands orders to connected devices: moved to `ongoing` first, then published, and published again until there is an answer. A device
 * may get an order twice, and executes it once (PROTOCOL.md); whatever is killed in between, its target has one outcome.
 *
 * What is to be handed out is found in two ways: a device that connects is asked for (`openDeliveries`), and each order that becomes due is
 * gone through once, by the devices that are connected then.
 */
import { performance } from 'node:perf_hooks'
import { type DeviceOrder, orderTopic } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { moveTargets } from '../commands/orders/moveTargets'
import { type Db, inTransaction } from '../store/database'
import {
  type Delivery as Due,
  dueOrders,
  openDeliveries,
  ordersFor,
  stillOpen,
  waitingDevices,
} from '../store/gateway/openTargets'
import { Awaited } from './awaited'
import type { Link } from './link'
import type { Log } from './log'

const MOST = 500
/** Devices of an order that are read at once. */
const PAGE = 2_000
/** So many may be due in memory; the rest waits in the database. */
const QUEUE = 5_000
const LOOK_EVERY_MS = 1_000
const FORGET_EVERY_MS = 60_000
const BUSY_MS = 20

interface Options {
  db: Db
  now(): Date
  log: Log
  settings(): ServerSettings['gateway']
  link(): Link
  isConnected(imei: string): boolean
}

export class Delivery {
  readonly #connecting = new Set<string>()
  #queue: Due[] = []
  /** Orders that are being gone through, with the last IMEI that was looked at. */
  readonly #scans = new Map<number, string>()
  /** Orders that have been gone through, or are. */
  readonly #scanned = new Set<number>()
  readonly #awaited: Awaited
  #allowed = 0
  #filled = performance.now()
  #lookAt = 0
  #forgetAt = performance.now() + FORGET_EVERY_MS
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #stopped = false

  constructor(private readonly options: Options) {
    this.#awaited = new Awaited(options.settings)
  }

  start(): void {
    this.#next(0)
  }

  /** Devices that have just come: they get what waits for them, and once more what they have not answered. */
  connected(imeis: readonly string[]): void {
    for (const imei of imeis) {
      this.#awaited.forget(imei)
      this.#connecting.add(imei)
    }
    if (imeis.length > 0) this.#next(0)
  }

  gone(imei: string): void {
    this.#awaited.forget(imei)
    this.#connecting.delete(imei)
  }

  answered(order: number, imei: string): void {
    this.#awaited.remove(order, imei)
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
        .catch((error: unknown) => this.options.log.warn({ err: error }, 'gateway: orders wait'))
        .then(() => {
          this.#running = undefined
          const isBusy = this.#connecting.size + this.#queue.length + this.#scans.size > 0
          this.#next(isBusy ? BUSY_MS : Math.max(BUSY_MS, this.#lookAt - performance.now()))
        })
    }, afterMs)
  }

  async #turn(): Promise<void> {
    const { db, now, isConnected } = this.options
    if (this.#connecting.size > 0 && this.#queue.length < QUEUE) {
      const some = [...this.#connecting].slice(0, MOST)
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
    await this.#send()
  }

  /** Once a second: what has become due, and what is to be sent again. */
  async #look(): Promise<void> {
    this.#lookAt = performance.now() + LOOK_EVERY_MS
    const { db, now } = this.options
    for (const order of await dueOrders(db, [...this.#scanned], now())) {
      this.#scanned.add(order)
      this.#scans.set(order, '')
    }
    this.#queue.push(...this.#awaited.overdue(PAGE))
    if (performance.now() < this.#forgetAt) return
    this.#forgetAt = performance.now() + FORGET_EVERY_MS
    const open = new Set(await stillOpen(db, [...this.#scanned]))
    for (const order of this.#scanned) if (!open.has(order)) this.#scanned.delete(order)
  }

  async #send(): Promise<void> {
    const { settings, isConnected, log } = this.options
    const { perSecond, inFlight } = settings()
    const at = performance.now()
    this.#allowed = Math.min(perSecond, this.#allowed + ((at - this.#filled) / 1000) * perSecond)
    this.#filled = at
    const room = Math.floor(Math.min(this.#allowed, inFlight - this.#awaited.inFlight(), MOST))
    if (room <= 0 || this.#queue.length === 0) return
    const due = this.#queue
      .slice(0, room)
      .filter(({ order, device }) => isConnected(device) && !this.#awaited.isPending(order, device))
    const some = [...new Map(due.map(one => [keyOf(one), one])).values()]
    const handed = some.length > 0 ? await this.#handOut(some) : []
    // Only now: what the database did not take is tried again.
    this.#queue.splice(0, room)
    this.#allowed -= handed.length
    const open = new Set(handed.map(keyOf))
    for (const one of some)
      if (open.has(keyOf(one))) this.#awaited.sent(one.order, one.device)
      else this.#awaited.remove(one.order, one.device)
    for (const { device, order, code, value, expired } of handed) {
      const told = { id: order, code, value, expires: expired?.toISOString() ?? null } satisfies DeviceOrder
      // Without the value, which may be a password.
      this.options
        .link()
        .publish(orderTopic(device), JSON.stringify(told))
        .catch((error: unknown) =>
          log.debug({ err: error, order, device }, 'gateway: an order was not published'),
        )
    }
  }

  /** Moves those that wait. @returns what is to be published */
  #handOut(due: readonly Due[]) {
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
}

const keyOf = ({ order, device }: Due) => `${order} ${device}`
