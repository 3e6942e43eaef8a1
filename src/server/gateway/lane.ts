/** A queue that stores its items in batches: while one batch is being stored, the next one is collected. */
import { setTimeout as wait } from 'node:timers/promises'

interface Options<Item> {
  /** Items of one batch. */
  most: number
  /** How long the first item of a batch waits for others. */
  gatherMs: number
  store(batch: Item[]): Promise<void>
}

export class Lane<Item> {
  #waiting: Item[] = []
  /** Items added and items stored since the start. */
  #taken = 0
  #handled = 0
  #between: { after: number; work: () => Promise<void> }[] = []
  #running: Promise<void> | undefined
  #full: (() => void) | undefined
  #stopped = false

  constructor(private readonly options: Options<Item>) {}

  get size(): number {
    return this.#waiting.length
  }

  add(item: Item): void {
    this.#waiting.push(item)
    this.#taken++
    if (this.#waiting.length >= this.options.most) this.#full?.()
    this.#running ??= this.#run()
  }

  /** Runs `work` between two batches: after every item added so far is stored, before any later one is. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#between.push({ after: this.#taken, work: () => work().then(resolve, reject) })
      this.#full?.()
      this.#running ??= this.#run()
    })
  }

  /** Stores the remaining items without waiting for others. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#full?.()
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    const { most, store } = this.options
    while (this.#waiting.length + this.#between.length > 0) {
      while ((this.#between[0]?.after ?? Number.POSITIVE_INFINITY) <= this.#handled)
        await this.#between.shift()!.work()
      if (this.#waiting.length === 0) continue
      const isAwaited = this.#stopped || this.#between.length > 0
      if (this.#waiting.length < most && !isAwaited) await this.#gathered()
      const batch = this.#waiting.splice(0, most)
      await store(batch)
      this.#handled += batch.length
    }
    this.#running = undefined
  }

  async #gathered(): Promise<void> {
    const enough = new AbortController()
    this.#full = () => enough.abort()
    await wait(this.options.gatherMs, undefined, { signal: enough.signal }).catch(() => undefined)
    this.#full = undefined
  }
}
