/**
 * Finds out which devices are connected after a broker or gateway has died, when disconnects went unnoticed. All
 * devices are asked (hello); those that do not answer in time are stored as closed.
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
  /** Called with the devices that were stored as closed. */
  onClosed(imeis: readonly string[]): void
  /** Runs `work` while no presence is being stored. */
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

  /** Starts a roll call of these parts; devices have `withinMs` to answer. */
  begin(parts: Iterable<string>, withinMs: number): void {
    for (const part of parts) this.#due.set(part, performance.now() + withinMs)
  }

  isUnderWay(part: string): boolean {
    return this.#due.has(part)
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
        // Since the query a part may have moved to another gateway, and a device may have connected.
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
