/**
 * Which devices are connected, after it could not be seen: a broker or a gateway that died told nobody. All devices are asked (hello), those
 * that are there answer, and those that stay silent are closed.
 */
import { performance } from 'node:perf_hooks'
import { partOf } from '../../contract/deviceMessages'
import { closeSilent } from '../commands/gateway/presence'
import type { Db } from '../store/database'
import { onlineDevices } from '../store/gateway/onlineDevices'
import type { Log } from './log'

const LOOK_EVERY_MS = 500
const STEP = 500

interface Options {
  db: Db
  now(): Date
  log: Log
  isConnected(imei: string): boolean
  /** They count as closed now. */
  onClosed(imeis: readonly string[]): void
  /** Does the work while no presence is being stored. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
}

export class RollCall {
  /** When the silent devices of a part are closed. */
  readonly #due = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #closing: Promise<void> | undefined

  constructor(private readonly options: Options) {
    this.#timer = setInterval(() => {
      this.#closing ??= this.#closeDue()
        .catch((error: unknown) =>
          options.log.warn({ err: error }, 'gateway: silent devices are not closed yet'),
        )
        .finally(() => {
          this.#closing = undefined
        })
    }, LOOK_EVERY_MS).unref()
  }

  /** The devices of these parts have so long to answer. */
  begin(parts: Iterable<string>, withinMs: number): void {
    for (const part of parts) this.#due.set(part, performance.now() + withinMs)
  }

  cancel(parts: Iterable<string>): void {
    for (const part of parts) this.#due.delete(part)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#due.clear()
    await this.#closing
  }

  async #closeDue(): Promise<void> {
    const { db, now, log, isConnected, onClosed, exclusively } = this.options
    const began = performance.now()
    const parts = [...this.#due].filter(([, at]) => at <= began).map(([part]) => part)
    if (parts.length === 0) return
    let closed = 0
    for (let after = ''; ; ) {
      const stored = await onlineDevices(db, { parts, after, most: STEP })
      closed += await exclusively(async () => {
        // Parts may have gone to others meanwhile, and devices may have come.
        const silent = stored.filter(imei => this.#due.has(partOf(imei)) && !isConnected(imei))
        const count = await closeSilent(db, silent, now())
        onClosed(silent)
        return count
      })
      if (stored.length < STEP) break
      after = stored.at(-1)!
    }
    for (const part of parts) if ((this.#due.get(part) ?? 0) <= began) this.#due.delete(part)
    if (closed > 0) log.info({ devices: closed }, 'gateway: devices that were silent are closed')
  }
}
