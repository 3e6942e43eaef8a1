/** A semaphore with a first-in-first-out queue, within this process. */
export class Semaphore {
  #running = 0
  #waiting: (() => void)[] = []

  /** @param limit the number of simultaneous holders; may change */
  constructor(private readonly limit: () => number) {}

  /** Whether nothing holds the semaphore; then nothing waits for it either. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /**
   * Waits for the semaphore and takes it.
   *
   * @param waitMs the longest wait; unlimited if absent
   * @returns releases the semaphore; `undefined` after `waitMs`, or if the signal aborts first
   */
  async acquire(waitMs?: number, signal?: AbortSignal): Promise<(() => void) | undefined> {
    if (signal?.aborted) return undefined
    if (this.#running < this.limit()) this.#running++
    else if (!(await this.#wait(waitMs, signal))) return undefined
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      // Hands the semaphore to the next waiting caller directly, so that no later caller can overtake it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(waitMs?: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const settle = (isAcquired: boolean) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        resolve(isAcquired)
      }
      const start = () => settle(true)
      const giveUp = () => {
        this.#waiting = this.#waiting.filter(waiting => waiting !== start)
        settle(false)
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      signal?.addEventListener('abort', giveUp)
      this.#waiting.push(start)
    })
  }
}

/** Semaphores by name. Idle ones are removed. */
export class NamedSemaphores {
  readonly #semaphores = new Map<string, Semaphore>()

  constructor(private readonly limit: number) {}

  /** Runs the work while holding the semaphore; waits without limit. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const release = (await this.acquire(name))!
    return work().finally(release)
  }

  /** As `Semaphore.acquire`. */
  async acquire(name: string, waitMs?: number): Promise<(() => void) | undefined> {
    const semaphore = this.#semaphores.get(name) ?? new Semaphore(() => this.limit)
    this.#semaphores.set(name, semaphore)
    const release = await semaphore.acquire(waitMs)
    return (
      release &&
      (() => {
        release()
        if (semaphore.isIdle && this.#semaphores.get(name) === semaphore) this.#semaphores.delete(name)
      })
    )
  }
}
