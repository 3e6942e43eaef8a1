/** Keeps the last batches of changes, so that a console that reconnects is sent the changes that it missed. */
import type { Changes } from '../store/announce'

/** The changes that were collected within `batchMs`. */
interface ChangeBatch {
  /** Batches of this process are numbered from 1. */
  number: number
  /** In ms since 1970. */
  at: number
  changes: readonly Changes[]
}

/** Maximum ids of a resource in a batch; with more, the batch has the resource without ids: any record may differ. */
const MAX_IDS = 1_000
/** Maximum ids in all batches together. */
const MAX_RING_IDS = 50_000

/** Collects changes, and merges changes of the same resource for the same receivers. */
export class GatheredChanges {
  readonly #changes = new Map<string, { change: Changes; ids: Set<string> | undefined }>()

  get isEmpty(): boolean {
    return this.#changes.size === 0
  }

  add({ ids, ...change }: Changes): void {
    const key = JSON.stringify([change.resource, change.client, change.vendors, ids === undefined])
    const existing = this.#changes.get(key)
    if (!existing) {
      this.#changes.set(key, { change, ids: ids && new Set(ids.map(String)) })
      return
    }
    for (const id of ids ?? []) existing.ids?.add(String(id))
    if (existing.ids && existing.ids.size > MAX_IDS) {
      this.#changes.delete(key)
      this.add(change)
    }
  }

  /** Returns the collected changes, and empties the collection. */
  take(): Changes[] {
    const taken = [...this.#changes.values()].map(({ change, ids }) => ({
      ...change,
      ...(ids && { ids: [...ids] }),
    }))
    this.#changes.clear()
    return taken
  }
}

/** The last batches, up to a number of batches and of ids. */
export class Ring {
  readonly #batches: ChangeBatch[] = []
  #ids = 0
  /** The number of the last batch. */
  head = 0

  /**
   * @param maxBatches maximum number of batches to keep
   * @param since the ring has all changes after this time (ms since 1970)
   */
  constructor(
    private readonly maxBatches: () => number,
    private since: number,
  ) {}

  add(changes: readonly Changes[], at: number): ChangeBatch {
    const batch = { number: ++this.head, at, changes }
    this.#batches.push(batch)
    this.#ids += idsOf(batch)
    while (this.#batches.length > this.maxBatches() || this.#ids > MAX_RING_IDS) this.#forgetOldest()
    return batch
  }

  /** Drops all batches, because changes before this time may have been missed. */
  dropAll(at: number): void {
    this.#batches.length = 0
    this.#ids = 0
    this.head++
    this.since = at
  }

  /** The changes after a batch or a time; `undefined` if older batches have been dropped. */
  after(from: { number: number } | { at: number }): Changes[] | undefined {
    if (!this.#hasAllAfter(from)) return undefined
    const isAfter = ({ number, at }: ChangeBatch) => ('number' in from ? number > from.number : at >= from.at)
    const gathered = new GatheredChanges()
    for (const { changes } of this.#batches.filter(isAfter))
      for (const change of changes) gathered.add(change)
    return gathered.take()
  }

  #hasAllAfter(from: { number: number } | { at: number }): boolean {
    if ('at' in from) return from.at >= this.since
    const oldest = this.#batches[0]?.number ?? this.head + 1
    return from.number >= oldest - 1 && from.number <= this.head
  }

  #forgetOldest(): void {
    const oldest = this.#batches.shift()!
    this.#ids -= idsOf(oldest)
    this.since = oldest.at + 1
  }
}

const idsOf = ({ changes }: ChangeBatch) => changes.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0)
