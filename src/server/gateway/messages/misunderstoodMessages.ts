/**
 * Logs messages of devices that were not (fully) understood, and stores the latest one of each device for the device's
 * page.
 */
import { type MisunderstoodMessage, storeMisunderstood } from '../../commands/gateway/misunderstood'
import { BatchQueue } from '../batchQueue'
import type { GatewayContext } from '../log'
import type { MisunderstoodFrom } from './readMessage'

/** A device is logged at most once in this time. */
const LOG_EVERY_MS = 60_000
const GATHER_MS = 1_000
const MAX_PER_STATEMENT = 500
/** Maximum of messages that wait to be stored; more are dropped. */
const MAX_WAITING = 10_000

export class MisunderstoodMessages {
  /** When a device was last logged, in ms. */
  readonly #loggedAt = new Map<string, number>()
  readonly #queue = new BatchQueue<MisunderstoodMessage>({
    max: MAX_PER_STATEMENT,
    gatherMs: GATHER_MS,
    store: batch => this.#store(batch),
  })

  constructor(private readonly options: GatewayContext) {}

  add(misunderstood: MisunderstoodFrom): void {
    const at = this.options.now()
    this.#log(misunderstood, at.getTime())
    if (this.#queue.size < MAX_WAITING) this.#queue.add({ ...misunderstood, at })
  }

  stop(): Promise<void> {
    return this.#queue.stop()
  }

  #log(misunderstood: MisunderstoodFrom, nowMs: number): void {
    const { imei } = misunderstood
    // Negative after a jump of the clock.
    const sinceMs = Math.abs(nowMs - (this.#loggedAt.get(imei) ?? Number.NEGATIVE_INFINITY))
    if (sinceMs < LOG_EVERY_MS) return
    this.#loggedAt.set(imei, nowMs)
    this.options.log.warn(misunderstood, 'gateway: a message of a device was not understood')
  }

  async #store(batch: readonly MisunderstoodMessage[]): Promise<void> {
    const { db, now, log } = this.options
    const newest = new Map(batch.map(message => [message.imei, message]))
    // Not tried again: the device will send its next message.
    await storeMisunderstood(db, [...newest.values()]).catch((err: unknown) =>
      log.warn({ err }, 'gateway: messages that were not understood are not stored'),
    )
    const expiry = now().getTime() - LOG_EVERY_MS
    for (const [imei, at] of this.#loggedAt) if (at <= expiry) this.#loggedAt.delete(imei)
  }
}
