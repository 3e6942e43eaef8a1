/** Keeps the deliveries without an answer, and when each is due to be sent again. */
import { performance } from 'node:perf_hooks'
import type { ServerSettings } from '../../engine/compiled'

/** An unanswered delivery. Times are in ms, as given by `performance.now`. */
interface SentOrder {
  /** How often it was sent; 0 if that was before the device reconnected. */
  timesSent: number
  sentAt: number
  /** When the order must be sent again; infinite once `overdue` has returned it. */
  overdueAt: number
}

/** An order that was sent within this time is not sent again at once when its device reconnects. */
const MAX_PAUSE_SECONDS = 5

export class UnansweredOrders {
  /** The deliveries to connected devices, by IMEI and order. */
  readonly #devices = new Map<string, Map<number, SentOrder>>()
  /** For devices that have disconnected: when each unanswered order was sent, by order. */
  readonly #disconnected = new Map<string, Map<number, number>>()
  #inFlight = 0

  constructor(private readonly settings: () => ServerSettings['gateway']) {}

  /**
   * Deliveries that were sent once and are not overdue. Repeats do not count: a device that never answers must not
   * block others.
   */
  inFlight(): number {
    return this.#inFlight
  }

  sent(order: number, imei: string): void {
    const orders = this.#devices.get(imei) ?? new Map<number, SentOrder>()
    this.#devices.set(imei, orders)
    const timesSent = (orders.get(order)?.timesSent ?? 0) + 1
    if (timesSent === 1) this.#inFlight++
    const { againSeconds, againMostSeconds } = this.settings()
    const seconds = Math.min(againSeconds * 2 ** (timesSent - 1), againMostSeconds)
    const sentAt = performance.now()
    orders.set(order, { timesSent, sentAt, overdueAt: sentAt + seconds * 1000 })
  }

  /** Whether the order was sent to the device and is not overdue. */
  isPending(order: number, imei: string): boolean {
    const overdueAt = this.#devices.get(imei)?.get(order)?.overdueAt ?? Number.POSITIVE_INFINITY
    return overdueAt < Number.POSITIVE_INFINITY && overdueAt > performance.now()
  }

  remove(order: number, imei: string): void {
    const orders = this.#devices.get(imei)
    const sent = orders?.get(order)
    if (!sent) return
    orders!.delete(order)
    if (orders!.size === 0) this.#devices.delete(imei)
    if (this.#isInFlight(sent)) this.#inFlight--
  }

  disconnected(imei: string): void {
    const sentAtByOrder = this.#disconnected.get(imei) ?? new Map<number, number>()
    for (const [order, { sentAt }] of [...(this.#devices.get(imei) ?? [])]) {
      sentAtByOrder.set(order, sentAt)
      this.remove(order, imei)
    }
    if (sentAtByOrder.size > 0) this.#disconnected.set(imei, sentAtByOrder)
  }

  /** Makes the device's deliveries due: at once, or after a pause if they were sent just now. */
  connected(imei: string): void {
    // If the end of the previous connection was not reported.
    this.disconnected(imei)
    const pauseBegan = performance.now() - this.#pauseMs()
    const recent = [...(this.#disconnected.get(imei) ?? [])].filter(([, sentAt]) => sentAt > pauseBegan)
    this.#disconnected.delete(imei)
    if (recent.length === 0) return
    const orders = recent.map(([order, sentAt]): [number, SentOrder] => [
      order,
      { timesSent: 0, sentAt, overdueAt: sentAt + this.#pauseMs() },
    ])
    this.#devices.set(imei, new Map(orders))
  }

  /** Returns overdue deliveries, each only once until it is sent again. */
  overdue(limit: number): { order: number; device: string }[] {
    const now = performance.now()
    for (const [device, sentAtByOrder] of this.#disconnected) {
      const lastSentAt = Math.max(...sentAtByOrder.values())
      if (lastSentAt < now - this.#pauseMs()) this.#disconnected.delete(device)
    }
    const overdue: { order: number; device: string }[] = []
    for (const [device, orders] of this.#devices)
      for (const [order, sent] of orders) {
        if (sent.overdueAt > now) continue
        if (overdue.length >= limit) return overdue
        if (this.#isInFlight(sent)) this.#inFlight--
        sent.overdueAt = Number.POSITIVE_INFINITY
        overdue.push({ order, device })
      }
    return overdue
  }

  #pauseMs(): number {
    return Math.min(this.settings().againSeconds, MAX_PAUSE_SECONDS) * 1000
  }

  #isInFlight({ timesSent, overdueAt }: SentOrder): boolean {
    return timesSent === 1 && overdueAt < Number.POSITIVE_INFINITY
  }
}
