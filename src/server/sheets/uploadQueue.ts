/** Limits how many uploads are read at the same time. Others wait, up to a maximum. */
import type { ServerSettings } from '../../engine/compiled'
import { Refusal } from '../refusal'
import { Semaphore } from '../semaphore'

/** The place of an upload in the queue. */
export interface Ticket {
  /**
   * Resolves when the upload may be read.
   *
   * @throws Refusal 429 after too long a wait, 409 if the upload is cancelled while it waits
   */
  turn(cancelled?: AbortSignal): Promise<void>
  /** The number of uploads before this one, including the ones being read; `undefined` if it does not wait. */
  before(): number | undefined
  /** Leaves the queue, so that the next upload may start. */
  leave(): void
}

export class UploadQueue {
  /** Uploads with a ticket, and the ones of them that are being read. */
  #entered = 0
  #reading = 0
  /** Waiting uploads, the next one first. */
  readonly #waiting = new Set<Ticket>()
  readonly #semaphore: Semaphore

  constructor(private readonly settings: () => ServerSettings['uploads']) {
    this.#semaphore = new Semaphore(() => settings().atOnce)
  }

  /** Call it before the upload is received. @throws Refusal 429 if the queue is full */
  enter(): Ticket {
    const { atOnce, waiting, waitSeconds } = this.settings()
    if (this.#entered >= atOnce + waiting) throw busy()
    this.#entered++
    let release: (() => void) | undefined
    let isLeft = false
    const ticket: Ticket = {
      turn: async cancelled => {
        this.#waiting.add(ticket)
        release = await this.#semaphore.acquire(waitSeconds * 1000, cancelled)
        this.#waiting.delete(ticket)
        if (!release) throw cancelled?.aborted ? new Refusal(409, 'upload.cancelled') : busy()
        this.#reading++
      },
      before: () =>
        this.#waiting.has(ticket) ? this.#reading + [...this.#waiting].indexOf(ticket) : undefined,
      leave: () => {
        if (isLeft) return
        isLeft = true
        if (release) this.#reading--
        release?.()
        this.#entered--
      },
    }
    return ticket
  }
}

/** Seconds for `Retry-After`: by then one of the running uploads has probably ended. */
const RETRY_SECONDS = 10

const busy = () => new Refusal(429, 'upload.busy', {}, { retryAfter: RETRY_SECONDS })
