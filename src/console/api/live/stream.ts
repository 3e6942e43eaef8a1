/**
 * Reads the stream of changes and begins again where it broke off, after growing pauses that differ between browsers.
 */
import { createParser } from 'eventsource-parser'
import type { StreamData } from '../../../contract/events'
import { MOST_AGO, STREAM_EVENTS, type StreamEvent } from '../../../domain/changeStream'
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
  received: (lastId: string) => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
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
  let breaking: ReturnType<typeof setTimeout> | undefined

  const broken = () => {
    breaking ??= setTimeout(() => options.state('lost'), GRACE_MS)
  }
  const mended = () => {
    clearTimeout(breaking)
    breaking = undefined
    options.state('live')
  }

  async function once(): Promise<Outcome> {
    const token = options.token()
    if (!token) return 'failed'
    const attempt = new AbortController()
    const leave = () => attempt.abort()
    signal.addEventListener('abort', leave)
    let silence = 2.5 * HEARTBEAT_S * 1000
    let watch = setTimeout(leave, silence)
    try {
      const ago = Math.min(Date.now() - since + MARGIN_MS, MOST_AGO)
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
            options.received(id)
          }
          const known = STREAM_EVENTS.find(one => one === event)
          const said = known && dataOf(data)
          if (!said) return
          if (known === 'ready') mended()
          if (said.heartbeatSeconds) silence = 2.5 * said.heartbeatSeconds * 1000
          options.event(known, said)
        },
      })
      const reader = response.body.getReader()
      const decoder = new TextDecoder()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return 'ended'
        since = Date.now()
        clearTimeout(watch)
        watch = setTimeout(leave, silence)
        parser.feed(decoder.decode(value, { stream: true }))
      }
    } catch {
      return 'failed'
    } finally {
      clearTimeout(watch)
      signal.removeEventListener('abort', leave)
      attempt.abort()
    }
  }

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const outcome = await once()
      if (signal.aborted) return
      if (outcome === 'missing') {
        clearTimeout(breaking)
        breaking = undefined
        options.state('none')
      } else broken()
      // A stream that had begun and was ended by the server is opened again at once.
      if (outcome === 'ended') pause = FIRST_PAUSE_MS
      await sleep(outcome === 'missing' ? MISSING_PAUSE_MS : pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
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
  const awake = () => wake()
  window.addEventListener('online', awake)
  void run()
  return () => {
    window.removeEventListener('online', awake)
    clearTimeout(breaking)
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
