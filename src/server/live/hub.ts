/**
 * The consoles that are connected to this process for the stream of changes. Changes that `announce` publishes are
 * collected for `batchMs`; each console is then sent the ids in its scope (decision 316). Consoles are sorted into
 * lanes (`laneOf`): a lane queries the database once for all of its consoles, and a slow query delays only its lane.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Change } from '../../contract/events'
import type { Compiled } from '../../engine/compiled'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { Semaphore } from '../semaphore'
import { type Changes, readChanges } from '../store/announce'
import { Connection, eventText, type Reader } from './connection'
import type { Listen } from './listener'
import { withOtherRights } from './rights'
import { Gathered, Ring } from './ring'
import { changesFor, filterFor, type Listener, Listeners, laneOf, listenerKey } from './scope'

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
/** Lanes that may query the database at the same time. The others wait without a connection. */
const LANES_AT_ONCE = 4

/** A console that has not been sent the last batch. */
interface Behind {
  connection: Connection
  listener: Listener
}

interface Lane {
  /** The consoles to send to next, sorted by this config. */
  waiting: { consoles: readonly Behind[]; config: Compiled } | undefined
  done: Promise<void>
}

export class Hub {
  readonly #connections = new Set<Connection>()
  readonly #gathered = new Gathered()
  readonly #ring: Ring
  readonly #epoch = randomUUID().slice(0, 8)
  #arrives = false
  readonly #listeners: Listeners
  readonly #turns = new Semaphore(() => LANES_AT_ONCE)
  /** Lanes that are sending, by name. */
  readonly #lanes = new Map<string, Lane>()
  #flushed = 0
  #flushing: NodeJS.Timeout | undefined
  /** The last check of rights: nothing is sent before it has ended. */
  #rights: Promise<void> = Promise.resolve()
  #ticking: NodeJS.Timeout | undefined
  #checked = 0
  #stop: (() => Promise<void>) | undefined

  constructor(private readonly deps: HubDeps) {
    this.#ring = new Ring(() => this.#settings.batches, Date.now())
    this.#listeners = new Listeners(deps.config)
  }

  get #settings() {
    return this.deps.config.current().server.live
  }

  /** Starts listening for notifications. */
  start(): void {
    this.#stop = this.deps.listen?.({
      onNotification: payload => {
        const changes = readChanges(payload)
        if (!changes) return
        this.#gathered.add(changes)
        this.#flushSoon()
      },
      onMissed: () => {
        this.#ring.breakOff(Date.now())
        for (const one of this.#connections) this.#reset(one)
      },
      onAvailable: isAvailable => {
        if (!isAvailable && this.#arrives !== isAvailable) for (const one of this.#connections) one.end()
        this.#arrives = isAvailable
      },
      onFailure: (message, error) => this.deps.warn(error, `${message} (consoles poll)`),
    })
    this.#ticking = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticking)
    clearTimeout(this.#flushing)
    for (const one of this.#connections) one.end()
    await this.#stop?.()
    await Promise.all([...this.#lanes.values()].map(({ done }) => done))
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
    return this.#changeText(changes, head) + ready
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

  #scoped({ caller }: Reader, changes: readonly Changes[]): Promise<Change[]> {
    return changesFor(this.deps.db, this.#listeners.of(caller), changes)
  }

  #placeOf({ lastId = '', ago }: Resume): { number: number } | { at: number } {
    const [epoch, number] = lastId.split('.')
    if (epoch === this.#epoch && /^\d{1,15}$/.test(number ?? '')) return { number: Number(number) }
    if (ago !== undefined) return { at: Date.now() - ago }
    // An id of another process and no time: everything may have changed.
    return lastId ? { number: -1 } : { number: this.#ring.head }
  }

  readonly #idOf = (number: number) => `${this.#epoch}.${number}`

  /** Tells the console to read everything again, and counts it as up to date with this batch. */
  #reset(connection: Connection, number = this.#ring.head): void {
    connection.position = number
    connection.write(eventText('reset', this.#idOf(number), {}), Date.now())
  }

  #flushSoon(): void {
    const due = this.#flushed + this.#settings.batchMs
    this.#flushing ??= setTimeout(
      () => {
        this.#flushing = undefined
        this.#flushed = Date.now()
        if (!this.#gathered.isEmpty) this.#flush()
      },
      Math.max(0, due - Date.now()),
    ).unref()
  }

  #flush(): void {
    const { changes } = this.#ring.add(this.#gathered.take(), this.#flushed)
    if (changes.some(({ resource }) => RIGHTS.includes(resource))) this.#rights = this.#checkRights()
    this.#startLanes()
  }

  #startLanes(): void {
    const config = this.deps.config.current()
    const sorted = new Map<string, Behind[]>()
    for (const connection of this.#connections) {
      // A console without a position is still catching up.
      const { position, reader } = connection
      if (position === undefined || position >= this.#ring.head) continue
      const listener = this.#listeners.of(reader.caller)
      const name = laneOf(listener)
      const consoles = sorted.get(name)
      if (consoles) consoles.push({ connection, listener })
      else sorted.set(name, [{ connection, listener }])
    }
    for (const [name, consoles] of sorted) {
      const waiting = { consoles, config }
      const lane = this.#lanes.get(name)
      if (lane) lane.waiting = waiting
      else {
        const started: Lane = { waiting, done: Promise.resolve() }
        this.#lanes.set(name, started)
        started.done = this.#sendIn(name, started).catch(error =>
          this.deps.warn(error, 'changes could not be sent; they follow with the next ones'),
        )
      }
    }
  }

  /** Batches that are added while a lane waits for the database are sent together afterwards. */
  async #sendIn(name: string, lane: Lane): Promise<void> {
    try {
      while (lane.waiting) {
        await this.#rights
        const release = name.startsWith('rules') ? await this.#turns.acquire() : undefined
        const { consoles, config } = lane.waiting
        lane.waiting = undefined
        try {
          // Row rules may have changed while the lane waited: its consoles may belong to other lanes now.
          if (config === this.deps.config.current()) await this.#sendTo(consoles)
          else this.#startLanes()
        } finally {
          release?.()
        }
      }
    } finally {
      // Without a turn of the event loop in between: consoles that join a lane after its end get nothing.
      this.#lanes.delete(name)
    }
  }

  /** Sends the changes since their positions to consoles of one lane. */
  async #sendTo(consoles: readonly Behind[]): Promise<void> {
    const { head } = this.#ring
    const missed = new Map<number, readonly Changes[] | undefined>()
    for (const { connection } of consoles) {
      const position = connection.position!
      if (!missed.has(position)) missed.set(position, this.#ring.after({ number: position }))
    }
    const listeners = consoles.map(({ listener }) => listener)
    const all = [...missed.values()].flatMap(changes => changes ?? [])
    const filter = await filterFor(this.deps.db, listeners, all).catch(() => undefined)
    const texts = new Map<string, string>()
    for (const { connection, listener } of consoles) {
      // It was sent a `reset` during the query.
      if (connection.position! >= head) continue
      const changes = missed.get(connection.position!)
      if (!changes || !filter) {
        this.#reset(connection, head)
        continue
      }
      const key = `${connection.position} ${listenerKey(listener, changes)}`
      const text = texts.get(key) ?? this.#changeText(filter(listener, changes), head)
      texts.set(key, text)
      connection.position = head
      if (text) connection.write(text, Date.now())
    }
  }

  /** @returns empty for no changes */
  #changeText(changes: Change[], number: number): string {
    return changes.length > 0 ? eventText('change', this.#idOf(number), { changes }) : ''
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
