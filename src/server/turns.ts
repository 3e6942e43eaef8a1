/** A queue in this process: so many at a time do something, the others wait in line without holding anything. */
export class Turns {
  #free: number
  #line: (() => void)[] = []

  /** @param most how many have a turn at the same time */
  constructor(readonly most: number) {
    this.#free = most
  }

  /** Whether nobody has a turn. */
  get idle(): boolean {
    return this.#free === this.most
  }

  /** @returns gives the turn back, once; `undefined` when the wait was longer than `waitMs` */
  async take(waitMs: number): Promise<(() => void) | undefined> {
    if (this.#free > 0) this.#free--
    else if (!(await this.#wait(waitMs))) return undefined
    let given = false
    return () => {
      if (given) return
      given = true
      const next = this.#line.shift()
      if (next) next()
      else this.#free++
    }
  }

  #wait(waitMs: number): Promise<boolean> {
    return new Promise(resolve => {
      const turn = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#line = this.#line.filter(waiting => waiting !== turn)
        resolve(false)
      }, waitMs)
      this.#line.push(turn)
    })
  }
}

/** Queues by name; one that nobody uses is forgotten. */
export class NamedTurns {
  readonly #queues = new Map<string, Turns>()

  constructor(readonly most: number) {}

  /** @returns as `Turns.take` */
  async take(name: string, waitMs: number): Promise<(() => void) | undefined> {
    const queue = this.#queues.get(name) ?? new Turns(this.most)
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
