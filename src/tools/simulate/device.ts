/** A simulated device: connects, sends telemetry, executes each order once, and goes offline from time to time. */
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
import type { ConnectQueue } from './connectQueue'
import { DeviceConnection } from './deviceConnection'
import type { ExecutedOrders } from './executedOrders'
import { readOrder } from './readOrder'
import reasons from './reasons.json'
import { firstSignal, nextSignal, type Signal } from './signal'

/** Counters over all devices. */
export type SimulatorCounts = Pick<SimulatorReport, 'telemetry' | 'connects' | 'refused'>

/** After the broker refuses the secret, the device waits this many times `retryMs` before it tries again. */
const REFUSED_FACTOR = 60

/** After each failure, the delay before the next attempt doubles, at most this many times. */
const MAX_DOUBLINGS = 4

export class VirtualDevice {
  readonly imei: string
  /** Whether the broker has accepted the device. */
  connected = false
  readonly #secret: string
  readonly #random: Random
  readonly #typicalSignal: Signal
  #signal: Signal
  #connection: DeviceConnection | undefined
  #session = ''
  /** Attempts to connect since the broker last acknowledged the presence. */
  #failures = 0
  #isStopped = false
  /** True until the first connection, if the device starts as if it had been connected for a while. */
  #startsConnected = false
  /** Ids of the orders being executed. */
  readonly #executing = new Set<number>()
  /** Results that the broker has not acknowledged yet. */
  readonly #unreported = new Map<number, DeviceResult>()
  /** How long the device stays offline, in ms; set when it goes offline on purpose. */
  #awayMs: number | undefined
  #connectTimer: NodeJS.Timeout | undefined
  #telemetryTimer: NodeJS.Timeout | undefined
  #offlineTimer: NodeJS.Timeout | undefined
  #handoverTimer: NodeJS.Timeout | undefined

  constructor(
    { imei, secret, signal }: SimulatedDevice,
    readonly url: URL,
    readonly behaviour: SimulatorSettings,
    readonly executed: ExecutedOrders,
    readonly counts: SimulatorCounts,
    readonly queue: ConnectQueue,
    seed: number,
  ) {
    this.imei = imei
    this.#secret = secret
    // Each device has other random numbers: the last digits of IMEIs differ.
    this.#random = randomFrom(seed ^ Number(imei.slice(-10)))
    this.#typicalSignal = signal ?? firstSignal(this.#random)
    this.#signal = this.#typicalSignal
  }

  /** @param withinMs connects at a random moment within this time */
  start(withinMs: number): void {
    const { offline, beginAway } = this.behaviour
    const isAway = beginAway && this.#random.chance(offline)
    const awayMs = isAway ? this.#remainingShare() * this.#maxPeriodMs(offline) : 0
    this.#startsConnected = beginAway && !isAway
    this.#connectIn(awayMs + this.#random.next() * withinMs)
  }

  /** @param gently the device announces that it goes offline; otherwise the connection breaks as in a power failure */
  stop(gently: boolean): void {
    this.#isStopped = true
    clearTimeout(this.#connectTimer)
    this.queue.leave(this)
    if (gently) this.#disconnect()
    else this.#connection?.cut()
  }

  /**
   * Stops this device because another process simulates it from now on: it disconnects at a random moment within this
   * time, and does not reconnect.
   */
  handOver(withinMs: number): void {
    if (this.#isStopped) return
    this.#isStopped = true
    clearTimeout(this.#connectTimer)
    this.queue.leave(this)
    this.#handoverTimer = setTimeout(() => this.#disconnect(), this.#random.next() * withinMs)
  }

  /** Continues after `handOver`. */
  resume(withinMs: number): void {
    if (!this.#isStopped) return
    this.#isStopped = false
    clearTimeout(this.#handoverTimer)
    this.#connectIn(this.#random.next() * withinMs)
  }

  /** Sends telemetry at the current interval, beginning at a random moment within it. */
  restartTelemetry(): void {
    clearTimeout(this.#telemetryTimer)
    if (this.connected) this.#sendTelemetryIn(this.#random.next() * this.behaviour.telemetrySeconds * 1000)
  }

  #connectIn(ms: number): void {
    clearTimeout(this.#connectTimer)
    if (!this.#isStopped) this.#connectTimer = setTimeout(() => this.#connect(), ms)
  }

  #connect(): void {
    // The device was resumed before its old connection has ended: `#onClosed` connects again.
    if (this.#connection) return
    this.queue.enter(this, () => this.#openConnection())
  }

  #openConnection(): void {
    this.#session = randomUUID()
    const lastWill: DevicePresence = { online: false, session: this.#session }
    this.#connection = new DeviceConnection(
      this.url,
      {
        clientId: this.imei,
        username: this.imei,
        password: this.#secret,
        keepaliveSeconds: this.behaviour.keepaliveSeconds,
        will: { topic: upTopic(this.imei, 'presence'), payload: JSON.stringify(lastWill) },
      },
      {
        open: () => this.#onConnected(),
        message: (topic, payload) =>
          topic === orderTopic(this.imei) ? this.#receiveOrder(payload) : this.#publishPresence(),
        closed: refused => this.#onClosed(refused),
      },
    )
  }

  #onConnected(): void {
    this.connected = true
    this.counts.connects++
    this.#connection!.subscribe([orderTopic(this.imei), helloTopic(partOf(this.imei))])
    this.#publishPresence()
    for (const result of this.#unreported.values()) this.#publishResult(result)
    this.restartTelemetry()
    const { offline } = this.behaviour
    const shareOfPeriod = this.#startsConnected ? this.#remainingShare() : this.#random.next()
    this.#startsConnected = false
    if (offline > 0)
      this.#offlineTimer = setTimeout(() => this.#goOffline(), shareOfPeriod * this.#maxPeriodMs(1 - offline))
  }

  /**
   * The longest online (or offline) period, for the share of time that devices are online (or offline). Periods have
   * random lengths from 0 to this, so that the mean length is that share of the cycle.
   */
  #maxPeriodMs(share: number): number {
    return 2 * share * this.behaviour.cycleSeconds * 1000
  }

  /**
   * For an online or offline period that began before the start: the random share of it, from 0 to 1, that remains.
   * With this distribution, the right share of devices is offline from the beginning.
   */
  #remainingShare(): number {
    return 1 - Math.sqrt(this.#random.next())
  }

  #onClosed(refused: boolean): void {
    this.connected = false
    this.#connection = undefined
    this.queue.leave(this)
    clearTimeout(this.#telemetryTimer)
    clearTimeout(this.#offlineTimer)
    if (refused) this.counts.refused++
    const { retryMs } = this.behaviour
    const delayMs = refused
      ? REFUSED_FACTOR * retryMs
      : retryMs * 2 ** Math.min(MAX_DOUBLINGS, this.#failures++)
    // Random, so that devices do not all reconnect at once.
    this.#connectIn(this.#awayMs ?? delayMs * (0.5 + this.#random.next()))
    this.#awayMs = undefined
  }

  /** Goes offline. In half of the cases the device announces this, in the other half the connection breaks. */
  #goOffline(): void {
    this.#awayMs = 1_000 + this.#random.next() * this.#maxPeriodMs(this.behaviour.offline)
    if (this.#random.chance(0.5)) this.#disconnect()
    else this.#connection?.cut()
  }

  #disconnect(): void {
    if (this.connected) {
      this.#connection?.publish(upTopic(this.imei, 'presence'), { online: false, session: this.#session })
      this.#connection?.leave()
    } else this.#connection?.cut()
  }

  #publishPresence(): void {
    const presence: DevicePresence = { online: true, session: this.#session }
    // Only an acknowledged presence counts as success: until then, each attempt increases the delay of the next.
    this.#connection?.publish(upTopic(this.imei, 'presence'), presence, () => {
      this.#failures = 0
      this.queue.leave(this)
    })
  }

  #sendTelemetryIn(ms: number): void {
    this.#telemetryTimer = setTimeout(() => {
      this.#signal = nextSignal(this.#random, this.#signal, this.#typicalSignal)
      this.#connection?.publish(upTopic(this.imei, 'telemetry'), this.#signal, () => this.counts.telemetry++)
      this.#sendTelemetryIn(this.behaviour.telemetrySeconds * 1000)
    }, ms)
  }

  #receiveOrder(payload: Buffer): void {
    const order = readOrder(payload)
    if (!order) return
    const earlierResult = this.executed.find(this.imei, order.id)
    if (earlierResult || this.#executing.has(order.id)) {
      this.executed.addRepetition(this.imei, order.id)
      if (earlierResult) this.#publishResult(earlierResult)
      return
    }
    if (order.expires !== null && Date.parse(order.expires) <= Date.now()) return
    this.#executing.add(order.id)
    // Execute the order after half of the time until the answer, so that at any time some devices have executed an
    // order but not answered.
    const halfMs = this.#answerMs() / 2
    setTimeout(() => {
      const result = this.#execute(order.id)
      this.#unreported.set(result.id, result)
      this.#executing.delete(result.id)
      setTimeout(() => this.#publishResult(result), halfMs)
    }, halfMs)
  }

  /** Time until the answer, usually in the lower quarter of the range; one of ten devices answers later. */
  #answerMs(): number {
    const [minMs, maxMs] = this.behaviour.answerMs
    const usualMs = minMs + (maxMs - minMs) / 4
    return this.#random.chance(0.1)
      ? this.#random.between(usualMs, maxMs)
      : this.#random.between(minMs, usualMs)
  }

  #execute(id: number): DeviceResult {
    const result: DeviceResult = this.#random.chance(this.behaviour.fail)
      ? { id, outcome: 'failure', reason: this.#random.pick(reasons) }
      : { id, outcome: 'success' }
    this.executed.add(this.imei, result)
    return result
  }

  /** Without a connection, the result is sent after the next connect. */
  #publishResult(result: DeviceResult): void {
    if (!this.connected) return
    this.#connection?.publish(upTopic(this.imei, 'result'), result, () => this.#unreported.delete(result.id))
  }
}
