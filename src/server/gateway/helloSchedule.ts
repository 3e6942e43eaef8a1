/**
 * Schedules the hello by which devices at an external broker are asked whether they are there: every part regularly,
 * often for a while after the broker or a node of it was gone, and a part soon when a device sends a message although
 * it counts as closed. Its presence message was lost then, as in a cluster in which a subscription has not reached
 * every node yet.
 */
import { performance } from 'node:perf_hooks'
import { FLEET_PARTS, partOf } from '../../contract/deviceMessages'

/**
 * While it is unsettled each part is asked at least so often: with `helloSeconds` (20) a device of a dead node counts
 * as closed within a minute.
 */
const UNSETTLED_EVERY_MS = 35_000
/** Not more often, however small the fleet: the answers would hold up the devices that come back. */
const UNSETTLED_LEAST_MS = 20_000
/** How long devices may take to be back after a break, by which time presence messages may have been lost. */
const UNSETTLED_MS = 180_000
/**
 * So many devices are asked in a second, if that is within the time: each question is answered, and ten thousand
 * answers at once take a RabbitMQ longer than a device may take.
 */
const ASKED_PER_SECOND = 300
/** A presence message may still be on its way to the database. */
const STORED_WITHIN_MS = 1_000
/** The shortest time between two such hellos of a part: a device may send messages and never its presence. */
const AGAIN_MS = 60_000

interface Options {
  /** How often each part is asked. */
  everyMs(): number
  /** How long devices may take to answer: no part is asked again before. */
  patienceMs(): number
  /** The parts of this gateway. */
  parts(): readonly string[]
  isConnected(imei: string): boolean
  /** How many devices are connected. */
  connected(): number
  /** Whether a roll call of the part is under way. */
  isAsked(part: string): boolean
  /** Their devices will be asked within this time: none counts as silent before. */
  postpone(parts: readonly string[], withinMs: number): void
  /** @returns when the broker has the questions, or takes none */
  ask(parts: readonly string[]): Promise<unknown>
  /**
   * Asks once more during a roll call, for devices that came unnoticed after its question; who is silent has no more
   * time.
   */
  askAgain(part: string): Promise<unknown>
}

export class HelloSchedule {
  /** When a part was last asked because of a message. */
  readonly #asked = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #next = 0
  /** The broker has not taken the last regular question. */
  #asking = false
  /** Parts that are about to be asked one after the other, each with the pause behind it. */
  readonly #inTurn = new Map<string, number>()
  #pause: NodeJS.Timeout | undefined
  #stopped = false
  /** Until it is settled again. */
  #unsettled: NodeJS.Timeout | undefined

  constructor(private readonly options: Options) {
    this.#wait()
  }

  /** To be called for every message other than presence. */
  answered(imei: string): void {
    if (this.options.isConnected(imei)) return
    const part = partOf(imei)
    if (this.options.isAsked(part)) return
    const now = performance.now()
    if (now - (this.#asked.get(part) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
    this.#asked.set(part, now)
    setTimeout(() => {
      const { parts, isConnected, ask } = this.options
      if (parts().includes(part) && !isConnected(imei)) void ask([part])
      // Nothing was asked: the next message from a closed device need not wait for the minute.
      else this.#asked.delete(part)
    }, STORED_WITHIN_MS).unref()
  }

  /**
   * Asks all devices of these parts, some after the others.
   *
   * @param devicesOf how many devices of a part may be connected
   */
  askInTurn(parts: readonly string[], devicesOf: (part: string) => number): void {
    if (this.#stopped) return
    for (const part of parts.filter(one => this.#isOwn(one)))
      this.#inTurn.set(
        part,
        Math.min((1000 * devicesOf(part)) / ASKED_PER_SECOND, UNSETTLED_EVERY_MS / FLEET_PARTS),
      )
    const pauses = [...this.#inTurn.values()].reduce((sum, pause) => sum + pause, 0)
    this.options.postpone([...this.#inTurn.keys()], pauses)
    this.#pause ??= this.#askNext()
  }

  /**
   * To be called when the broker, or a node of it, is gone or back: devices may have gone with it, or have come
   * unnoticed.
   */
  unsettle(): void {
    if (this.#stopped) return
    clearTimeout(this.#unsettled)
    this.#unsettled = setTimeout(() => {
      this.#unsettled = undefined
    }, UNSETTLED_MS).unref()
    clearTimeout(this.#timer)
    this.#wait()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#unsettled)
    clearTimeout(this.#timer)
    clearTimeout(this.#pause)
  }

  #isOwn(part: string): boolean {
    return this.options.parts().includes(part)
  }

  /** @returns the pause that follows, if one does */
  #askNext(): NodeJS.Timeout | undefined {
    for (const [part, ms] of this.#inTurn) {
      this.#inTurn.delete(part)
      if (this.#isOwn(part)) void this.options.ask([part])
      if (ms > 0)
        return setTimeout(() => {
          this.#pause = this.#askNext()
        }, ms).unref()
    }
    return undefined
  }

  #everyMs(): number {
    const { everyMs, patienceMs, connected } = this.options
    const bearable = (1000 * connected()) / ASKED_PER_SECOND
    const soon = Math.min(Math.max(bearable, UNSETTLED_LEAST_MS), UNSETTLED_EVERY_MS)
    return Math.max(this.#unsettled ? Math.min(everyMs(), soon) : everyMs(), patienceMs() + 1000)
  }

  /**
   * Of all parts of this gateway each once in the time, and at a slow broker no more than one at a time: orders would
   * wait behind them. Not beside the questions to parts that were taken over.
   */
  #wait(): void {
    const { parts, isAsked, ask, askAgain } = this.options
    this.#timer = setTimeout(
      () => {
        const all = parts()
        const part = this.#pause ? undefined : all[this.#next++ % Math.max(1, all.length)]
        if (!this.#asking && part !== undefined) {
          this.#asking = true
          void (isAsked(part) ? askAgain(part) : ask([part])).finally(() => {
            this.#asking = false
          })
        }
        this.#wait()
      },
      this.#everyMs() / (parts().length || FLEET_PARTS),
    ).unref()
  }
}
