/**
 * Waits for one request, whatever carries it, until its answer or its time-out (§9), and reports to `connection` what
 * became of it. A write that ends without a reliable answer fails with `outcome: 'unknown'`: it may have been done.
 */
import { HttpError } from 'ra-core'
import { connection, isOutage } from '../connection'
import { watchCall } from '../longCalls'
import type { Effect } from './calls'
import { createPendingWrites } from './pendingWrites'

export interface DeliveryOptions {
  /** Time-out of a request (§9). */
  timeoutMs: number
  /** After this time the page says that it is still waiting; never if absent. */
  stillWaitingMs?: number | undefined
  /** The sentence of a key, for failures that have no sentence of the server's. */
  translate: (key: string, options?: Record<string, unknown>) => string
}

export interface DeliveryRequest {
  effect: Exclude<Effect, 'save'>
  /** Identifies the request and its user: the same text is the same request. */
  fingerprint: string
  body?: string | undefined
  /** The page waits for it. */
  isUserInitiated: boolean
  /** Aborted by the page itself: that is no failure. */
  signal?: AbortSignal | undefined
}

export interface Transmission {
  signal: AbortSignal
  /** The body of the first try, when this one repeats it. */
  body: string | undefined
  /** For the header `Idempotency-Key`, where something is created. */
  key: string | undefined
  /** An earlier try of the same ended without an answer. */
  isRepeat: boolean
  /** To be called when bytes were transferred: restarts the time-out. */
  onActivity: () => void
}

/** 401: the session has ended, and the caller gets neither success nor failure. */
export class Unauthorised extends Error {}

type AbortReason = 'timeout' | 'cancelled'

export function createDelivery({ timeoutMs, stillWaitingMs, translate }: DeliveryOptions) {
  const pendingWrites = createPendingWrites()

  /**
   * @param transmit sends it; it throws HttpError for an answer that is a refusal, anything else where there is no
   * answer
   */
  return async function deliver<T>(
    { effect, fingerprint, body, isUserInitiated: attended, signal }: DeliveryRequest,
    transmit: (transmission: Transmission) => Promise<T>,
  ): Promise<T> {
    const isWrite = effect !== 'nothing'
    const pending = isWrite ? pendingWrites.begin(fingerprint, body) : undefined
    const abortController = new AbortController()
    let abortReason: AbortReason | undefined
    const abort = (why: AbortReason) => {
      abortReason = why
      abortController.abort()
    }
    const startTimeout = () => setTimeout(() => abort('timeout'), timeoutMs)
    let timeout = startTimeout()
    const watch =
      attended && stillWaitingMs
        ? watchCall({ write: isWrite, cancel: () => abort('cancelled') }, stillWaitingMs)
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
          // A file that is arriving is an answer, however long it is.
          clearTimeout(timeout)
          timeout = startTimeout()
        },
      })
      pending?.end('known')
      connection.reportResponse()
      return result
    } catch (error) {
      if (error instanceof Unauthorised) {
        pending?.end(pending.isRepeat ? 'unknown' : 'known')
        throw error
      }
      if (signal?.aborted) {
        pending?.end('unknown')
        throw error
      }
      const failure =
        error instanceof HttpError ? error : noResponse(abortReason ?? (wasOffline ? 'offline' : 'network'))
      // A user who stops waiting is no sign that the server is away.
      if (abortReason === undefined || abortReason === 'timeout') reportToConnection(failure)
      const unknown =
        isWrite && (isOutcomeOpen(failure) || (pending?.isRepeat === true && leavesFirstTryOpen(failure)))
      pending?.end(unknown ? 'unknown' : 'known')
      throw unknown ? withUnknownOutcome(failure) : failure
    } finally {
      clearTimeout(timeout)
      watch?.stop()
    }
  }

  function noResponse(code: AbortReason | 'offline' | 'network'): HttpError {
    return new HttpError(translate(`shell.failure.${code}`), 0, { code })
  }

  function withUnknownOutcome({ message, status, body }: HttpError): HttpError {
    const text = `${message} ${translate('shell.failure.unknown')}`
    return new HttpError(text, status, { ...body, outcome: 'unknown' })
  }
}

/** A request with the same key has not ended on the server. */
const STILL_RUNNING = 'idempotency.underWay'

/**
 * Whether this answer to a repeat leaves open what became of the first try, which may still be working (decision 522).
 * `locked`: another process of the server may hold the row of the key for it.
 */
const leavesFirstTryOpen = ({ status, body }: HttpError): boolean =>
  status === 429 || status >= 500 || body?.code === 'offline' || body?.code === 'locked'

/**
 * An error with a code is from our server and says that nothing was done; one without may be a proxy's, which does not
 * know.
 */
function isOutcomeOpen({ status, body }: HttpError): boolean {
  if (body?.code === 'offline') return false
  if (body?.code === STILL_RUNNING) return true
  if (status === 200) return body?.code === 'unreadable'
  return isOutage(status) || (status >= 500 && typeof body?.code !== 'string')
}

function reportToConnection({ status }: HttpError): void {
  if (isOutage(status)) connection.reportFailure()
  else connection.reportResponse()
}

/** Whether a failed write may have been done all the same. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof HttpError && error.body?.outcome === 'unknown'
