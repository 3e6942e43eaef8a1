/**
 * One request from its sending to its answer, or to the end of the patience with it (§9), whatever carries it. A write that ends
 * without an answer that can be relied on fails with `outcome: 'unknown'`: it may have been done.
 */
import { HttpError } from 'ra-core'
import { connection, isOutage } from '../connection'
import { watchCall } from '../longCalls'
import { createAttempts } from './attempts'
import type { Effect } from './calls'

export interface DeliveryOptions {
  timeoutMs: number
  /** After so long without an answer the page says that it still waits; never without it. */
  stillWaitingMs?: number | undefined
  translate: (key: string, options?: Record<string, unknown>) => string
}

export interface DeliveryRequest {
  effect: Exclude<Effect, 'save'>
  /** What is asked for, by whom: the same text is the same request. */
  fingerprint: string
  /** The page waits for it. */
  attended: boolean
  /** Aborted by the page itself: that is no failure. */
  signal?: AbortSignal | undefined
}

export interface Transmission {
  signal: AbortSignal
  /** For the header `Idempotency-Key`, where something is created. */
  key: string | undefined
  /** An earlier try of the same ended without an answer. */
  again: boolean
  /** Bytes have moved: the wait for a sign of life begins anew. */
  onActivity: () => void
}

/** 401 for this request: neither success nor failure for who asked. */
export class Unauthorised extends Error {}

type End = 'timeout' | 'cancelled'

export function createDelivery({ timeoutMs, stillWaitingMs, translate }: DeliveryOptions) {
  const attempts = createAttempts()

  /** @param transmit sends it; it throws HttpError for an answer that is a refusal, anything else where there is no answer */
  return async function deliver<T>(
    { effect, fingerprint, attended, signal }: DeliveryRequest,
    transmit: (transmission: Transmission) => Promise<T>,
  ): Promise<T> {
    const write = effect !== 'nothing'
    const attempt = write ? attempts.begin(fingerprint) : undefined
    const stop = new AbortController()
    let ended: End | undefined
    const end = (why: End) => {
      ended = why
      stop.abort()
    }
    const limit = setTimeout(() => end('timeout'), timeoutMs)
    const wait =
      attended && stillWaitingMs
        ? watchCall({ write, cancel: () => end('cancelled') }, stillWaitingMs)
        : undefined
    const wasOffline = !navigator.onLine
    try {
      const result = await transmit({
        signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
        key: effect === 'create' ? attempt?.key : undefined,
        again: attempt?.again ?? false,
        onActivity: () => wait?.restart(),
      })
      attempt?.end('known')
      connection.answered()
      return result
    } catch (error) {
      if (error instanceof Unauthorised) {
        attempt?.end(attempt.again ? 'unknown' : 'known')
        throw error
      }
      if (signal?.aborted) {
        attempt?.end('unknown')
        throw error
      }
      const failure =
        error instanceof HttpError ? error : unanswered(ended ?? (wasOffline ? 'offline' : 'network'))
      // Who stops waiting says nothing about the server.
      if (ended === undefined || ended === 'timeout') note(failure)
      const unknown = write && isUnknown(failure)
      attempt?.end(unknown || (attempt.again && failure.status === 429) ? 'unknown' : 'known')
      throw unknown ? ofUnknownOutcome(failure) : failure
    } finally {
      clearTimeout(limit)
      wait?.stop()
    }
  }

  function unanswered(code: End | 'offline' | 'network'): HttpError {
    return new HttpError(translate(`shell.failure.${code}`), 0, { code })
  }

  function ofUnknownOutcome({ message, status, body }: HttpError): HttpError {
    const sentence = `${message} ${translate('shell.failure.unknown')}`
    return new HttpError(sentence, status, { ...body, outcome: 'unknown' })
  }
}

/** Our server says with a code that nothing was done; a proxy in between knows nothing about it. */
function isUnknown({ status, body }: HttpError): boolean {
  if (body?.code === 'offline') return false
  if (status === 200) return body?.code === 'unreadable'
  return isOutage(status) || (status >= 500 && typeof body?.code !== 'string')
}

function note({ status }: HttpError): void {
  if (isOutage(status)) connection.failed()
  else connection.answered()
}

/** Whether a failed write may have been done all the same. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof HttpError && error.body?.outcome === 'unknown'
