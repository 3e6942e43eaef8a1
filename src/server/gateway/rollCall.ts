/**
 * Finds devices that disconnected unnoticed, for example while a broker or gateway was down: after a hello to all
 * devices of a part, devices that do not answer in time are stored as offline.
 */
import { performance } from 'node:perf_hooks'
import { partOf } from '../../contract/deviceMessages'
import { markUnresponsiveOffline } from '../commands/gateway/presence'
import { listOnlineDevices } from '../store/gateway/onlineDevices'
import type { GatewayContext } from './log'

const CHECK_EVERY_MS = 500
const DEVICES_PER_QUERY = 500

interface Options extends GatewayContext {
  isConnected(imei: string): boolean
  /** Called with the devices that did not answer. They are stored as offline. */
  onOffline(imeis: readonly string[]): void
  /** Runs `work` while no presence is being stored. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
}

export class RollCall {
  /** The deadline of each part, in the time of `performance.now`. */
  readonly #deadlines = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | undefined

  constructor(private readonly options: Options) {
    this.#timer = setInterval(() => {
      this.#running ??= this.#markSilentOffline()
        .catch((error: unknown) =>
          options.log.warn(
            { err: error },
            'gateway: devices that did not answer are not marked as offline yet',
          ),
        )
        .finally(() => {
          this.#running = undefined
        })
    }, CHECK_EVERY_MS).unref()
  }

  /** Sets the deadline of these parts: `withinMs` from now. The caller sends the hello. */
  begin(parts: Iterable<string>, withinMs: number): void {
    for (const part of parts) this.#deadlines.set(part, performance.now() + withinMs)
  }

  isUnderWay(part: string): boolean {
    return this.#deadlines.has(part)
  }

  cancel(parts: Iterable<string>): void {
    for (const part of parts) this.#deadlines.delete(part)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#deadlines.clear()
    await this.#running
  }

  async #markSilentOffline(): Promise<void> {
    const { db, now, log, isConnected, onOffline, exclusively } = this.options
    const startedAt = performance.now()
    const parts = [...this.#deadlines].filter(([, deadline]) => deadline <= startedAt).map(([part]) => part)
    if (parts.length === 0) return
    let changed = 0
    for (let after = ''; ; ) {
      const stored = await listOnlineDevices(db, { parts, after, limit: DEVICES_PER_QUERY })
      changed += await exclusively(async () => {
        // After the query a device may have connected, or another gateway may have taken the part.
        const silent = stored.filter(imei => this.#deadlines.has(partOf(imei)) && !isConnected(imei))
        const count = await markUnresponsiveOffline(db, silent, now())
        onOffline(silent)
        return count
      })
      if (stored.length < DEVICES_PER_QUERY) break
      after = stored.at(-1)!
    }
    // A roll call that began in the meantime goes on.
    for (const part of parts) if ((this.#deadlines.get(part) ?? 0) <= startedAt) this.#deadlines.delete(part)
    if (changed > 0)
      log.info({ devices: changed }, 'gateway: devices that did not answer are marked as offline')
  }
}
