/** Reads the stream of changes. After an interruption it reconnects with growing random pauses, and resumes. */
import { createParser } from 'eventsource-parser'
import type { StreamData } from '../../../contract/events'
import { MAX_AGO_MS, STREAM_EVENTS, type StreamEvent } from '../../../domain/changeStream'
import type { LiveState } from '../../live'
import { addressOf } from '../calls'

export interface StreamEvents {
  event(event: StreamEvent, data: StreamData): void
  state(state: LiveState): void
}

export interface StreamOptions extends StreamEvents {
  token: () => string | undefined
  locale: () => string
  /** Called when the server has refused the token. */
  onUnauthorised: (token: string) => void
  /** The time of the first wanted event, in ms since 1970. */
  since: number
  /** The id of the last event, if another tab has read the stream before. */
  lastId?: string | undefined
  /** Called with the id of each event, after which the stream can be resumed. */
  onId: (lastId: string) => void
}

/** The pause between attempts doubles from the first to the second value. A random 50 % to 150 % of it is waited. */
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** The pause if the server has no stream. A later version of the server may have one. */
const MISSING_PAUSE_MS = 300_000
/** Shorter interruptions are not shown to the user. */
const GRACE_MS = 1_500
/** Added to the requested period, for latency and differences between the clocks. */
const MARGIN_MS = 1_000
/** Default, until the server has sent its interval. */
const HEARTBEAT_S = 15
/** After a silence of this many heartbeats the connection counts as broken. */
const MAX_SILENT_BEATS = 2.5

type Outcome = 'ended' | 'failed' | 'missing'

/** @returns a function that stops reading */
export function readStream(options: StreamOptions): () => void {
  const closing = new AbortController()
  const { signal } = closing
  let lastId = options.lastId
  let { since } = options
  let endPause = () => {}
  let lostTimer: ReturnType<typeof setTimeout> | undefined

  const onBroken = () => {
    lostTimer ??= setTimeout(() => options.state('lost'), GRACE_MS)
  }
  const onConnected = () => {
    clearTimeout(lostTimer)
    lostTimer = undefined
    options.state('live')
  }

  async function connect(): Promise<Outcome> {
    const token = options.token()
    if (!token) return 'failed'
    const attempt = new AbortController()
    const abortAttempt = () => attempt.abort()
    signal.addEventListener('abort', abortAttempt)
    let maxSilenceMs = MAX_SILENT_BEATS * HEARTBEAT_S * 1000
    let silenceTimer = setTimeout(abortAttempt, maxSilenceMs)
    try {
      const ago = Math.min(Date.now() - since + MARGIN_MS, MAX_AGO_MS)
      const response = await fetch(addressOf('events.stream', undefined, { ago }).url, {
        headers: {
          Accept: 'text/event-stream',
          'Accept-Language': options.locale(),
          Authorization: `Bearer ${token}`,
          ...(lastId ? { 'Last-Event-ID': lastId } : {}),
        },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: attempt.signal,
      })
      if (response.status === 401) options.onUnauthorised(token)
      if (response.status === 404 || response.status === 405) return 'missing'
      if (!response.ok || !response.body) return 'failed'
      // A server without a stream may respond with the console's page.
      if (!/^text\/event-stream/.test(response.headers.get('content-type') ?? '')) return 'missing'
      const parser = createParser({
        onEvent({ event = '', id, data }) {
          if (id) {
            lastId = id
            options.onId(id)
          }
          const name = STREAM_EVENTS.find(candidate => candidate === event)
          const parsed = name && dataOf(data)
          if (!parsed) return
          if (name === 'ready') onConnected()
          if (parsed.heartbeatSeconds) maxSilenceMs = MAX_SILENT_BEATS * parsed.heartbeatSeconds * 1000
          options.event(name, parsed)
        },
      })
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return 'ended'
        since = Date.now()
        clearTimeout(silenceTimer)
        silenceTimer = setTimeout(abortAttempt, maxSilenceMs)
        parser.feed(decoder.decode(value, { stream: true }))
      }
    } catch {
      return 'failed'
    } finally {
      clearTimeout(silenceTimer)
      signal.removeEventListener('abort', abortAttempt)
      attempt.abort()
    }
  }

  async function run(): Promise<void> {
    let pause = MIN_PAUSE_MS
    while (!signal.aborted) {
      const outcome = await connect()
      if (signal.aborted) return
      if (outcome === 'missing') {
        clearTimeout(lostTimer)
        lostTimer = undefined
        options.state('none')
      } else onBroken()
      // A connection that worked and was closed by the server is reopened soon.
      if (outcome === 'ended') pause = MIN_PAUSE_MS
      await sleep(outcome === 'missing' ? MISSING_PAUSE_MS : pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
    }
  }

  const sleep = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const onOnline = () => endPause()
  window.addEventListener('online', onOnline)
  void run()
  return () => {
    window.removeEventListener('online', onOnline)
    clearTimeout(lostTimer)
    closing.abort()
    endPause()
  }
}

function dataOf(text: string): StreamData | undefined {
  try {
    return JSON.parse(text) as StreamData
  } catch {
    return undefined
  }
}
