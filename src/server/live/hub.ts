/**
 * The consoles that are connected to this process for the stream of changes. Changes that `announce` publishes are
 * collected for `batchMs`; each console is then sent the ids in its scope (decision 316). Consoles are sorted into
 * lanes (`laneOf`): a lane queries the database once for all of its consoles, and a slow query delays only its lane.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Change } from '../../contract/events'
import type { Compiled } from '../../engine/compiled'
import { groupBy } from '../collections'
import { hasRightsOf, liveAccounts } from '../commands/accounts/sessions'
import type { Deps } from '../deps'
import { Refusal } from '../refusal'
import { Semaphore } from '../semaphore'
import { type Changes, readChanges } from '../store/announce'
import { Connection, eventText, type Reader } from './connection'
import type { Listen } from './listener'
import { GatheredChanges, Ring } from './ring'
import { changesFor, filterFor, type Listener, Listeners, laneOf, listenerKey } from './scope'

type HubDeps = Pick<Deps, 'db' | 'config' | 'now'> & {
  listen: Listen | undefined
  /** The server is shutting down. */
  isDraining(): boolean
  warn(error: unknown, message: string): void
}

/** Where a console resumes the stream: after the event `lastId`, or at the time `ago` milliseconds before now. */
interface Resume {
  lastId?: string | undefined
  ago?: number | undefined
}

/** How often heartbeats, expired tokens and rights are checked. */
const TICK_MS = 1_000
const RETRY_AFTER_SECONDS = 30
/** Resources whose changes may change the rights of callers. */
const RIGHTS_RESOURCES = ['clients', 'vendors', 'sessions']
/** Lanes that may query the database at the same time. The others wait without a connection. */
const LANES_AT_ONCE = 4

/** A console to which the last batch has not been sent yet. */
interface ConsoleBehind {
  connection: Connection
  listener: Listener
}

interface Lane {
  /** The consoles to send to next, and the config by which they were sorted into this lane. */
  waiting: { consoles: readonly ConsoleBehind[]; config: Compiled } | undefined
  done: Promise<void>
}

export class Hub {
  readonly #connections = new Set<Connection>()
  readonly #gathered = new GatheredChanges()
  readonly #ring: Ring
  /** Part of event ids: an id of another process says nothing about the batches of this one. */
  readonly #epoch = randomUUID().slice(0, 8)
  /** Whether notifications arrive in this process. */
  #hasNotifications = false
  readonly #listeners: Listeners
  readonly #turns = new Semaphore(() => LANES_AT_ONCE)
  /** Lanes that are sending, by name. */
  readonly #lanes = new Map<string, Lane>()
  /** When changes were last sent, in ms since 1970. */
  #flushedAt = 0
  #flushTimer: NodeJS.Timeout | undefined
  /** The last check of rights: nothing is sent before it has ended. */
  #rightsCheck: Promise<void> = Promise.resolve()
  #tickTimer: NodeJS.Timeout | undefined
  /** When rights were last checked, in ms since 1970. */
  #checkedAt = 0
  #stopListening: (() => Promise<void>) | undefined

  constructor(private readonly deps: HubDeps) {
    this.#ring = new Ring(() => this.#settings.batches, Date.now())
    this.#listeners = new Listeners(deps.config)
  }

  get #settings() {
    return this.deps.config.current().server.live
  }

  /** Listens for notifications, and begins to send heartbeats. */
  start(): void {
    this.#stopListening = this.deps.listen?.({
      onNotification: payload => {
        const changes = readChanges(payload)
        if (!changes) return
        this.#gathered.add(changes)
        this.#flushSoon()
      },
      onMissed: () => {
        this.#ring.dropAll(Date.now())
        for (const connection of this.#connections) this.#reset(connection)
      },
      onAvailable: isAvailable => {
        if (this.#hasNotifications && !isAvailable)
          for (const connection of this.#connections) connection.end()
        this.#hasNotifications = isAvailable
      },
      onFailure: (message, cause) => this.deps.warn(cause, `${message} (consoles poll)`),
    })
    this.#tickTimer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#tickTimer)
    clearTimeout(this.#flushTimer)
    for (const connection of this.#connections) connection.end()
    await this.#stopListening?.()
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
   * Checks whether another console may connect. Ends the oldest streams of its session if the session has too many.
   *
   * @throws Refusal 404 if notifications do not arrive, 429 for too many consoles, 503 during shutdown
   */
  admit({ caller, origin }: Reader): void {
    if (!this.#hasNotifications) throw new Refusal(404, 'live.unavailable')
    if (this.deps.isDraining()) throw new Refusal(503, 'stopping', {}, { retryAfter: 5 })
    const { all, perOrigin, perSession } = this.#settings
    const others = [...this.#connections]
    const ofOrigin = others.filter(({ reader }) => reader.origin === origin).length
    if (others.length >= all || ofOrigin >= perOrigin)
      throw new Refusal(429, 'live.tooMany', {}, { retryAfter: RETRY_AFTER_SECONDS })
    // The browser has probably left the oldest streams of its session without closing them.
    const ofSession = others.filter(({ reader }) => reader.caller.session === caller.session)
    const surplus = Math.max(0, ofSession.length + 1 - perSession)
    for (const connection of ofSession.slice(0, surplus)) connection.end()
  }

  /**
   * Adds a console. Writes the changes that it has missed, and then every change, until either side ends the stream.
   */
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
    // `ready` comes after the missed changes: if the stream breaks before, the console resumes from its old position.
    const { heartbeatSeconds } = this.#settings
    connection.write(eventText('ready', this.#idOf(connection.position!), { heartbeatSeconds }), Date.now())
  }

  /** Returns the changes that a console has missed as one response, for a console that keeps no stream open. */
  async answerOnce(reader: Reader, from: Resume): Promise<string> {
    const { head } = this.#ring
    const { heartbeatSeconds } = this.#settings
    const ready = eventText('ready', this.#idOf(head), { heartbeatSeconds })
    const missed = this.#ring.after(this.#placeOf(from))
    if (!missed) return eventText('reset', this.#idOf(head), {}) + ready
    const changes = await this.#changesInScope(reader, missed)
    return this.#changeText(changes, head) + ready
  }

  /**
   * Sends missed changes until no batch has been added in the meantime; from then on the console gets each batch like
   * all others.
   */
  async #catchUp(connection: Connection, from: { number: number } | { at: number }): Promise<void> {
    for (let place = from; ; ) {
      const { head } = this.#ring
      const missed = this.#ring.after(place)
      if (!missed) return this.#reset(connection)
      if (missed.length > 0) {
        const changes = await this.#changesInScope(connection.reader, missed)
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

  #changesInScope({ caller }: Reader, changes: readonly Changes[]): Promise<Change[]> {
    return changesFor(this.deps.db, this.#listeners.of(caller), changes)
  }

  /** Where to continue: after a batch, or at a time. */
  #placeOf({ lastId = '', ago }: Resume): { number: number } | { at: number } {
    const [epoch, number] = lastId.split('.')
    if (epoch === this.#epoch && /^\d{1,15}$/.test(number ?? '')) return { number: Number(number) }
    if (ago !== undefined) return { at: Date.now() - ago }
    // An id of another process and no time: anything may have changed. No batch has the number -1, so the console is
    // sent a `reset`.
    return lastId ? { number: -1 } : { number: this.#ring.head }
  }

  readonly #idOf = (number: number) => `${this.#epoch}.${number}`

  /** Makes the console read everything again, after which it is up to date with this batch. */
  #reset(connection: Connection, number = this.#ring.head): void {
    connection.position = number
    connection.write(eventText('reset', this.#idOf(number), {}), Date.now())
  }

  /** Sends the gathered changes soon: at once, or `batchMs` after the last sending. */
  #flushSoon(): void {
    const flushAt = this.#flushedAt + this.#settings.batchMs
    this.#flushTimer ??= setTimeout(
      () => {
        this.#flushTimer = undefined
        this.#flushedAt = Date.now()
        if (!this.#gathered.isEmpty) this.#flush()
      },
      Math.max(0, flushAt - Date.now()),
    ).unref()
  }

  #flush(): void {
    const { changes } = this.#ring.add(this.#gathered.take(), this.#flushedAt)
    if (changes.some(({ resource }) => RIGHTS_RESOURCES.includes(resource)))
      this.#rightsCheck = this.#checkRights()
    this.#startLanes()
  }

  /** Sorts the consoles that are behind into lanes. A lane that is sending continues with them afterwards. */
  #startLanes(): void {
    const config = this.deps.config.current()
    // A console without a position is still catching up.
    const behind = [...this.#connections]
      .filter(({ position }) => position !== undefined && position < this.#ring.head)
      .map(connection => ({ connection, listener: this.#listeners.of(connection.reader.caller) }))
    for (const [name, consoles] of groupBy(behind, ({ listener }) => laneOf(listener))) {
      const waiting = { consoles, config }
      const lane = this.#lanes.get(name)
      if (lane) lane.waiting = waiting
      else {
        const started: Lane = { waiting, done: Promise.resolve() }
        this.#lanes.set(name, started)
        started.done = this.#runLane(name, started).catch(error =>
          this.deps.warn(error, 'changes could not be sent; they follow with the next ones'),
        )
      }
    }
  }

  /** Sends until no consoles wait. Batches that are added while the lane waits for the database are sent together. */
  async #runLane(name: string, lane: Lane): Promise<void> {
    try {
      while (lane.waiting) {
        await this.#rightsCheck
        // There may be many lanes with row rules; of the other lanes only `owners` queries the database.
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
      // Runs in the same turn of the event loop as the last check of `waiting`, so that `#startLanes` never adds
      // consoles to a lane that has ended.
      this.#lanes.delete(name)
    }
  }

  /** Sends the changes since their positions to consoles of one lane. */
  async #sendTo(consoles: readonly ConsoleBehind[]): Promise<void> {
    const { head } = this.#ring
    const missed = new Map<number, readonly Changes[] | undefined>()
    for (const { connection } of consoles) {
      const position = connection.position!
      if (!missed.has(position)) missed.set(position, this.#ring.after({ number: position }))
    }
    const listeners = consoles.map(({ listener }) => listener)
    const allMissed = [...missed.values()].flatMap(changes => changes ?? [])
    const filter = await filterFor(this.deps.db, listeners, allMissed).catch(() => undefined)
    const texts = new Map<string, string>()
    for (const { connection, listener } of consoles) {
      // A `reset` was sent during the query.
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

  /** @returns the event; empty if there are no changes */
  #changeText(changes: Change[], number: number): string {
    return changes.length > 0 ? eventText('change', this.#idOf(number), { changes }) : ''
  }

  #tick(): void {
    const now = Date.now()
    const { heartbeatSeconds, recheckSeconds } = this.#settings
    const time = this.deps.now().getTime()
    for (const connection of this.#connections) {
      if (this.deps.isDraining() || connection.reader.expires <= time) connection.end()
      // No heartbeat before `ready`: only then does the console expect them.
      else if (connection.position !== undefined) connection.beat(now, heartbeatSeconds * 1000)
    }
    if (now - this.#checkedAt >= recheckSeconds * 1000) void this.#checkRights()
  }

  /**
   * Ends the streams of sessions that have ended, and of accounts with changed rights: their consoles connect again
   * with the new rights.
   */
  async #checkRights(): Promise<void> {
    this.#checkedAt = Date.now()
    const all = [...this.#connections]
    if (all.length === 0) return
    try {
      for (const connection of await connectionsWithChangedRights(all, this.deps)) connection.end()
    } catch (error) {
      // The next check follows soon; without a database there are no changes to send either.
      this.deps.warn(error, 'rights of open streams could not be checked')
    }
  }
}

/** Returns the streams whose session has ended or whose account has other rights now. */
async function connectionsWithChangedRights(
  open: readonly Connection[],
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
): Promise<Connection[]> {
  const ages = config.current().server.session
  const sessions = [...new Set(open.map(({ reader }) => reader.caller.session))]
  const accounts = await liveAccounts(db, sessions, ages, now())
  return open.filter(({ reader: { caller } }) => {
    const account = accounts.get(caller.session)
    return !account || !hasRightsOf(account, caller)
  })
}
