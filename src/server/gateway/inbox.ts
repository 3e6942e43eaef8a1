/**
 * Stores the messages of devices in batches: while one batch is being stored, the next one is collected. The messages
 * of a device keep their order.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { DeviceTelemetry } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import { type Presence, storePresence } from '../commands/gateway/presence'
import { type Result, storeResults } from '../commands/gateway/results'
import { storeTelemetry, type Telemetry } from '../commands/gateway/telemetry'
import type { Db } from '../store/database'
import { errorCode } from '../store/failures'
import { Lane } from './lane'
import type { Log } from './log'
import type { Provinces } from './provinces'
import { type Message, readMessage } from './readMessage'
import type { Tally } from './tally'

/** Rows in one statement. */
const STATEMENT_ROWS = 500
/**
 * How long the first message of a batch waits for others. Telemetry, which repeats every minute, waits longer: fewer,
 * larger statements.
 */
const GATHER_MS = 15
const GATHER_TELEMETRY_MS = 200
/** After a failure of the database. */
const RETRY_MS = 500
/** One row of a device's signal history in this time. */
const SIGNAL_EVERY_MS = 60_000

interface Options {
  db: Db
  now(): Date
  log: Log
  tally: Tally
  settings(): ServerSettings['gateway']
  provinces: Provinces
  /** Whether the device's part is this gateway's. */
  serves(imei: string): boolean
  /** Called once presence is stored, in the order of the messages; for registered devices only. */
  onPresence(said: readonly Presence[]): void
  /** Called for a device that is connected but not registered (any more). */
  onUnknown(imei: string): void
  /** Called for every message other than presence. */
  onSpoken(imei: string): void
  onResults(results: readonly Result[]): void
}

export class Inbox {
  readonly #events = new Lane<Of<'presence' | 'result'>>({
    most: STATEMENT_ROWS,
    gatherMs: GATHER_MS,
    store: batch => this.#storeEvents(batch),
  })
  /** Telemetry has a lane of its own, so that results do not wait behind it. */
  readonly #telemetry = new Lane<Of<'telemetry'>>({
    most: STATEMENT_ROWS,
    gatherMs: GATHER_TELEMETRY_MS,
    store: batch => this.#storeTelemetry(batch),
  })
  #stopped = false
  #room: (() => void)[] = []
  readonly #signals = new Map<string, number>()

  constructor(private readonly options: Options) {}

  /** @returns when there is room for the next message, if there is none now */
  take(topic: string, payload: Buffer): Promise<void> | undefined {
    const { tally, serves, settings, onSpoken } = this.options
    const message = readMessage(topic, payload)
    if ('fault' in message) tally.add(message.fault)
    else if (!this.#stopped && serves(message.imei)) {
      if (message.kind !== 'presence') onSpoken(message.imei)
      const full = this.#events.size + this.#telemetry.size >= settings().waiting
      // Telemetry is dropped first: it repeats every minute, other messages do not.
      if (full && message.kind === 'telemetry') tally.add('telemetry dropped')
      else if (message.kind === 'telemetry') this.#telemetry.add(message)
      else this.#events.add(message)
      if (full) return new Promise(resolve => this.#room.push(resolve))
    }
    return undefined
  }

  /**
   * Runs `work` between two batches of presence: after everything that has arrived, before everything that arrives
   * later.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#events.exclusively(work)
  }

  /** Forgets the remembered state of devices that another gateway serves now. */
  forget(): void {
    this.#signals.clear()
  }

  /** Stores what has arrived. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#events.stop(), this.#telemetry.stop()])
  }

  async #storeEvents(batch: readonly Of<'presence' | 'result'>[]): Promise<void> {
    const now = this.options.now()
    await this.#stored('presence', batch, rows => this.#storePresence(rows, now))
    await this.#stored('result', batch, rows => this.#storeResults(rows, now))
    this.#makeRoom()
  }

  async #storeTelemetry(batch: readonly Of<'telemetry'>[]): Promise<void> {
    const now = this.options.now()
    await this.#stored('telemetry', batch, async rows => {
      const newest = this.#newest(rows, now)
      await storeTelemetry(this.options.db, newest)
      // Only after the statement: if the database fails, the next try still has them.
      for (const { device, kept } of newest) if (kept) this.#signals.set(device, now.getTime())
    })
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const resume of this.#room.splice(0)) resume()
  }

  /**
   * Retries until the database accepts the batch. A batch that it refuses for its content is split in halves until the
   * offending message is found, which is dropped.
   */
  async #stored<Kind extends Message['kind']>(
    kind: Kind,
    batch: readonly Message[],
    store: (rows: readonly Of<Kind>[]) => Promise<void>,
  ): Promise<void> {
    const rows = batch.filter((message): message is Of<Kind> => message.kind === kind)
    while (rows.length > 0)
      try {
        return await store(rows)
      } catch (error) {
        if (isRefusal(error)) {
          if (rows.length === 1) return this.options.tally.add('not stored')
          await this.#stored(kind, rows.splice(0, rows.length >> 1), store)
        } else {
          this.options.log.warn({ err: error }, 'gateway: what devices said is not stored yet')
          if (this.#stopped) return
          await wait(RETRY_MS)
        }
      }
  }

  async #storePresence(rows: readonly Of<'presence'>[], now: Date): Promise<void> {
    const { db, tally, serves, onPresence, onUnknown } = this.options
    // Since they arrived, the part may have gone to another gateway, which knows better.
    const own = rows.filter(({ imei }) => serves(imei))
    const said = own.map(({ imei, said: { session, online } }) => ({ device: imei, session, online }))
    const known = await storePresence(db, said, now)
    const unknown = said.filter(({ online, device }) => online && !known.has(device))
    tally.add('device unknown', unknown.length)
    for (const { device } of unknown) onUnknown(device)
    onPresence(said.filter(({ online, device }) => !online || known.has(device)))
  }

  async #storeResults(rows: readonly Of<'result'>[], now: Date): Promise<void> {
    const results = rows.map(({ imei, said }) => ({ ...said, device: imei }))
    const applied = await storeResults(this.options.db, results, now)
    this.options.tally.add('result not awaited', results.length - applied)
    this.options.onResults(results)
  }

  /** The last value of each part of a device's telemetry within the batch. */
  #newest(rows: readonly Of<'telemetry'>[], now: Date): Telemetry[] {
    const newest = new Map<string, Telemetry>()
    for (const { imei, said } of rows) {
      const province = this.#placeOf(said)
      const before = newest.get(imei) ?? { device: imei, at: now, kept: false }
      newest.set(imei, { ...before, ...valuesOf(said), ...(province && { province }) })
    }
    for (const telemetry of newest.values())
      telemetry.kept = telemetry.rsrp !== undefined && this.#isSignalDue(telemetry.device, now.getTime())
    return [...newest.values()]
  }

  #placeOf({ position, province }: Of<'telemetry'>['said']): string | undefined {
    const { provinces } = this.options
    if (position) return provinces.at(position)
    return province && provinces.has(province) ? province : undefined
  }

  #isSignalDue(imei: string, at: number): boolean {
    const last = this.#signals.get(imei)
    return last === undefined || at - last >= SIGNAL_EVERY_MS
  }
}

/** Only the keys of the protocol: other keys that a device sends, such as forged ids and times, are dropped. */
const valuesOf = ({ rsrp, band, apn, version, release, edition }: DeviceTelemetry) =>
  Object.fromEntries(
    Object.entries({ rsrp, band, apn, version, release, edition }).filter(([, value]) => value !== undefined),
  )

type Of<Kind extends Message['kind']> = Extract<Message, { kind: Kind }>

/** SQLSTATE classes of data and constraint errors: a retry would fail in the same way. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test(String(errorCode(error) ?? ''))
