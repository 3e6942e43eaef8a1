/** Uploads are read a few at a time; the others wait their turn, and one too many is refused at once. */
import type { ServerSettings } from '../../engine/compiled'
import { Refusal } from '../refusal'
import { Semaphore } from '../semaphore'

/** What an upload has of the queue. */
export interface Ticket {
  /**
   * Resolves when it is this upload's turn.
   *
   * @throws Refusal 429 when that takes too long, 409 when the upload is cancelled while it waits
   */
  turn(cancelled?: AbortSignal): Promise<void>
  /** While it waits: how many are before it, those being read among them. */
  before(): number | undefined
  /** Lets the next one in. */
  leave(): void
}

export class UploadQueue {
  #taken = 0
  #reading = 0
  /** Who waits, the next one first. */
  readonly #line = new Set<Ticket>()
  readonly #turns: Semaphore

  constructor(private readonly settings: () => ServerSettings['uploads']) {
    this.#turns = new Semaphore(() => settings().atOnce)
  }

  /** @throws Refusal 429 when the queue is full; asked before the file is read */
  enter(): Ticket {
    const { atOnce, waiting, waitSeconds } = this.settings()
    if (this.#taken >= atOnce + waiting) throw busy()
    this.#taken++
    let release: (() => void) | undefined
    let isLeft = false
    const ticket: Ticket = {
      turn: async cancelled => {
        this.#line.add(ticket)
        release = await this.#turns.acquire(waitSeconds * 1000, cancelled)
        this.#line.delete(ticket)
        if (!release) throw cancelled?.aborted ? new Refusal(409, 'upload.cancelled') : busy()
        this.#reading++
      },
      before: () => (this.#line.has(ticket) ? this.#reading + [...this.#line].indexOf(ticket) : undefined),
      leave: () => {
        if (isLeft) return
        isLeft = true
        if (release) this.#reading--
        release?.()
        this.#taken--
      },
    }
    return ticket
  }
}

/** `Retry-After`: by then one of the uploads under way has probably ended. */
const SOON = 10

const busy = () => new Refusal(429, 'upload.busy', {}, { retryAfter: SOON })
