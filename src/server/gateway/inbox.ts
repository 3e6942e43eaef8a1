/**
 * What devices say, collected and stored in batches: while one is being stored, the next one gathers. The messages of a device keep their
 * order.
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

/** Rows of one statement. */
const MOST = 500
/** A first message waits so long for others; what is said again in a minute waits longer, for fewer and larger statements. */
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
  /** Once it is stored, in the order in which it was said; of registered devices only. */
  onPresence(said: readonly Presence[]): void
  /** A device that is connected and not registered, or no longer. */
  onUnknown(imei: string): void
  onResults(results: readonly Result[]): void
}

export class Inbox {
  readonly #events = new Lane<Of<'presence' | 'result'>>({
    ...{ most: MOST, gatherMs: GATHER_MS },
    store: batch => this.#storeEvents(batch),
  })
  /** In a lane of its own: results do not wait behind it. */
  readonly #telemetry = new Lane<Of<'telemetry'>>({
    ...{ most: MOST, gatherMs: GATHER_TELEMETRY_MS },
    store: batch => this.#storeTelemetry(batch),
  })
  #stopped = false
  #room: (() => void)[] = []
  readonly #signals = new Map<string, number>()

  constructor(private readonly options: Options) {}

  /** @returns when there is room for the next message, if there is none now */
  take(topic: string, payload: Buffer): Promise<void> | undefined {
    const { tally, serves, settings } = this.options
    const message = readMessage(topic, payload)
    if ('fault' in message) tally.add(message.fault)
    else if (!this.#stopped && serves(message.imei)) {
      const full = this.#events.size + this.#telemetry.size >= settings().waiting
      // What is said again in a minute gives way to what is said once.
      if (full && message.kind === 'telemetry') tally.add('telemetry dropped')
      else if (message.kind === 'telemetry') this.#telemetry.add(message)
      else this.#events.add(message)
      if (full) return new Promise(resolve => this.#room.push(resolve))
    }
    return undefined
  }

  /** Does something while no presence is being stored, once all that had arrived is; what arrives later is stored after it. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#events.exclusively(work)
  }

  /** Forgets what it remembers of devices, when others serve them. */
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
      // Only now: where the database fails, the next try still has them.
      for (const { device, kept } of newest) if (kept) this.#signals.set(device, now.getTime())
    })
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const resume of this.#room.splice(0)) resume()
  }

  /**
   * Tries until the database takes it. What it refuses for its content is tried by halves, until the one message that it refuses is found
   * and dropped.
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
    const { db, tally, onPresence, onUnknown } = this.options
    const said = rows.map(({ imei, said: { session, online } }) => ({ device: imei, session, online }))
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

  /** What a device said last, all its messages of the batch together. */
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

/** What the protocol knows: a device may say more, and names neither another device nor a time. */
const valuesOf = ({ rsrp, band, apn, version, release, edition }: DeviceTelemetry) =>
  Object.fromEntries(
    Object.entries({ rsrp, band, apn, version, release, edition }).filter(([, value]) => value !== undefined),
  )

type Of<Kind extends Message['kind']> = Extract<Message, { kind: Kind }>

/** SQLSTATE classes of data and of constraints: the next try would end the same. */
const isRefusal = (error: unknown): boolean => /^2[23]/.test(String(errorCode(error) ?? ''))
