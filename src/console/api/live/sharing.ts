/**
 * One stream for all tabs of a browser: the tab that holds a lock reads it and passes the events on to the others. When
 * it closes, the next tab takes the lock and resumes after the last event that it got.
 */
import type { StreamData } from '../../../contract/events'
import type { StreamEvent } from '../../../domain/changeStream'
import type { LiveState } from '../../live'
import type { StreamEvents } from './stream'

/** Messages between tabs. */
type Message =
  /** A new tab, and the time since which it may have missed events. */
  | { kind: 'hello'; from: string; ago: number }
  | { kind: 'state'; state: LiveState; to?: string }
  | { kind: 'event'; event: StreamEvent; data: StreamData; lastId: string | undefined; to?: string }

/** The part of `BroadcastChannel` that is needed. */
export interface Channel {
  postMessage(message: Message): void
  onmessage: ((event: { data: Message }) => void) | null
  close(): void
}

interface SharingOptions extends StreamEvents {
  channel: Channel
  locks: Pick<LockManager, 'request'>
  /** The name of the lock; tabs of the same user have the same. */
  name: string
  /** The time since which this tab may have missed events. */
  since: number
  /** Reads the stream; returns a function that ends it. */
  read(from: {
    since: number
    lastId: string | undefined
    events: StreamEvents
    onId: (lastId: string) => void
  }): () => void
}

/** Recent events, for tabs that are opened later. */
const MAX_RECENT = 100

/** @returns ends it for this tab; another takes over */
export function shareStream({ channel, locks, name, since, read, event, state }: SharingOptions): () => void {
  const self = crypto.randomUUID()
  const leaving = new AbortController()
  let isLeader = false
  let current: LiveState = 'none'
  let lastId: string | undefined
  let receivedAt = since
  const recent: { at: number; event: StreamEvent; data: StreamData }[] = []

  const leaderEvents: StreamEvents = {
    event(name, data) {
      receivedAt = Date.now()
      recent.push({ at: receivedAt, event: name, data })
      if (recent.length > MAX_RECENT) recent.shift()
      channel.postMessage({ kind: 'event', event: name, data, lastId })
      event(name, data)
    },
    state(next) {
      current = next
      channel.postMessage({ kind: 'state', state: next })
      state(next)
    },
  }

  channel.onmessage = ({ data: message }) => {
    if ('to' in message && message.to !== undefined && message.to !== self) return
    if (message.kind === 'hello') {
      if (isLeader) welcome(message.from, message.ago)
      return
    }
    if (isLeader) return
    if (message.kind === 'state') {
      current = message.state
      return state(current)
    }
    receivedAt = Date.now()
    lastId = message.lastId
    event(message.event, message.data)
  }

  /** Sends a new tab the state of the stream, and the events that it may have missed while it loaded. */
  function welcome(to: string, ago: number): void {
    channel.postMessage({ kind: 'state', state: current, to })
    for (const { at, event, data } of recent)
      if (event !== 'ready' && at >= Date.now() - ago)
        channel.postMessage({ kind: 'event', event, data, lastId, to })
  }

  channel.postMessage({ kind: 'hello', from: self, ago: Date.now() - since })
  locks
    .request(name, { signal: leaving.signal }, async () => {
      isLeader = true
      const stop = read({
        since: receivedAt,
        lastId,
        events: leaderEvents,
        onId: id => {
          lastId = id
        },
      })
      await new Promise(resolve => leaving.signal.addEventListener('abort', resolve))
      stop()
    })
    .catch(() => undefined)
  return () => {
    leaving.abort()
    channel.close()
  }
}
