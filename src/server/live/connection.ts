/** The stream of one console, with a bounded buffer: a slow reader loses changes and is sent a `reset` instead. */
import type { ServerResponse } from 'node:http'
import type { StreamData } from '../../contract/events'
import type { StreamEvent } from '../../domain/changeStream'
import type { Caller } from '../caller'

/** The signed-in user of a console, and when the token expires. */
export interface Reader {
  caller: Pick<Caller, 'id' | 'level' | 'vendor' | 'levels' | 'role' | 'session'>
  /** The caller's network address, by which streams are limited. */
  origin: string
  /** When the token expires, in milliseconds since 1970. */
  expires: number
}

/** A reader that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000

/** An event in the format of server-sent events. */
export const eventText = (event: StreamEvent, id: string, data: StreamData): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export class Connection {
  /** The number of the batch up to which everything was written; `undefined` until `ready` can be sent. */
  position: number | undefined
  /** Since when the buffer is too full to write; in ms since 1970, as all times here. */
  #stalledSince: number | undefined
  #wroteAt = 0

  /**
   * @param bufferBytes the most bytes that may wait to be read
   * @param onCaughtUp called when a reader that was too slow has read its buffer
   */
  constructor(
    readonly reader: Reader,
    private readonly response: ServerResponse,
    private readonly bufferBytes: () => number,
    onCaughtUp: () => void,
  ) {
    // A broken connection also emits `close`, which is handled.
    response.on('error', () => undefined)
    response.on('drain', () => {
      if (this.#stalledSince === undefined) return
      this.#stalledSince = undefined
      onCaughtUp()
    })
  }

  /** Writes the text, unless the reader is too slow or gone. */
  write(text: string, now: number): void {
    if (this.#stalledSince !== undefined || this.response.writableEnded || this.response.destroyed) return
    this.#wroteAt = now
    this.response.write(text)
    if (this.response.writableLength > this.bufferBytes()) this.#stalledSince = now
  }

  /** Sends a heartbeat if nothing else was sent within the interval; disconnects a stalled reader. */
  beat(now: number, everyMs: number): void {
    const isStalled = this.#stalledSince !== undefined && now - this.#stalledSince > STALLED_MS
    if (isStalled) this.response.destroy()
    else if (now - this.#wroteAt >= everyMs) this.write(':\n\n', now)
  }

  /**
   * Ends the stream. A console that does not read would keep the ended response open and still count as a stream, so
   * the connection is destroyed after some time.
   */
  end(): void {
    this.response.end()
    setTimeout(() => this.response.destroy(), STALLED_MS).unref()
  }
}
