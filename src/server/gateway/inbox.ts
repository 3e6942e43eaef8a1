/**
 * Stores the messages of devices in batches; while one batch is being stored, the next one is collected. Presence and
 * results of a device are stored in the order in which they arrive.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { DeviceTelemetry } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { type Presence, storePresence } from '../commands/gateway/presence'
import { storeTelemetry, type Telemetry } from '../commands/gateway/telemetry'
import { type Result, storeResults } from '../commands/orders/moveTargets'
import { errorCode } from '../store/failures'
import { BatchQueue } from './batchQueue'
import type { GatewayContext } from './log'
import { MisunderstoodMessages } from './messages/misunderstoodMessages'
import { type Message, readMessage } from './messages/readMessage'
import type { Provinces } from './provinces'
import type { Tally } from './tally'

/** Rows per statement. */
const STATEMENT_ROWS = 500
/**
 * How long the first message of a batch waits for others. Telemetry is not urgent, since it repeats every minute; it
 * waits longer, for fewer and larger statements.
 */
const GATHER_MS = 15
const GATHER_TELEMETRY_MS = 200
/** The pause after a failure of the database. */
const RETRY_MS = 500
/** The signal history of a device gets at most one row in this time. */
const SIGNAL_EVERY_MS = 60_000

interface Options extends GatewayContext {
  tally: Tally
  settings(): ServerSettings['gateway']
  provinces: Provinces
  /** Whether this gateway serves the device's part. */
  serves(imei: string): boolean
  /**
   * Called after presence was stored, in the order of the messages. Leaves out unregistered devices that report to be
   * online.
   */
  onPresence(changes: readonly Presence[]): void
  /** Called for a connected device that is not registered (any more). */
  onUnknown(imei: string): void
  /** Called for every message except a valid presence. */
  onMessage(imei: string): void
  onResults(results: readonly Result[]): void
}

export class Inbox {
  readonly #events = new BatchQueue<MessageOf<'presence' | 'result'>>({
    max: STATEMENT_ROWS,
    gatherMs: GATHER_MS,
    store: batch => this.#storeEvents(batch),
  })
  /** A separate queue, so that results do not wait behind telemetry. */
  readonly #telemetry = new BatchQueue<MessageOf<'telemetry'>>({
    max: STATEMENT_ROWS,
    gatherMs: GATHER_TELEMETRY_MS,
    store: batch => this.#storeTelemetry(batch),
  })
  readonly #misunderstood: MisunderstoodMessages
  #stopped = false
  /** The functions that resolve the promises of `receive`, which wait for room in the queues. */
  #waitingForRoom: (() => void)[] = []
  /** When the signal of a device was last added to its history, in ms. */
  readonly #signalStoredAt = new Map<string, number>()

  constructor(private readonly options: Options) {
    this.#misunderstood = new MisunderstoodMessages(options)
  }

  /** Queues a message. @returns if the queues are full, a promise that resolves when there is room for the next one */
  receive(topic: string, payload: Buffer): Promise<void> | undefined {
    const { tally, serves, settings, onMessage } = this.options
    const { message, fault, misunderstood } = readMessage(topic, payload)
    if (fault) tally.add(fault)
    if (misunderstood && !this.#stopped && serves(misunderstood.imei)) this.#misunderstood.add(misunderstood)
    if (!message) {
      if (misunderstood) onMessage(misunderstood.imei)
    } else if (!this.#stopped && serves(message.imei)) {
      if (message.kind !== 'presence') onMessage(message.imei)
      const isFull = this.#events.size + this.#telemetry.size >= settings().waiting
      // Telemetry is dropped first: it repeats every minute, other messages do not.
      if (isFull && message.kind === 'telemetry') tally.add('telemetry dropped')
      else if (message.kind === 'telemetry') this.#telemetry.add(message)
      else this.#events.add(message)
      if (isFull) return new Promise(resolve => this.#waitingForRoom.push(resolve))
    }
    return undefined
  }

  /** Runs `work` between two batches of presence: after all messages that have arrived, before all later ones. */
  exclusively<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#events.exclusively(work)
  }

  /** Forgets when signals were stored. Call it when another gateway may store them from now on. */
  forgetSignals(): void {
    this.#signalStoredAt.clear()
  }

  /** Stores the messages that have arrived. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#events.stop(), this.#telemetry.stop(), this.#misunderstood.stop()])
  }

  async #storeEvents(batch: readonly MessageOf<'presence' | 'result'>[]): Promise<void> {
    const now = this.options.now()
    await this.#storeWithRetry('presence', batch, rows => this.#storePresence(rows, now))
    await this.#storeWithRetry('result', batch, rows => this.#storeResults(rows, now))
    this.#makeRoom()
  }

  async #storeTelemetry(batch: readonly MessageOf<'telemetry'>[]): Promise<void> {
    const now = this.options.now()
    await this.#storeWithRetry('telemetry', batch, async rows => {
      const newest = this.#newestPerDevice(rows, now)
      await storeTelemetry(this.options.db, newest)
      // Set only after the statement, so that a retry after a failure stores the signal too.
      for (const { device, isSignalDue } of newest)
        if (isSignalDue) this.#signalStoredAt.set(device, now.getTime())
    })
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const resume of this.#waitingForRoom.splice(0)) resume()
  }

  /**
   * Stores the messages of a kind, and retries while the database is away. If the database refuses their content,
   * stores each half by itself, until the offending message is found; that one is dropped.
   */
  async #storeWithRetry<Kind extends Message['kind']>(
    kind: Kind,
    batch: readonly Message[],
    store: (rows: readonly MessageOf<Kind>[]) => Promise<void>,
  ): Promise<void> {
    const rows = batch.filter((message): message is MessageOf<Kind> => message.kind === kind)
    while (rows.length > 0)
      try {
        return await store(rows)
      } catch (error) {
        if (isContentRefused(error)) {
          if (rows.length === 1) return this.options.tally.add('message not stored')
          const firstHalf = rows.splice(0, Math.floor(rows.length / 2))
          await this.#storeWithRetry(kind, firstHalf, store)
        } else {
          this.options.log.warn({ err: error }, 'gateway: messages of devices are not stored yet')
          if (this.#stopped) return
          await wait(RETRY_MS)
        }
      }
  }

  async #storePresence(rows: readonly MessageOf<'presence'>[], now: Date): Promise<void> {
    const { db, tally, serves, onPresence, onUnknown } = this.options
    // Another gateway may serve the part by now, with newer presence.
    const served = rows.filter(({ imei }) => serves(imei))
    const changes = served.map(({ imei, body: { session, online } }) => ({ device: imei, session, online }))
    const registered = await storePresence(db, changes, now)
    const unknown = changes.filter(({ online, device }) => online && !registered.has(device))
    tally.add('device unknown', unknown.length)
    for (const { device } of unknown) onUnknown(device)
    onPresence(changes.filter(({ online, device }) => !online || registered.has(device)))
  }

  async #storeResults(rows: readonly MessageOf<'result'>[], now: Date): Promise<void> {
    const results = rows.map(({ imei, body }) => ({ ...body, device: imei }))
    const applied = await storeResults(this.options.db, results, now)
    this.options.tally.add('result unexpected', results.length - applied)
    this.options.onResults(results)
  }

  /** Merges the telemetry of each device within the batch: the last value of each key wins. */
  #newestPerDevice(rows: readonly MessageOf<'telemetry'>[], now: Date): Telemetry[] {
    const newest = new Map<string, Telemetry>()
    for (const { imei, body } of rows) {
      const province = this.#provinceOf(body)
      const before = newest.get(imei) ?? { device: imei, at: now, isSignalDue: false }
      newest.set(imei, { ...before, ...valuesOf(body), ...(province && { province }) })
    }
    for (const telemetry of newest.values())
      telemetry.isSignalDue =
        telemetry.rsrp !== undefined && this.#isSignalDue(telemetry.device, now.getTime())
    return [...newest.values()]
  }

  #provinceOf({ position, province }: MessageOf<'telemetry'>['body']): string | undefined {
    const { provinces } = this.options
    if (position) return provinces.at(position)
    return province && provinces.has(province) ? province : undefined
  }

  #isSignalDue(imei: string, nowMs: number): boolean {
    const storedAt = this.#signalStoredAt.get(imei)
    return storedAt === undefined || nowMs - storedAt >= SIGNAL_EVERY_MS
  }
}

/** Only the keys of the protocol: drops others, such as forged ids and times. */
const valuesOf = ({ rsrp, band, apn, version, release, edition }: DeviceTelemetry) =>
  Object.fromEntries(
    Object.entries({ rsrp, band, apn, version, release, edition }).filter(([, value]) => value !== undefined),
  )

type MessageOf<Kind extends Message['kind']> = Extract<Message, { kind: Kind }>

/** Data and constraint errors (SQLSTATE classes 22 and 23): a retry would fail in the same way. */
const isContentRefused = (error: unknown): boolean => /^2[23]/.test(String(errorCode(error) ?? ''))
