/**
 * Whether the server can be reached: from `navigator.onLine`, from the results of calls, and while it cannot, from a
 * probe at growing intervals, which runs only while there are listeners.
 */

type ConnectionState =
  | 'reached'
  /** The browser has no network. */
  | 'offline'
  /** There is a network, and the server does not answer. */
  | 'unreachable'

interface Listener {
  /** The state has changed. */
  changed?: () => void
  /** Calls that failed without an answer may be repeated. */
  again?: () => void
}

const FIRST_MS = 2_000
const LONGEST_MS = 30_000
/** After this time without a failure the pauses start from the shortest again. */
const CALM_MS = 60_000

/** Statuses of a proxy without its server, and of a server without its database: asking again may help. */
export const isOutage = (status: unknown): boolean =>
  status === 0 || status === 502 || status === 503 || status === 504

export function createConnection() {
  const listeners = new Set<Listener>()
  let state: ConnectionState = 'reached'
  let timer: ReturnType<typeof setTimeout> | undefined
  let delay = FIRST_MS
  let lastFailure = 0
  let asking = false
  let probe = async () => true

  const tell = (event: keyof Listener) => {
    for (const listener of [...listeners]) listener[event]?.()
  }
  const set = (next: ConnectionState) => {
    if (state === next) return
    state = next
    tell('changed')
  }
  const askAgain = () => tell('again')
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const later = (act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      act()
    }, delay)
    delay = Math.min(delay * 2, LONGEST_MS)
  }

  async function look(): Promise<void> {
    if (asking || listeners.size === 0) return
    asking = true
    const reached = await probe()
    asking = false
    if (listeners.size === 0) return
    if (!navigator.onLine) return set('offline')
    if (!reached) {
      set('unreachable')
      return later(() => void look())
    }
    const wasAway = state !== 'reached'
    set('reached')
    // The server answers, and yet a call failed: calls are repeated after growing pauses.
    if (wasAway) askAgain()
    else later(askAgain)
  }

  const offline = () => {
    stopTimer()
    set('offline')
  }
  const online = () => {
    delay = FIRST_MS
    void look()
  }

  return {
    state: () => state,

    /** Sets the call that probes the server. */
    probeBy(ask: () => Promise<boolean>): void {
      probe = ask
    },

    /** A call got no answer, or a proxy's answer without its server. */
    failed(): void {
      if (listeners.size === 0) return
      const now = Date.now()
      if (now - lastFailure > CALM_MS) delay = FIRST_MS
      lastFailure = now
      if (!navigator.onLine) offline()
      else if (timer === undefined) void look()
    },

    /** The server has answered. */
    answered(): void {
      if (state === 'reached' || listeners.size === 0) return
      stopTimer()
      set('reached')
      askAgain()
    },

    listen(listener: Listener): () => void {
      if (listeners.size === 0) {
        state = navigator.onLine ? 'reached' : 'offline'
        window.addEventListener('offline', offline)
        window.addEventListener('online', online)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopTimer()
        window.removeEventListener('offline', offline)
        window.removeEventListener('online', online)
      }
    },
  }
}

/** The page's own. */
export const connection = createConnection()

const PROBE_LIMIT_MS = 10_000

/** Any answer will do: without a token it is a refusal, for which no record is read. */
export async function isAnswering(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS)
  try {
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal })
    return !isOutage(status)
  } catch {
    return false
  }
}
