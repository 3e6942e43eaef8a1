/** The last batches of changes, from which a console whose connection broke gets what it missed. */
import type { Changes } from '../store/announce'

/** Changes of one resource, those of several announcements together. */
interface ChangeBatch {
  /** Counts the batches of this process. */
  number: number
  at: number
  changes: readonly Changes[]
}

/** The most ids of one resource in a batch; beyond it the batch says that any record may have changed. */
const MOST_IDS = 1_000
/** The most ids in all batches together. */
const RING_IDS = 50_000

/** Collects changes; those of the same resource for the same receivers are merged. */
export class Gathered {
  readonly #changes = new Map<string, { change: Changes; ids: Set<string> | undefined }>()

  get isEmpty(): boolean {
    return this.#changes.size === 0
  }

  add({ ids, ...change }: Changes): void {
    const key = JSON.stringify([change.resource, change.client, change.vendors, ids === undefined])
    const known = this.#changes.get(key)
    if (!known) {
      this.#changes.set(key, { change, ids: ids && new Set(ids.map(String)) })
      return
    }
    for (const id of ids ?? []) known.ids?.add(String(id))
    if (known.ids && known.ids.size > MOST_IDS) {
      this.#changes.delete(key)
      this.add(change)
    }
  }

  /** Returns what was collected, and empties the collection. */
  take(): Changes[] {
    const taken = [...this.#changes.values()].map(({ change, ids }) => ({
      ...change,
      ...(ids && { ids: [...ids] }),
    }))
    this.#changes.clear()
    return taken
  }
}

export class Ring {
  readonly #batches: ChangeBatch[] = []
  #ids = 0
  /** The number of the last batch. */
  head = 0

  /**
   * @param most batches that are kept
   * @param since the moment from which on no change is missing
   */
  constructor(
    private readonly most: () => number,
    private since: number,
  ) {}

  add(changes: readonly Changes[], at: number): ChangeBatch {
    const batch = { number: ++this.head, at, changes }
    this.#batches.push(batch)
    this.#ids += idsOf(batch)
    while (this.#batches.length > this.most() || this.#ids > RING_IDS) this.#forgetOldest()
    return batch
  }

  /** Drops all batches, since changes before this moment may have been missed. */
  breakOff(at: number): void {
    this.#batches.length = 0
    this.#ids = 0
    this.head++
    this.since = at
  }

  /** The changes after a batch or a moment; `undefined` when the ring no longer reaches back so far. */
  after(from: { number: number } | { at: number }): Changes[] | undefined {
    const isKnown =
      'number' in from
        ? from.number <= this.head && from.number >= (this.#batches[0]?.number ?? this.head + 1) - 1
        : from.at >= this.since
    if (!isKnown) return undefined
    const gathered = new Gathered()
    for (const { number, at, changes } of this.#batches)
      if ('number' in from ? number > from.number : at >= from.at)
        for (const change of changes) gathered.add(change)
    return gathered.take()
  }

  #forgetOldest(): void {
    const oldest = this.#batches.shift()!
    this.#ids -= idsOf(oldest)
    this.since = oldest.at + 1
  }
}

const idsOf = ({ changes }: ChangeBatch) => changes.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0)
