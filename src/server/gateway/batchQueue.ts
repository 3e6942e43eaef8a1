/** A queue that stores its items in batches: while one batch is being stored, the next one is collected. */
import { setTimeout as wait } from 'node:timers/promises'

interface Options<Item> {
  /** Items per batch. */
  max: number
  /** How long the first item of a batch waits for others. */
  gatherMs: number
  store(batch: Item[]): Promise<void>
}

export class BatchQueue<Item> {
  #waiting: Item[] = []
  /** Items added and items stored since the start. */
  #added = 0
  #stored = 0
  /** Work to run between two batches, each as soon as `after` items are stored; oldest first. */
  #exclusiveWork: { after: number; work: () => Promise<void> }[] = []
  #running: Promise<void> | undefined
  /** Ends the wait for further items. */
  #stopGathering: (() => void) | undefined
  #stopped = false

  constructor(private readonly options: Options<Item>) {}

  get size(): number {
    return this.#waiting.length
  }

  add(item: Item): void {
    this.#waiting.push(item)
    this.#added++
    if (this.#waiting.length >= this.options.max) this.#stopGathering?.()
    this.#running ??= this.#run()
  }

  /** Runs `work` between two batches: after every item added so far is stored, before any later one is. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#exclusiveWork.push({ after: this.#added, work: () => work().then(resolve, reject) })
      this.#stopGathering?.()
      this.#running ??= this.#run()
    })
  }

  /** Stores the remaining items without waiting for others. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#stopGathering?.()
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    const { max, store } = this.options
    while (this.#waiting.length + this.#exclusiveWork.length > 0) {
      while (this.#isExclusiveWorkDue()) await this.#exclusiveWork.shift()!.work()
      if (this.#waiting.length === 0) continue
      // `stop` and waiting exclusive work must not be delayed by gathering.
      const isUrgent = this.#stopped || this.#exclusiveWork.length > 0
      if (this.#waiting.length < max && !isUrgent) await this.#gather()
      const batch = this.#waiting.splice(0, max)
      await store(batch)
      this.#stored += batch.length
    }
    this.#running = undefined
  }

  #isExclusiveWorkDue(): boolean {
    const next = this.#exclusiveWork[0]
    return next !== undefined && next.after <= this.#stored
  }

  async #gather(): Promise<void> {
    const controller = new AbortController()
    this.#stopGathering = () => controller.abort()
    await wait(this.options.gatherMs, undefined, { signal: controller.signal }).catch(() => undefined)
    this.#stopGathering = undefined
  }
}
