/**
 * Reads the stream of changes and begins again where it broke off, after growing pauses that differ between browsers.
 */
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
  /** The server no longer takes this token. */
  onUnauthorised: (token: string) => void
  /** From when on events are wanted, in milliseconds since 1970. */
  since: number
  /** The id of the last event that another tab got. */
  lastId?: string | undefined
  /** Called with the id after which to resume. */
  onId: (lastId: string) => void
}

const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** How often a server without a stream is asked again: it may have been replaced by one that has it. */
const MISSING_PAUSE_MS = 300_000
/** A shorter interruption is not shown. */
const GRACE_MS = 1_500
/** Added to the asked time, for the way of the answer and the clocks. */
const MARGIN_MS = 1_000
const HEARTBEAT_S = 15

type Outcome = 'ended' | 'failed' | 'missing'

/** @returns ends it */
export function readStream(options: StreamOptions): () => void {
  const closing = new AbortController()
  const { signal } = closing
  let lastId = options.lastId
  let { since } = options
  let wake = () => {}
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
    let maxSilenceMs = 2.5 * HEARTBEAT_S * 1000
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
      // A server that answers every address with the console's page has no stream.
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
          if (parsed.heartbeatSeconds) maxSilenceMs = 2.5 * parsed.heartbeatSeconds * 1000
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
      // A stream that had begun and was ended by the server is opened again at once.
      if (outcome === 'ended') pause = MIN_PAUSE_MS
      await sleep(outcome === 'missing' ? MISSING_PAUSE_MS : pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
    }
  }

  const sleep = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const onOnline = () => wake()
  window.addEventListener('online', onOnline)
  void run()
  return () => {
    window.removeEventListener('online', onOnline)
    clearTimeout(lostTimer)
    closing.abort()
    wake()
  }
}

function dataOf(text: string): StreamData | undefined {
  try {
    return JSON.parse(text) as StreamData
  } catch {
    return undefined
  }
}
