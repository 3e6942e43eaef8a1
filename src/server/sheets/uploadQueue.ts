/** Uploads are read a few at a time; the others wait their turn, and one too many is refused at once. */
import type { ServerSettings } from '../../engine/compiled'
import { Refusal } from '../refusal'
import { Turns } from '../turns'

/** What an upload has of the queue. */
interface Ticket {
  /**
   * Resolves when it is this upload's turn.
   *
   * @throws Refusal 429 when that takes too long, 409 when the upload is cancelled while it waits
   */
  turn(cancelled?: AbortSignal): Promise<void>
  /** Lets the next one in. */
  leave(): void
}

export class UploadQueue {
  #taken = 0
  readonly #turns: Turns

  constructor(private readonly settings: () => ServerSettings['uploads']) {
    this.#turns = new Turns(() => settings().atOnce)
  }

  /** @throws Refusal 429 when the queue is full; asked before the file is read */
  enter(): Ticket {
    const { atOnce, waiting, waitSeconds } = this.settings()
    if (this.#taken >= atOnce + waiting) throw busy()
    this.#taken++
    let giveBack: (() => void) | undefined
    let isLeft = false
    return {
      turn: async cancelled => {
        giveBack = await this.#turns.take(waitSeconds * 1000, cancelled)
        if (!giveBack) throw cancelled?.aborted ? new Refusal(409, 'upload.cancelled') : busy()
      },
      leave: () => {
        if (isLeft) return
        isLeft = true
        giveBack?.()
        this.#taken--
      },
    }
  }
}

/** `Retry-After`: by then one of the uploads under way has probably ended. */
const SOON = 10

const busy = () => new Refusal(429, 'upload.busy', {}, { retryAfter: SOON })
