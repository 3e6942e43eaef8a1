/**
 * Runs one request (a fetch or an upload) with a time-out (§9), and tells `connection` whether the server answered. A
 * write without a reliable response fails with `outcome: 'unknown'`, because the server may have done it.
 */
import { HttpError } from 'ra-core'
import { connection, isOutage } from '../connection'
import { watchCall } from '../longCalls'
import type { Effect } from './calls'
import { createPendingWrites } from './pendingWrites'

export interface DeliveryOptions {
  /** Time-out of a request (§9). */
  timeoutMs: number
  /** After this time the page says that it is still waiting (`StillWaiting`); never if absent. */
  stillWaitingMs?: number | undefined
  /** Translates an i18n key, for failures without a message from the server. */
  translate: (key: string, options?: Record<string, unknown>) => string
}

export interface DeliveryRequest {
  effect: Exclude<Effect, 'save'>
  /** Identifies the request and its user. A request with the same fingerprint is a repeat. */
  fingerprint: string
  body?: string | undefined
  /** Whether a page shows the user that it waits for the response. */
  isAwaited: boolean
  /** The page aborts it when it no longer needs the response. An abort does not count as a failure of the server. */
  signal?: AbortSignal | undefined
}

export interface Transmission {
  signal: AbortSignal
  /** The body to send. A repeat sends the body of the first try. */
  body: string | undefined
  /** The `Idempotency-Key`, if the request creates something. */
  key: string | undefined
  /** Whether an earlier try of the same request got no response. */
  isRepeat: boolean
  /** To be called whenever bytes were sent or received. Restarts the time-out, except that of a write. */
  onActivity: () => void
}

/** Thrown by `transmit` on a 401. The client then sends the request with a renewed token, or ends the session. */
export class Unauthorised extends Error {}

type AbortReason = 'timeout' | 'cancelled'

export function createDelivery({ timeoutMs, stillWaitingMs, translate }: DeliveryOptions) {
  const pendingWrites = createPendingWrites()

  /**
   * @param transmit sends the request and reads the response. It throws HttpError if the server refused, and any other
   * error if there was no response
   * @throws HttpError
   */
  return async function deliver<T>(
    { effect, fingerprint, body, isAwaited, signal }: DeliveryRequest,
    transmit: (transmission: Transmission) => Promise<T>,
  ): Promise<T> {
    const isWrite = effect !== 'nothing'
    const pending = isWrite ? pendingWrites.begin(fingerprint, body) : undefined
    const abortController = new AbortController()
    let abortReason: AbortReason | undefined
    const abort = (reason: AbortReason) => {
      abortReason = reason
      abortController.abort()
    }
    const startTimeout = () => setTimeout(() => abort('timeout'), timeoutMs)
    let timeout = startTimeout()
    const watch =
      isAwaited && stillWaitingMs
        ? watchCall({ isWrite, cancel: () => abort('cancelled') }, stillWaitingMs)
        : undefined
    const wasOffline = !navigator.onLine
    try {
      const result = await transmit({
        signal: signal ? AbortSignal.any([signal, abortController.signal]) : abortController.signal,
        body: pending ? pending.body : body,
        key: effect === 'create' ? pending?.key : undefined,
        isRepeat: pending?.isRepeat ?? false,
        onActivity: () => {
          watch?.restart()
          if (isWrite) return
          // A download may take longer than the time-out, as long as bytes arrive.
          clearTimeout(timeout)
          timeout = startTimeout()
        },
      })
      pending?.end('known')
      connection.reportResponse()
      return result
    } catch (error) {
      if (error instanceof Unauthorised) {
        // The server did nothing for this try, but it may have done an earlier one.
        pending?.end(pending.isRepeat ? 'unknown' : 'known')
        throw error
      }
      if (signal?.aborted) {
        // The server may have received the request.
        pending?.end('unknown')
        throw error
      }
      const failure =
        error instanceof HttpError
          ? error
          : noResponseError(abortReason ?? (wasOffline ? 'offline' : 'network'))
      // A request that the user cancelled does not show whether the server can be reached.
      if (abortReason === undefined || abortReason === 'timeout') reportToConnection(failure)
      const mayBeDone =
        isWrite && (mayHaveRun(failure) || (pending?.isRepeat === true && firstTryMayHaveRun(failure)))
      pending?.end(mayBeDone ? 'unknown' : 'known')
      throw mayBeDone ? withUnknownOutcome(failure) : failure
    } finally {
      clearTimeout(timeout)
      watch?.stop()
    }
  }

  function noResponseError(code: AbortReason | 'offline' | 'network'): HttpError {
    return new HttpError(translate(`shell.failure.${code}`), 0, { code })
  }

  function withUnknownOutcome({ message, status, body }: HttpError): HttpError {
    const text = `${message} ${translate('shell.failure.unknown')}`
    return new HttpError(text, status, { ...body, outcome: 'unknown' })
  }
}

/** The server's code while a request with the same key is still running. */
const STILL_RUNNING = 'idempotency.underWay'

/**
 * Whether the server may have run the first try, or may still be running it, after this response to a repeat (decision
 * 522). `locked`: another server process may be running the first try, and hold the lock on its key.
 */
const firstTryMayHaveRun = ({ status, body }: HttpError): boolean =>
  status === 429 || status >= 500 || body?.code === 'offline' || body?.code === 'locked'

/**
 * Whether the server may have done a write that failed with this error. That is unknown after a status of `isOutage`,
 * and after any other 5xx without a code, which may come from a proxy. An error with a code comes from our server,
 * which did nothing.
 */
function mayHaveRun({ status, body }: HttpError): boolean {
  if (body?.code === 'offline') return false
  if (body?.code === STILL_RUNNING) return true
  if (status === 200) return body?.code === 'unreadable'
  return isOutage(status) || (status >= 500 && typeof body?.code !== 'string')
}

function reportToConnection({ status }: HttpError): void {
  if (isOutage(status)) connection.reportFailure()
  else connection.reportResponse()
}

/** Whether `deliver` failed with an error after which the server may have done the write. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof HttpError && error.body?.outcome === 'unknown'
