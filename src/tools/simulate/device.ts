/** A simulated device: it connects, says how it is, executes each order once, and is away from time to time. */
import { randomUUID } from 'node:crypto'
import {
  type DevicePresence,
  type DeviceResult,
  helloTopic,
  orderTopic,
  partOf,
  upTopic,
} from '../../contract/deviceMessages'
import { type Random, randomFrom } from '../../server/demo/random'
import type { SimulatedDevice, SimulatorReport, SimulatorSettings } from '../../server/demo/simulator'
import { DeviceConnection } from './deviceConnection'
import type { Executed } from './executed'
import { readOrder } from './readOrder'
import reasons from './reasons.json'
import { firstSignal, nextSignal, type Signal } from './signal'
import type { Turns } from './turns'

/** Counters over all devices. */
export type SimulatorCounts = Pick<SimulatorReport, 'telemetry' | 'connects' | 'refused'>

/** After the broker refuses the secret, the device waits this many times `retryMs` before it tries again. */
const REFUSED_FACTOR = 60

export class VirtualDevice {
  readonly imei: string
  /** The broker has accepted the device and its presence. */
  connected = false
  readonly #secret: string
  readonly #random: Random
  readonly #home: Signal
  #signal: Signal
  #link: DeviceConnection | undefined
  #session = ''
  #failures = 0
  #stopped = false
  /** Whether the device starts as if it had been connected for a while. */
  #startsConnected = false
  /** Ids of the orders being executed. */
  readonly #executing = new Set<number>()
  /** Results that the broker has not acknowledged yet. */
  readonly #unreported = new Map<number, DeviceResult>()
  /** Set when the device disconnects on purpose: how many ms it then stays offline. */
  #awayMs: number | undefined
  #connectTimer: NodeJS.Timeout | undefined
  #telemetryTimer: NodeJS.Timeout | undefined
  #leaveTimer: NodeJS.Timeout | undefined
  #handoverTimer: NodeJS.Timeout | undefined

  constructor(
    { imei, secret, signal }: SimulatedDevice,
    readonly url: URL,
    readonly behaviour: SimulatorSettings,
    readonly executed: Executed,
    readonly tally: SimulatorCounts,
    readonly turns: Turns,
    seed: number,
  ) {
    this.imei = imei
    this.#secret = secret
    this.#random = randomFrom(seed ^ Number(imei.slice(-10)))
    this.#home = signal ?? firstSignal(this.#random)
    this.#signal = this.#home
  }

  /** @param withinMs connects at some moment of this time */
  start(withinMs: number): void {
    const { offline, cycleSeconds, beginAway } = this.behaviour
    const isAway = beginAway && this.#random.chance(offline)
    const away = isAway ? 2 * this.#remaining() * offline * cycleSeconds * 1000 : 0
    this.#startsConnected = beginAway && !isAway
    this.#connectIn(away + this.#random.next() * withinMs)
  }

  /** @param gently takes leave; otherwise as when it loses power */
  stop(gently: boolean): void {
    this.#stopped = true
    clearTimeout(this.#connectTimer)
    this.turns.end(this)
    if (gently) this.#leave()
    else this.#link?.cut()
  }

  /**
   * Another process simulates this device now: it does not reconnect, and disconnects at a random moment within this
   * time.
   */
  handOver(withinMs: number): void {
    if (this.#stopped) return
    this.#stopped = true
    clearTimeout(this.#connectTimer)
    this.turns.end(this)
    this.#handoverTimer = setTimeout(() => this.#leave(), this.#random.next() * withinMs)
  }

  /** Goes on after it was handed over. */
  resume(withinMs: number): void {
    if (!this.#stopped) return
    this.#stopped = false
    clearTimeout(this.#handoverTimer)
    this.#connectIn(this.#random.next() * withinMs)
  }

  /** In the rhythm that is asked for now, from some moment of it on. */
  measureAnew(): void {
    clearTimeout(this.#telemetryTimer)
    if (this.connected) this.#measureIn(this.#random.next() * this.behaviour.telemetrySeconds * 1000)
  }

  #connectIn(ms: number): void {
    clearTimeout(this.#connectTimer)
    if (!this.#stopped) this.#connectTimer = setTimeout(() => this.#connect(), ms)
  }

  #connect(): void {
    // Resumed before the old connection had ended: its end connects again.
    if (this.#link) return
    this.turns.take(this, () => this.#open())
  }

  #open(): void {
    this.#session = randomUUID()
    const lost: DevicePresence = { online: false, session: this.#session }
    this.#link = new DeviceConnection(
      this.url,
      {
        clientId: this.imei,
        username: this.imei,
        password: this.#secret,
        keepaliveSeconds: this.behaviour.keepaliveSeconds,
        will: { topic: upTopic(this.imei, 'presence'), payload: JSON.stringify(lost) },
      },
      {
        open: () => this.#opened(),
        message: (topic, payload) =>
          topic === orderTopic(this.imei) ? this.#order(payload) : this.#present(),
        closed: refused => this.#closed(refused),
      },
    )
  }

  #opened(): void {
    this.connected = true
    this.tally.connects++
    this.#link!.subscribe([orderTopic(this.imei), helloTopic(partOf(this.imei))])
    this.#present()
    for (const result of this.#unreported.values()) this.#report(result)
    this.measureAnew()
    const { offline, cycleSeconds } = this.behaviour
    const part = this.#startsConnected ? this.#remaining() : this.#random.next()
    this.#startsConnected = false
    if (offline > 0)
      this.#leaveTimer = setTimeout(() => this.#goAway(), 2 * part * (1 - offline) * cycleSeconds * 1000)
  }

  /**
   * What is left at any moment of a time that is of any length up to 1: the share that is away holds from the
   * beginning.
   */
  #remaining(): number {
    return 1 - Math.sqrt(this.#random.next())
  }

  #closed(refused: boolean): void {
    this.connected = false
    this.#link = undefined
    this.turns.end(this)
    clearTimeout(this.#telemetryTimer)
    clearTimeout(this.#leaveTimer)
    if (refused) this.tally.refused++
    const { retryMs } = this.behaviour
    const patience = refused ? REFUSED_FACTOR * retryMs : retryMs * 2 ** Math.min(4, this.#failures++)
    // Neither all at once nor at the same distance.
    this.#connectIn(this.#awayMs ?? patience * (0.5 + this.#random.next()))
    this.#awayMs = undefined
  }

  /** Half of them take leave, the others lose the connection. */
  #goAway(): void {
    const { offline, cycleSeconds } = this.behaviour
    this.#awayMs = 1_000 + 2 * this.#random.next() * offline * cycleSeconds * 1000
    if (this.#random.chance(0.5)) this.#leave()
    else this.#link?.cut()
  }

  #leave(): void {
    if (this.connected) {
      this.#link?.publish(upTopic(this.imei, 'presence'), { online: false, session: this.#session })
      this.#link?.leave()
    } else this.#link?.cut()
  }

  #present(): void {
    const presence: DevicePresence = { online: true, session: this.#session }
    // Connected is not served: until then it has failed, and comes again later each time.
    this.#link?.publish(upTopic(this.imei, 'presence'), presence, () => {
      this.#failures = 0
      this.turns.end(this)
    })
  }

  #measureIn(ms: number): void {
    this.#telemetryTimer = setTimeout(() => {
      this.#signal = nextSignal(this.#random, this.#signal, this.#home)
      this.#link?.publish(upTopic(this.imei, 'telemetry'), this.#signal, () => this.tally.telemetry++)
      this.#measureIn(this.behaviour.telemetrySeconds * 1000)
    }, ms)
  }

  #order(payload: Buffer): void {
    const order = readOrder(payload)
    if (!order) return
    const before = this.executed.find(this.imei, order.id)
    if (before || this.#executing.has(order.id)) {
      this.executed.repeated(this.imei, order.id)
      if (before) this.#report(before)
      return
    }
    if (order.expires !== null && Date.parse(order.expires) <= Date.now()) return
    this.#executing.add(order.id)
    // Executed in the middle of this time, so that there always are devices that have executed and not answered yet.
    const half = this.#answerMs() / 2
    setTimeout(() => {
      const result = this.#execute(order.id)
      this.#unreported.set(result.id, result)
      this.#executing.delete(result.id)
      setTimeout(() => this.#report(result), half)
    }, half)
  }

  #answerMs(): number {
    const [least, most] = this.behaviour.answerMs
    const middle = least + (most - least) / 4
    return this.#random.chance(0.1) ? this.#random.between(middle, most) : this.#random.between(least, middle)
  }

  #execute(id: number): DeviceResult {
    const result: DeviceResult = this.#random.chance(this.behaviour.fail)
      ? { id, outcome: 'failure', reason: this.#random.pick(reasons) }
      : { id, outcome: 'success' }
    this.executed.add(this.imei, result)
    return result
  }

  /** Where there is no connection, it is reported with the next one. */
  #report(result: DeviceResult): void {
    if (!this.connected) return
    this.#link?.publish(upTopic(this.imei, 'result'), result, () => this.#unreported.delete(result.id))
  }
}
