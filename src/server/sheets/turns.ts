/** Uploads are read a few at a time; the others wait their turn, and who would wait too long is told at once. */
import type { ServerSettings } from '../../engine/compiled'
import { Refusal } from '../refusal'

export interface Place {
  /**
   * Resolves once it is this one's turn.
   *
   * @throws Refusal 429 when that takes too long, 409 when the upload is stopped meanwhile
   */
  turn(cancelled?: AbortSignal): Promise<void>
  /** Lets the next one in. */
  leave(): void
}

export class Turns {
  #places = 0
  #running = 0
  readonly #queue: (() => void)[] = []

  constructor(private readonly settings: () => ServerSettings['uploads']) {}

  /** @throws Refusal 429 when all places are taken; asked before the file is read */
  enter(): Place {
    const { atOnce, waiting } = this.settings()
    if (this.#places >= atOnce + waiting) throw busy()
    this.#places++
    let state: 'waiting' | 'running' | 'left' = 'waiting'
    return {
      turn: async cancelled => {
        await this.#wait(cancelled)
        state = 'running'
      },
      leave: () => {
        if (state === 'left') return
        if (state === 'running') this.#free()
        state = 'left'
        this.#places--
      },
    }
  }

  async #wait(cancelled?: AbortSignal): Promise<void> {
    const { atOnce, waitSeconds } = this.settings()
    if (this.#running < atOnce) {
      this.#running++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        cancelled?.removeEventListener('abort', stop)
        const at = this.#queue.indexOf(turn)
        if (at >= 0) this.#queue.splice(at, 1)
        settle()
      }
      const turn = () => end(resolve)
      const stop = () => end(() => reject(new Refusal(409, 'upload.cancelled')))
      const timer = setTimeout(() => end(() => reject(busy())), waitSeconds * 1000)
      cancelled?.addEventListener('abort', stop)
      this.#queue.push(turn)
    })
  }

  /** The turn passes to the next one without being free in between. */
  #free(): void {
    const next = this.#queue[0]
    if (next) next()
    else this.#running--
  }
}

/** In so many seconds one of those under way has probably ended. */
const SOON = 10

const busy = () => new Refusal(429, 'upload.busy', {}, { retryAfter: SOON })
