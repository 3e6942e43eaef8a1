/** Deliveries without an answer, and when each is due to be sent again. */
import { performance } from 'node:perf_hooks'
import type { ServerSettings } from '../../engine/compiled'

interface Sent {
  times: number
  againAt: number
}

export class UnansweredOrders {
  readonly #devices = new Map<string, Map<number, Sent>>()
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
    orders.set(order, { times, againAt: performance.now() + seconds * 1000 })
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

  forget(imei: string): void {
    for (const order of [...(this.#devices.get(imei)?.keys() ?? [])]) this.remove(order, imei)
  }

  /** Returns overdue deliveries, each only once until it is sent again. */
  overdue(limit: number): { order: number; device: string }[] {
    const now = performance.now()
    const found: { order: number; device: string }[] = []
    for (const [device, orders] of this.#devices)
      for (const [order, sent] of orders) {
        if (sent.againAt > now) continue
        if (found.length >= limit) return found
        if (this.#isInFlight(sent)) this.#inFlight--
        sent.againAt = Number.POSITIVE_INFINITY
        found.push({ order, device })
      }
    return found
  }

  #isInFlight({ times, againAt }: Sent): boolean {
    return times === 1 && againAt < Number.POSITIVE_INFINITY
  }
}
