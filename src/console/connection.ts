/**
 * Tracks whether the server can be reached, by `navigator.onLine` and the results of calls. While it cannot, a probe
 * runs at growing intervals, if there are listeners.
 */

type ConnectionState =
  | 'reached'
  /** The browser has no network. */
  | 'offline'
  /** The server does not answer although the browser has a network. */
  | 'unreachable'

interface Listener {
  /** The state has changed. */
  onChange?: () => void
  /** Calls that failed without a response may be retried. */
  onRetry?: () => void
}

const MIN_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000
/** After this time without a failure the delay is reset. */
const CALM_MS = 60_000

/** Statuses of a proxy that cannot reach the server, or a server that cannot reach its database: a retry may help. */
export const isOutage = (status: unknown): boolean =>
  status === 0 || status === 502 || status === 503 || status === 504

/** Whether a retry would get the same status: a 4xx other than 408 (time-out) and 429 (too many requests). */
export const isFinalStatus = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

export function createConnection() {
  const listeners = new Set<Listener>()
  let state: ConnectionState = 'reached'
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = MIN_DELAY_MS
  let lastFailure = 0
  let isProbing = false
  let probe = async () => true

  const emit = (event: keyof Listener) => {
    for (const listener of [...listeners]) listener[event]?.()
  }
  const set = (next: ConnectionState) => {
    if (state === next) return
    state = next
    emit('onChange')
  }
  const retryCalls = () => emit('onRetry')
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const schedule = (act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      act()
    }, delay)
    delay = Math.min(delay * 2, MAX_DELAY_MS)
  }

  async function check(): Promise<void> {
    if (isProbing || listeners.size === 0) return
    isProbing = true
    const reached = await probe()
    isProbing = false
    if (listeners.size === 0) return
    if (!navigator.onLine) return set('offline')
    if (!reached) {
      set('unreachable')
      return schedule(() => void check())
    }
    const wasUnreachable = state !== 'reached'
    set('reached')
    // The server answers although a call failed: retry calls after growing delays.
    if (wasUnreachable) retryCalls()
    else schedule(retryCalls)
  }

  const onOffline = () => {
    stopTimer()
    set('offline')
  }
  const onOnline = () => {
    delay = MIN_DELAY_MS
    void check()
  }

  return {
    state: () => state,

    /** Sets the call that probes the server. */
    setProbe(newProbe: () => Promise<boolean>): void {
      probe = newProbe
    },

    /** A call got no response, or a status of `isOutage`. */
    reportFailure(): void {
      if (listeners.size === 0) return
      const now = Date.now()
      if (now - lastFailure > CALM_MS) delay = MIN_DELAY_MS
      lastFailure = now
      if (!navigator.onLine) onOffline()
      else if (timer === undefined) void check()
    },

    /** A call got a response of the server. */
    reportResponse(): void {
      if (state === 'reached' || listeners.size === 0) return
      stopTimer()
      set('reached')
      retryCalls()
    },

    listen(listener: Listener): () => void {
      if (listeners.size === 0) {
        state = navigator.onLine ? 'reached' : 'offline'
        window.addEventListener('offline', onOffline)
        window.addEventListener('online', onOnline)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopTimer()
        window.removeEventListener('offline', onOffline)
        window.removeEventListener('online', onOnline)
      }
    },
  }
}

export const connection = createConnection()

const PROBE_LIMIT_MS = 10_000

/** Whether the server answers. Sends no token: a refusal is an answer, too, and needs no query of the database. */
export async function isAnswering(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS)
  try {
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal })
    return !isOutage(status)
  } catch {
    return false
  }
}
