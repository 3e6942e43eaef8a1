/** The end of an answer: it was sent completely, or its reader has disconnected. */
import type { ServerResponse } from 'node:http'

/** Calls back once the connection of the answer has closed; at once if it has already, since `close` is emitted only once. */
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
