/**
 * Decides when to send the hello messages that ask the devices of a part to report their presence.
 *
 * - Soon after a device of the part has sent a message although it is stored as offline. Such a device had two
 *   connections and the newer one has ended, or its presence message was lost, for example in a cluster while a new
 *   subscription has not reached every node.
 * - At an external broker also regularly, and more often for some time after the broker or one of its nodes was down
 *   (`unsettle`).
 */
import { performance } from 'node:perf_hooks'
import { FLEET_PARTS, partOf } from '../../contract/deviceMessages'

/**
 * The longest interval per part while unsettled: with `helloSeconds` (20) the device of a dead node is stored as
 * offline within a minute.
 */
const UNSETTLED_MAX_MS = 35_000
/** The shortest interval per part while unsettled: more answers would delay the devices that reconnect. */
const UNSETTLED_MIN_MS = 20_000
/** How long devices may take to reconnect after an outage; until then presence messages may be lost. */
const UNSETTLED_MS = 180_000
/**
 * Devices asked per second, unless the interval is too short for that. Every device answers, and if ten thousand answer
 * at once, RabbitMQ needs longer than a device may take to answer.
 */
const ASKED_PER_SECOND = 300
/** A presence message that has arrived is stored within this time. */
const STORED_WITHIN_MS = 1_000
/**
 * The shortest time between two hellos of a part that messages trigger. Without it a device that never sends its
 * presence would trigger a hello with every message.
 */
const TRIGGERED_EVERY_MS = 60_000

interface Options {
  /** The regular interval per part. `undefined` at the embedded broker, which needs no regular hellos. */
  everyMs: (() => number) | undefined
  /** How long devices may take to answer; the shortest interval per part. */
  patienceMs(): number
  /** The parts of this gateway. */
  parts(): readonly string[]
  isConnected(imei: string): boolean
  /** How many devices are connected. */
  connected(): number
  /** Whether a roll call of the part is under way. */
  isBeingAsked(part: string): boolean
  /** Begins or extends the roll call of these parts, whose hellos are all sent within `withinMs`. */
  postpone(parts: readonly string[], withinMs: number): void
  /** Sends hellos and starts a roll call. @returns settles when the broker has accepted or refused the hellos */
  beginRollCall(parts: readonly string[]): Promise<unknown>
  /**
   * Sends a hello without starting a roll call. If a roll call is under way, its deadline does not change: the second
   * hello is for devices that connected unnoticed after the first.
   */
  sayHello(part: string): Promise<unknown>
}

export class HelloSchedule {
  /** When a message last triggered a hello of a part. */
  readonly #triggeredAt = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #nextIndex = 0
  /** Whether the broker has yet to accept the last regular hello. */
  #isHelloPending = false
  /** Parts to ask one after the other, each with the pause in ms that follows it. */
  readonly #queue = new Map<string, number>()
  #pauseTimer: NodeJS.Timeout | undefined
  #stopped = false
  /** Set while unsettled. */
  #unsettledTimer: NodeJS.Timeout | undefined

  constructor(private readonly options: Options) {
    this.#scheduleNext()
  }

  /** Call it for every message except a valid presence. */
  messageReceived(imei: string): void {
    if (this.options.isConnected(imei)) return
    const part = partOf(imei)
    if (this.options.isBeingAsked(part)) return
    const now = performance.now()
    if (now - (this.#triggeredAt.get(part) ?? Number.NEGATIVE_INFINITY) < TRIGGERED_EVERY_MS) return
    this.#triggeredAt.set(part, now)
    setTimeout(() => {
      if (this.#stopped) return
      if (this.#isServed(part) && !this.options.isConnected(imei)) void this.#askTriggered(part)
      // No hello was sent: the next message may trigger one without waiting for a minute.
      else this.#triggeredAt.delete(part)
    }, STORED_WITHIN_MS).unref()
  }

  /**
   * Asks all devices of these parts, one part after the other.
   *
   * @param devicesOf how many devices of a part may be connected
   */
  askInTurn(parts: readonly string[], devicesOf: (part: string) => number): void {
    if (this.#stopped) return
    for (const part of parts.filter(part => this.#isServed(part)))
      this.#queue.set(
        part,
        Math.min((1000 * devicesOf(part)) / ASKED_PER_SECOND, UNSETTLED_MAX_MS / FLEET_PARTS),
      )
    const pauses = [...this.#queue.values()].reduce((sum, pause) => sum + pause, 0)
    this.options.postpone([...this.#queue.keys()], pauses)
    this.#pauseTimer ??= this.#askNext()
  }

  /**
   * Shortens the interval for some minutes. Call it when the broker or one of its nodes goes down or comes back:
   * devices may have disconnected with it, or connected unnoticed.
   */
  unsettle(): void {
    if (this.#stopped) return
    clearTimeout(this.#unsettledTimer)
    this.#unsettledTimer = setTimeout(() => {
      this.#unsettledTimer = undefined
    }, UNSETTLED_MS).unref()
    clearTimeout(this.#timer)
    this.#scheduleNext()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#unsettledTimer)
    clearTimeout(this.#timer)
    clearTimeout(this.#pauseTimer)
  }

  /** The embedded broker reports the end of every connection, so it needs a hello but no roll call. */
  #askTriggered(part: string): Promise<unknown> {
    const { everyMs, beginRollCall, sayHello } = this.options
    return everyMs ? beginRollCall([part]) : sayHello(part)
  }

  #isServed(part: string): boolean {
    return this.options.parts().includes(part)
  }

  /** @returns the timer of the pause that follows, if any */
  #askNext(): NodeJS.Timeout | undefined {
    for (const [part, ms] of this.#queue) {
      this.#queue.delete(part)
      if (this.#isServed(part)) void this.options.beginRollCall([part])
      if (ms > 0)
        return setTimeout(() => {
          this.#pauseTimer = this.#askNext()
        }, ms).unref()
    }
    return undefined
  }

  /** Takes the parts of this gateway in turn. @returns `undefined` if it has none */
  #nextPart(): string | undefined {
    const parts = this.options.parts()
    return parts.length === 0 ? undefined : parts[this.#nextIndex++ % parts.length]
  }

  /** The current interval per part. A part is not asked again before its roll call has ended. */
  #everyMs(everyMs: () => number): number {
    const { patienceMs, connected } = this.options
    const byRateMs = (1000 * connected()) / ASKED_PER_SECOND
    const unsettledMs = Math.min(Math.max(byRateMs, UNSETTLED_MIN_MS), UNSETTLED_MAX_MS)
    const wantedMs = this.#unsettledTimer ? Math.min(everyMs(), unsettledMs) : everyMs()
    return Math.max(wantedMs, patienceMs() + 1000)
  }

  /**
   * Asks each part of this gateway once per interval. Skips a turn while the broker has not accepted the previous
   * hello, since orders would wait behind many of them, and while `askInTurn` asks parts that were taken over.
   */
  #scheduleNext(): void {
    const { everyMs, parts, isBeingAsked, beginRollCall, sayHello } = this.options
    if (!everyMs) return
    this.#timer = setTimeout(
      () => {
        const part = this.#pauseTimer ? undefined : this.#nextPart()
        if (!this.#isHelloPending && part !== undefined) {
          this.#isHelloPending = true
          void (isBeingAsked(part) ? sayHello(part) : beginRollCall([part])).finally(() => {
            this.#isHelloPending = false
          })
        }
        this.#scheduleNext()
      },
      this.#everyMs(everyMs) / (parts().length || FLEET_PARTS),
    ).unref()
  }
}
