/**
 * Disconnects devices from an external broker after their secret was revoked or their owner has changed: brokers check
 * a login only when the connection opens. The embedded broker checks open connections itself (`deviceLogins`).
 */
import { chunksOf } from '../collections'
import { accessAtConnect, currentAccess, type DeviceAccess, isStillValid } from '../store/gateway/secrets'
import type { GatewayContext } from './log'
import type { Tally } from './tally'

const CHECK_EVERY_MS = 5_000
const DEVICES_PER_QUERY = 500
/** Connections that are closed at the same time. */
const CLOSED_AT_ONCE = 20

interface Options extends GatewayContext {
  tally: Tally
  /** Closes the device's connection at the broker. */
  end(imei: string): Promise<void>
}

export class Withdrawals {
  /**
   * The secrets that were valid when each device connected; `undefined` until they are read. The broker does not report
   * which secret was used, so the device is disconnected when any of these ends. A secret that is added later does not
   * matter.
   */
  readonly #accessAtConnect = new Map<string, DeviceAccess | undefined>()
  readonly #timer: NodeJS.Timeout
  #work: Promise<void> = Promise.resolve()
  /** A regular check of all devices is queued or running. */
  #isCheckingAll = false

  constructor(private readonly options: Options) {
    this.#timer = setInterval(() => {
      if (this.#isCheckingAll) return
      this.#isCheckingAll = true
      this.#enqueue(() => this.#checkAll())
    }, CHECK_EVERY_MS).unref()
  }

  connected(imeis: readonly string[]): void {
    if (imeis.length === 0) return
    // A device that reports a new session may still use its old connection: keep the secrets of that one.
    for (const imei of imeis) if (!this.#accessAtConnect.has(imei)) this.#accessAtConnect.set(imei, undefined)
    this.#enqueue(() => this.#check(imeis))
  }

  disconnected(imei: string): void {
    this.#accessAtConnect.delete(imei)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#accessAtConnect.clear()
    await this.#work
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((err: unknown) => this.options.log.warn({ err }, 'gateway: access of devices is not checked'))
  }

  /** Whether the device is connected, even if its access has not been read yet. */
  #isConnected(imei: string): boolean {
    return this.#accessAtConnect.has(imei)
  }

  async #checkAll(): Promise<void> {
    try {
      await this.#check([...this.#accessAtConnect.keys()])
    } finally {
      this.#isCheckingAll = false
    }
  }

  async #check(imeis: readonly string[]): Promise<void> {
    const { db, now, tally, end } = this.options
    const withdrawn: string[] = []
    for (const chunk of chunksOf(imeis, DEVICES_PER_QUERY)) {
      const access = await currentAccess(db, chunk, now())
      const unread = chunk.filter(imei => this.#isConnected(imei) && !this.#accessAtConnect.get(imei))
      // Not the current access: a device may have connected long ago, while another gateway served it.
      const newlyRead = unread.length > 0 ? await accessAtConnect(db, unread) : undefined
      for (const imei of chunk) {
        if (!this.#isConnected(imei)) continue
        const before = this.#accessAtConnect.get(imei) ?? newlyRead?.get(imei)
        const current = access.get(imei)
        const isValid = current !== undefined && (before === undefined || isStillValid(before, current))
        if (isValid) this.#accessAtConnect.set(imei, before ?? current)
        else withdrawn.push(imei)
      }
    }
    tally.add('access withdrawn', withdrawn.length)
    for (const closed of chunksOf(withdrawn, CLOSED_AT_ONCE))
      await Promise.all(
        closed.map(imei => {
          // The device may reconnect with a secret that is valid now.
          this.#accessAtConnect.delete(imei)
          return end(imei)
        }),
      )
  }
}
