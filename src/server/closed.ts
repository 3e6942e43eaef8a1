/** The end of an answer: sent whole, or its reader is gone. */
import type { ServerResponse } from 'node:http'

/** Calls once the connection of the answer has closed; at once where it has already, for `close` never comes again. */
export function onceClosed(response: ServerResponse, then: () => void): void {
  if (response.destroyed) then()
  else response.once('close', then)
}

/** Aborts when the reader goes before the answer was sent. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  onceClosed(response, () => {
    if (!response.writableEnded) gone.abort()
  })
  return gone.signal
}
