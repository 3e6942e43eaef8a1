/**
 * The consoles that are connected to this process for the stream of changes. Changes that `announce` publishes are
 * collected for a moment, filtered by each tenant's scope once, and written to all consoles of that tenant (decision
 * 316).
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Change } from '../../contract/events'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { readChanges } from '../store/announce'
import { Connection, eventText, type Reader } from './connection'
import type { Listen } from './listener'
import { withOtherRights } from './rights'
import { Gathered, Ring } from './ring'
import { heardBy, tenantKey } from './scope'

type HubDeps = Pick<Deps, 'db' | 'config' | 'now'> & {
  listen: Listen | undefined
  /** The server is shutting down. */
  isDraining(): boolean
  warn(error: unknown, message: string): void
}

/** Where a console resumes: after an id of this stream, or some milliseconds ago. */
interface Resume {
  lastId?: string | undefined
  ago?: number | undefined
}

const TICK_MS = 1_000
const RETRY_AFTER_SECONDS = 30
/** Resources whose changes may change the rights of callers. */
const RIGHTS = ['clients', 'vendors', 'sessions']

export class Hub {
  readonly #connections = new Set<Connection>()
  readonly #gathered = new Gathered()
  readonly #ring: Ring
  readonly #epoch = randomUUID().slice(0, 8)
  #arrives = false
  #flushed = 0
  #flushing: NodeJS.Timeout | undefined
  /** The batch that is being sent. */
  #sending: Promise<void> | undefined
  #ticking: NodeJS.Timeout | undefined
  #checked = 0
  #stop: (() => Promise<void>) | undefined

  constructor(private readonly deps: HubDeps) {
    this.#ring = new Ring(() => this.#settings.batches, Date.now())
  }

  get #settings() {
    return this.deps.config.current().server.live
  }

  /** Starts listening for notifications. */
  start(): void {
    this.#stop = this.deps.listen?.({
      heard: payload => {
        const changes = readChanges(payload)
        if (!changes) return
        this.#gathered.add(changes)
        this.#flushSoon()
      },
      missed: () => {
        this.#ring.breakOff(Date.now())
        for (const one of this.#connections) this.#reset(one)
      },
      arrives: does => {
        if (!does && this.#arrives !== does) for (const one of this.#connections) one.end()
        this.#arrives = does
      },
      failed: (message, error) => this.deps.warn(error, `${message} (consoles poll)`),
    })
    this.#ticking = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticking)
    clearTimeout(this.#flushing)
    for (const one of this.#connections) one.end()
    await this.#stop?.()
    await this.#sending
  }

  /** How many consoles are connected. */
  get size(): number {
    return this.#connections.size
  }

  connections(): readonly Connection[] {
    return [...this.#connections]
  }

  /**
   * @throws Refusal 404 where notifications do not arrive, 429 for one console too many, 503 during shutdown
   */
  admit({ caller, origin }: Reader): void {
    if (!this.#arrives) throw new Refusal(404, 'live.unavailable')
    if (this.deps.isDraining()) throw new Refusal(503, 'stopping', {}, { retryAfter: 5 })
    const { all, perOrigin, perSession } = this.#settings
    const others = [...this.#connections]
    const fromThere = others.filter(({ reader }) => reader.origin === origin).length
    if (others.length >= all || fromThere >= perOrigin)
      throw new Refusal(429, 'live.tooMany', {}, { retryAfter: RETRY_AFTER_SECONDS })
    // The oldest streams of a session are those of a browser that left without closing them.
    const own = others.filter(({ reader }) => reader.caller.session === caller.session)
    for (const one of own.slice(0, Math.max(0, own.length + 1 - perSession))) one.end()
  }

  /** Writes to the response what the console missed, and then every change, until either side ends it. */
  async join(reader: Reader, response: ServerResponse, from: Resume): Promise<void> {
    const connection: Connection = new Connection(
      reader,
      response,
      () => this.#settings.bufferBytes,
      () => this.#reset(connection),
    )
    // The response was closed before: there will be no `close` event.
    if (response.destroyed) return
    this.#connections.add(connection)
    response.once('close', () => this.#connections.delete(connection))
    await this.#catchUp(connection, this.#placeOf(from)).catch(() => this.#reset(connection))
    // After what was missed: a console whose stream breaks before `ready` resumes from where it was.
    const { heartbeatSeconds } = this.#settings
    connection.write(eventText('ready', this.#idOf(connection.position!), { heartbeatSeconds }), Date.now())
  }

  /** What a console missed, as one answer, for one that does not keep the stream open. */
  async answerOnce(reader: Reader, from: Resume): Promise<string> {
    const { head } = this.#ring
    const { heartbeatSeconds } = this.#settings
    const ready = eventText('ready', this.#idOf(head), { heartbeatSeconds })
    const missed = this.#ring.after(this.#placeOf(from))
    if (!missed) return eventText('reset', this.#idOf(head), {}) + ready
    const changes = await this.#scoped(reader, missed)
    return (changes.length > 0 ? eventText('change', this.#idOf(head), { changes }) : '') + ready
  }

  /**
   * Repeats until no batch has been added in the meantime; from then on the console gets each batch with all others.
   */
  async #catchUp(connection: Connection, from: { number: number } | { at: number }): Promise<void> {
    for (let place = from; ; ) {
      const { head } = this.#ring
      const missed = this.#ring.after(place)
      if (!missed) return this.#reset(connection)
      if (missed.length > 0) {
        const changes = await this.#scoped(connection.reader, missed)
        if (changes.length > 0)
          connection.write(eventText('change', this.#idOf(head), { changes }), Date.now())
      }
      if (head === this.#ring.head) {
        connection.position = head
        return
      }
      place = { number: head }
    }
  }

  #scoped({ caller }: Reader, changes: Parameters<typeof heardBy>[2]): Promise<Change[]> {
    return heardBy(this.deps, caller, changes)
  }

  #placeOf({ lastId = '', ago }: Resume): { number: number } | { at: number } {
    const [epoch, number] = lastId.split('.')
    if (epoch === this.#epoch && /^\d{1,15}$/.test(number ?? '')) return { number: Number(number) }
    if (ago !== undefined) return { at: Date.now() - ago }
    // An id of another process and no time: everything may have changed.
    return lastId ? { number: -1 } : { number: this.#ring.head }
  }

  readonly #idOf = (number: number) => `${this.#epoch}.${number}`

  #reset(connection: Connection): void {
    connection.position = this.#ring.head
    connection.write(eventText('reset', this.#idOf(this.#ring.head), {}), Date.now())
  }

  /** While a batch is being sent, further changes are collected for the next one. */
  #flushSoon(): void {
    if (this.#sending) return
    const due = this.#flushed + this.#settings.batchMs
    this.#flushing ??= setTimeout(
      () => {
        this.#flushing = undefined
        this.#flushed = Date.now()
        if (this.#gathered.isEmpty) return
        const batch = this.#ring.add(this.#gathered.take(), this.#flushed)
        this.#sending = this.#send(batch).finally(() => {
          this.#sending = undefined
          if (!this.#gathered.isEmpty) this.#flushSoon()
        })
      },
      Math.max(0, due - Date.now()),
    ).unref()
  }

  async #send({ number, changes }: ReturnType<Ring['add']>): Promise<void> {
    if (changes.some(({ resource }) => RIGHTS.includes(resource))) await this.#checkRights()
    const tenants = new Map<string, Connection[]>()
    for (const one of this.#connections) {
      if (one.position === undefined || one.position >= number) continue
      const key = tenantKey(one.reader.caller, changes)
      const consoles = tenants.get(key)
      if (consoles) consoles.push(one)
      else tenants.set(key, [one])
    }
    for (const consoles of tenants.values()) {
      const heard = await this.#scoped(consoles[0]!.reader, changes).catch(() => undefined)
      const text =
        heard === undefined
          ? eventText('reset', this.#idOf(number), {})
          : heard.length > 0 && eventText('change', this.#idOf(number), { changes: heard })
      for (const one of consoles) {
        one.position = number
        if (text) one.write(text, Date.now())
      }
    }
  }

  #tick(): void {
    const now = Date.now()
    const { heartbeatSeconds, recheckSeconds } = this.#settings
    const time = this.deps.now().getTime()
    for (const one of this.#connections) {
      if (this.deps.isDraining() || one.reader.expires <= time) one.end()
      // No heartbeat before `ready`, from which the console counts.
      else if (one.position !== undefined) one.beat(now, heartbeatSeconds * 1000)
    }
    if (now - this.#checked >= recheckSeconds * 1000) void this.#checkRights()
  }

  /**
   * Ends the streams of sessions that are over and of accounts whose rights have changed, which then connect again with
   * the new rights.
   */
  async #checkRights(): Promise<void> {
    this.#checked = Date.now()
    const all = [...this.#connections]
    if (all.length === 0) return
    try {
      for (const one of await withOtherRights(all, this.deps)) one.end()
    } catch (error) {
      // It is checked again soon; without a database there are no changes to send either.
      this.deps.warn(error, 'rights of open streams could not be looked at')
    }
  }
}
