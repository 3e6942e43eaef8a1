/** Counts refused and ignored messages by fault, and logs the counts once a minute instead of one line per message. */
import type { Log } from './log'

/** Why a message or a connection was refused or ignored. */
export type Fault =
  /** At the embedded broker, or when an external broker asks this server (`brokerAnswers`). */
  | 'login refused'
  | 'topic refused'
  /** At the embedded broker. */
  | 'too many connections'
  | 'packet too large'
  | 'flood'
  | 'reads too slowly'
  | 'connection broken'
  | 'access withdrawn'
  /** In messages from any broker. */
  | 'topic unknown'
  | 'payload too large'
  | 'payload not understood'
  | 'payload partly understood'
  | 'device unknown'
  | 'result unexpected'
  | 'telemetry dropped'
  | 'message not stored'

/** Time between two log lines. */
const LOG_INTERVAL_MS = 60_000

export class Tally {
  readonly #counts = new Map<Fault, number>()
  readonly #timer: NodeJS.Timeout

  /** @param message text of the log line */
  constructor(
    private readonly log: Pick<Log, 'warn'>,
    private readonly message = 'gateway: refused or ignored in the last minute',
  ) {
    this.#timer = setInterval(() => this.flush(), LOG_INTERVAL_MS).unref()
  }

  add(fault: Fault, count = 1): void {
    if (count > 0) this.#counts.set(fault, this.of(fault) + count)
  }

  /** The count since the last log line. */
  of(fault: Fault): number {
    return this.#counts.get(fault) ?? 0
  }

  /** Logs the counts and starts again at zero. */
  flush(): void {
    if (this.#counts.size === 0) return
    this.log.warn({ counts: Object.fromEntries(this.#counts) }, this.message)
    this.#counts.clear()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.flush()
  }
}
