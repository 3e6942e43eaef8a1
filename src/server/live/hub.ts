/**
 * The consoles that listen to this process. What `announce` tells is gathered for a moment, held against each tenant's scope once,
 * and written to all of its consoles (decision 316).
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
  /** The server is told to end. */
  isDraining(): boolean
  warn(error: unknown, message: string): void
}

/** From where a console goes on (decision 317): an id of this stream, or so many milliseconds ago. */
export interface Resume {
  lastId?: string | undefined
  ago?: number | undefined
}

const TICK_MS = 1_000
const RETRY_AFTER_SECONDS = 30
/** After these, rights may be others. */
const RIGHTS = ['clients', 'vendors', 'sessions']

export class Hub {
  readonly #connections = new Set<Connection>()
  readonly #gathered = new Gathered()
  readonly #ring: Ring
  readonly #epoch = randomUUID().slice(0, 8)
  #arrives = false
  #flushed = 0
  #flushing: NodeJS.Timeout | undefined
  /** The batch that is being told. */
  #telling: Promise<void> | undefined
  #ticking: NodeJS.Timeout | undefined
  #checked = 0
  #stop: (() => Promise<void>) | undefined

  constructor(private readonly deps: HubDeps) {
    this.#ring = new Ring(() => this.#settings.batches, Date.now())
  }

  get #settings() {
    return this.deps.config.current().server.live
  }

  /** Hears from now on. */
  start(): void {
    this.#stop = this.deps.listen?.({
      heard: told => {
        const changes = readChanges(told)
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
        if (!does)
          this.deps.warn(
            undefined,
            'LISTEN hears nothing, perhaps for a pooler: set DATABASE_DIRECT_URL; consoles poll',
          )
      },
    })
    this.#ticking = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticking)
    clearTimeout(this.#flushing)
    for (const one of this.#connections) one.end()
    await this.#stop?.()
    await this.#telling
  }

  /** How many consoles listen. */
  get size(): number {
    return this.#connections.size
  }

  connections(): readonly Connection[] {
    return [...this.#connections]
  }

  /**
   * @throws Refusal 404 where changes are not heard, 429 for one too many, 503 while the server ends
   */
  admit({ caller, origin }: Reader): void {
    if (!this.#arrives) throw new Refusal(404, 'live.unavailable')
    if (this.deps.isDraining()) throw new Refusal(503, 'stopping', {}, { retryAfter: 5 })
    const { all, perOrigin, perSession } = this.#settings
    const others = [...this.#connections]
    const fromThere = others.filter(({ reader }) => reader.origin === origin).length
    if (others.length >= all || fromThere >= perOrigin)
      throw new Refusal(429, 'live.tooMany', {}, { retryAfter: RETRY_AFTER_SECONDS })
    // The oldest are those of a browser that went without a word.
    const own = others.filter(({ reader }) => reader.caller.session === caller.session)
    for (const one of own.slice(0, Math.max(0, own.length + 1 - perSession))) one.end()
  }

  /** Writes to the response what it missed and whatever comes, until either side ends it. */
  async join(reader: Reader, response: ServerResponse, from: Resume): Promise<void> {
    const connection: Connection = new Connection(
      reader,
      response,
      () => this.#settings.bufferBytes,
      () => this.#reset(connection),
    )
    // It went before it began: `close` will not come again.
    if (response.destroyed) return
    this.#connections.add(connection)
    response.once('close', () => this.#connections.delete(connection))
    await this.#catchUp(connection, this.#placeOf(from)).catch(() => this.#reset(connection))
    // Behind what was missed: a console that has heard nothing yet goes on from where it was.
    const { heartbeatSeconds } = this.#settings
    connection.write(eventText('ready', this.#idOf(connection.position!), { heartbeatSeconds }), Date.now())
  }

  /** A console that asks what there was and does not wait. */
  async answerOnce(reader: Reader, from: Resume): Promise<string> {
    const { head } = this.#ring
    const { heartbeatSeconds } = this.#settings
    const ready = eventText('ready', this.#idOf(head), { heartbeatSeconds })
    const missed = this.#ring.after(this.#placeOf(from))
    if (!missed) return eventText('reset', this.#idOf(head), {}) + ready
    const changes = await this.#scoped(reader, missed)
    return (changes.length > 0 ? eventText('change', this.#idOf(head), { changes }) : '') + ready
  }

  /** Until nothing has come meanwhile: from then on it is written to with all others. */
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
    // An id of another process, and nothing that says when: everything may have changed.
    return lastId ? { number: -1 } : { number: this.#ring.head }
  }

  readonly #idOf = (number: number) => `${this.#epoch}.${number}`

  #reset(connection: Connection): void {
    connection.position = this.#ring.head
    connection.write(eventText('reset', this.#idOf(this.#ring.head), {}), Date.now())
  }

  /** Not while a batch is being told: what comes meanwhile is gathered, and becomes the next one. */
  #flushSoon(): void {
    if (this.#telling) return
    const due = this.#flushed + this.#settings.batchMs
    this.#flushing ??= setTimeout(
      () => {
        this.#flushing = undefined
        this.#flushed = Date.now()
        if (this.#gathered.isEmpty) return
        const batch = this.#ring.add(this.#gathered.take(), this.#flushed)
        this.#telling = this.#tell(batch).finally(() => {
          this.#telling = undefined
          if (!this.#gathered.isEmpty) this.#flushSoon()
        })
      },
      Math.max(0, due - Date.now()),
    ).unref()
  }

  async #tell({ number, changes }: ReturnType<Ring['add']>): Promise<void> {
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
      // What has not begun is silent: a console counts from `ready`.
      else if (one.position !== undefined) one.beat(now, heartbeatSeconds * 1000)
    }
    if (now - this.#checked >= recheckSeconds * 1000) void this.#checkRights()
  }

  /** Ends the streams of sessions that are over, and of accounts that have other rights now: they come back with those. */
  async #checkRights(): Promise<void> {
    this.#checked = Date.now()
    const all = [...this.#connections]
    if (all.length === 0) return
    try {
      for (const one of await withOtherRights(all, this.deps)) one.end()
    } catch (error) {
      // The next look is soon; without a database nobody hears of anything either.
      this.deps.warn(error, 'rights of open streams could not be looked at')
    }
  }
}
