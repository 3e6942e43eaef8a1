/**
 * A semaphore with a queue, within this process: a limited number works at a time, the others wait without holding any
 * resource.
 */
export class Turns {
  #running = 0
  #line: (() => void)[] = []

  /** @param most how many have a turn at the same time, now */
  constructor(private readonly most: () => number) {}

  /** Whether no turn is taken. */
  get idle(): boolean {
    return this.#running === 0
  }

  /**
   * @returns gives the turn back, once; `undefined` when the wait was longer than `waitMs` (without it there is no
   * limit), or was given up
   */
  async take(waitMs?: number, givenUp?: AbortSignal): Promise<(() => void) | undefined> {
    if (givenUp?.aborted) return undefined
    if (this.#running < this.most()) this.#running++
    else if (!(await this.#wait(waitMs, givenUp))) return undefined
    let given = false
    return () => {
      if (given) return
      given = true
      // It passes to the next one without being free in between.
      const next = this.#line.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(waitMs?: number, givenUp?: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const end = (isTurn: boolean) => {
        clearTimeout(timer)
        givenUp?.removeEventListener('abort', leave)
        resolve(isTurn)
      }
      const turn = () => end(true)
      const leave = () => {
        this.#line = this.#line.filter(waiting => waiting !== turn)
        end(false)
      }
      const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs)
      givenUp?.addEventListener('abort', leave)
      this.#line.push(turn)
    })
  }
}

/** Queues by name; an idle one is removed. */
export class NamedTurns {
  readonly #queues = new Map<string, Turns>()

  constructor(private readonly most: number) {}

  /** Does the work once it has a turn, however long that takes. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const giveBack = (await this.take(name))!
    return work().finally(giveBack)
  }

  /** @returns as `Turns.take` */
  async take(name: string, waitMs?: number): Promise<(() => void) | undefined> {
    const queue = this.#queues.get(name) ?? new Turns(() => this.most)
    this.#queues.set(name, queue)
    const giveBack = await queue.take(waitMs)
    return (
      giveBack &&
      (() => {
        giveBack()
        if (queue.idle && this.#queues.get(name) === queue) this.#queues.delete(name)
      })
    )
  }
}
