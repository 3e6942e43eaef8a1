/**
 * Ends the connections of devices at an external broker once their secret was revoked or they have changed hands: a
 * broker checks a login only when the connection is made. The broker within the server checks open connections itself
 * (`deviceLogins`).
 */
import type { Db } from '../store/database'
import { accessOf, type DeviceAccess, isStillGood, usedAccess } from '../store/gateway/secrets'
import type { Log } from './log'
import type { Tally } from './tally'

const LOOK_EVERY_MS = 5_000
/** Devices in one query. */
const MOST = 500
/** Connections that are ended at the same time. */
const AT_ONCE = 20

interface Options {
  db: Db
  now(): Date
  log: Log
  tally: Tally
  /** Ends the device's connection at the broker. */
  end(imei: string): Promise<void>
}

export class Withdrawals {
  /**
   * The secrets that were valid when each device connected. The broker does not tell which of them was used. A new
   * secret beside them changes nothing; one that has ended may be the one that was used.
   */
  readonly #devices = new Map<string, DeviceAccess | undefined>()
  readonly #timer: NodeJS.Timeout
  #work: Promise<void> = Promise.resolve()
  #looking = false

  constructor(private readonly options: Options) {
    this.#timer = setInterval(() => {
      if (this.#looking) return
      this.#looking = true
      this.#next(() => this.#lookAtAll())
    }, LOOK_EVERY_MS).unref()
  }

  came(imeis: readonly string[]): void {
    if (imeis.length === 0) return
    // One that names a new session may be on its old connection: what that one was let in by still counts, until it has
    // ended.
    for (const imei of imeis) if (!this.#devices.has(imei)) this.#devices.set(imei, undefined)
    this.#next(() => this.#look(imeis))
  }

  gone(imei: string): void {
    this.#devices.delete(imei)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#devices.clear()
    await this.#work
  }

  #next(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((err: unknown) => this.options.log.warn({ err }, 'gateway: rights of devices are not looked at'))
  }

  async #lookAtAll(): Promise<void> {
    try {
      await this.#look([...this.#devices.keys()])
    } finally {
      this.#looking = false
    }
  }

  async #look(imeis: readonly string[]): Promise<void> {
    const { db, now, tally, end } = this.options
    const withdrawn: string[] = []
    for (let at = 0; at < imeis.length; at += MOST) {
      const some = imeis.slice(at, at + MOST)
      const access = await accessOf(db, some, now())
      const unknown = some.filter(imei => this.#devices.has(imei) && !this.#devices.get(imei))
      // Another gateway may have seen it connect, long ago.
      const used = unknown.length > 0 ? await usedAccess(db, unknown) : undefined
      for (const imei of some) {
        if (!this.#devices.has(imei)) continue
        const [before, after] = [this.#devices.get(imei) ?? used?.get(imei), access.get(imei)]
        if (after && (!before || isStillGood(before, after))) this.#devices.set(imei, before ?? after)
        else withdrawn.push(imei)
      }
    }
    tally.add('access withdrawn', withdrawn.length)
    for (let at = 0; at < withdrawn.length; at += AT_ONCE)
      await Promise.all(
        withdrawn.slice(at, at + AT_ONCE).map(imei => {
          // It may connect again with what is valid now.
          this.#devices.delete(imei)
          return end(imei)
        }),
      )
  }
}
