/**
 * Hands orders to connected devices: moved to `ongoing` first, then published, and published again until there is an answer. A device
 * may get an order twice, and executes it once (PROTOCOL.md); whatever is killed in between, its target has one outcome.
 *
 * What is to be handed out is found in two ways: a device that connects is asked for (`openDeliveries`), and each order that becomes due is
 * gone through once, by the devices that are connected then.
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
import { Awaited } from './awaited'
import type { Link } from './link'
import type { Log } from './log'

/** Targets of one statement. */
const MOST = 1_000
/** So many are published before others in this process have their turn. */
const PUBLISHED_AT_ONCE = 100
/** Devices of an order that are read at once. */
const PAGE = 2_000
/** So many may be due in memory; the rest waits in the database. */
const QUEUE = 5_000
/** Without being told of an order it is found after so long. */
const LOOK_EVERY_MS = 1_000
const FORGET_EVERY_MS = 60_000
/** Where nothing may be sent: for the pace, or for what is under way. */
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

  /** Orders were made or changed; without ids any of them. They are looked for at once, and not only after a second. */
  ordersChanged(ids?: readonly (number | string)[]): void {
    if (ids?.every(id => this.#scanned.has(Number(id)))) return
    this.#lookAt = 0
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
    return this.#send()
  }

  /** What has become due, and what is to be sent again. */
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
      // The first one whose hold ends within the second is handed out when it does.
      if (inMs > 0) {
        this.#lookAt = Math.min(this.#lookAt, began + inMs)
        break
      }
      this.#scanned.add(id)
      this.#scans.set(id, '')
    }
    this.#queue.push(...this.#awaited.overdue(PAGE))
    if (performance.now() < this.#forgetAt) return
    this.#forgetAt = performance.now() + FORGET_EVERY_MS
    const open = new Set(await stillOpen(db, [...this.#scanned]))
    for (const order of this.#scanned) if (!open.has(order)) this.#scanned.delete(order)
  }

  /** While some are published, the next ones are on their way to the database. */
  async #send(): Promise<boolean> {
    let handing = this.#handNext()
    const sent = handing !== undefined
    while (handing) {
      const handed = await handing
      handing = this.#stopped ? undefined : this.#handNext()
      // Whatever becomes of the publishing, its failure is not left alone.
      handing?.catch(() => undefined)
      await this.#publish(handed)
    }
    return sent
  }

  /** @returns those that are to be published; nothing where nothing may be handed out now */
  #handNext(): Promise<OpenOrder[]> | undefined {
    const { settings, isConnected } = this.options
    const { perSecond, inFlight } = settings()
    const at = performance.now()
    this.#allowed = Math.min(perSecond, this.#allowed + ((at - this.#filled) / 1000) * perSecond)
    this.#filled = at
    for (;;) {
      const room = Math.floor(Math.min(this.#allowed, inFlight - this.#awaited.inFlight(), MOST))
      if (room <= 0 || this.#queue.length === 0) return undefined
      const taken = this.#queue.splice(0, room)
      const due = taken.filter(
        ({ order, device }) => isConnected(device) && !this.#awaited.isPending(order, device),
      )
      if (due.length > 0) return this.#handOut([...new Map(due.map(one => [keyOf(one), one])).values()])
    }
  }

  /** Moves those that wait, and takes note of what is sent. What the database does not take is tried again. */
  async #handOut(due: readonly Due[]): Promise<OpenOrder[]> {
    const handed = await this.#moved(due).catch((error: unknown) => {
      this.#queue.unshift(...due)
      throw error
    })
    this.#allowed -= handed.length
    const open = new Set(handed.map(keyOf))
    for (const one of due)
      if (open.has(keyOf(one))) this.#awaited.sent(one.order, one.device)
      else this.#awaited.remove(one.order, one.device)
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
      const told = { id: order, code, value, expires: expired?.toISOString() ?? null } satisfies DeviceOrder
      // Without the value, which may be a password.
      link()
        .publish(orderTopic(device), JSON.stringify(told))
        .catch((error: unknown) =>
          log.debug({ err: error, order, device }, 'gateway: an order was not published'),
        )
    }
  }
}

const keyOf = ({ order, device }: Due) => `${order} ${device}`
