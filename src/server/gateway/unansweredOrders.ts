/** Keeps the deliveries without an answer, and when each is due to be sent again. */
import { performance } from 'node:perf_hooks'
import type { ServerSettings } from '../../engine/compiled'

/** An unanswered delivery. Times are in ms, as given by `performance.now`. */
interface Sent {
  /** How often it was sent; 0 if that was before the device reconnected. */
  times: number
  sentAt: number
  /** When it is overdue; infinite once `overdue` has returned it. */
  againAt: number
}

/** An order that was sent within this time is not sent again at once when its device reconnects. */
const MAX_PAUSE_SECONDS = 5

export class UnansweredOrders {
  /** The deliveries to connected devices, by IMEI and order. */
  readonly #devices = new Map<string, Map<number, Sent>>()
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
    const orders = this.#devices.get(imei) ?? new Map<number, Sent>()
    this.#devices.set(imei, orders)
    const times = (orders.get(order)?.times ?? 0) + 1
    if (times === 1) this.#inFlight++
    const { againSeconds, againMostSeconds } = this.settings()
    const seconds = Math.min(againSeconds * 2 ** (times - 1), againMostSeconds)
    const sentAt = performance.now()
    orders.set(order, { times, sentAt, againAt: sentAt + seconds * 1000 })
  }

  /** Whether the order was sent to the device and is not overdue. */
  isPending(order: number, imei: string): boolean {
    const againAt = this.#devices.get(imei)?.get(order)?.againAt ?? Number.POSITIVE_INFINITY
    return againAt < Number.POSITIVE_INFINITY && againAt > performance.now()
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
    const orders = recent.map(([order, sentAt]): [number, Sent] => [
      order,
      { times: 0, sentAt, againAt: sentAt + this.#pauseMs() },
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
        if (sent.againAt > now) continue
        if (overdue.length >= limit) return overdue
        if (this.#isInFlight(sent)) this.#inFlight--
        sent.againAt = Number.POSITIVE_INFINITY
        overdue.push({ order, device })
      }
    return overdue
  }

  #pauseMs(): number {
    return Math.min(this.settings().againSeconds, MAX_PAUSE_SECONDS) * 1000
  }

  #isInFlight({ times, againAt }: Sent): boolean {
    return times === 1 && againAt < Number.POSITIVE_INFINITY
  }
}
