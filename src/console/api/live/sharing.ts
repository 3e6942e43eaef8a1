/**
 * Shares one stream between all tabs of a browser. The tab that holds a lock reads the stream and broadcasts events.
 * When that tab closes, the next one gets the lock and resumes after the last event that it received.
 */
import type { StreamData } from '../../../contract/events'
import type { StreamEvent } from '../../../domain/changeStream'
import type { LiveState } from '../../live'
import type { StreamEvents } from './stream'

/** Messages between tabs. */
type Message =
  /** From a new tab, which may have missed the events of the last `ago` ms. */
  | { kind: 'hello'; from: string; ago: number }
  | { kind: 'state'; state: LiveState; to?: string }
  | { kind: 'event'; event: StreamEvent; data: StreamData; lastId: string | undefined; to?: string }

/** The part of `BroadcastChannel` that `shareStream` uses. */
export interface Channel {
  postMessage(message: Message): void
  onmessage: ((event: { data: Message }) => void) | null
  close(): void
}

interface SharingOptions extends StreamEvents {
  channel: Channel
  locks: Pick<LockManager, 'request'>
  /** The name of the lock, the same for all tabs of a user. */
  name: string
  /** When this tab began to miss events, in ms since 1970. */
  since: number
  /** Reads the stream from a position. @returns a function that stops reading */
  read(from: {
    since: number
    lastId: string | undefined
    events: StreamEvents
    onId: (lastId: string) => void
  }): () => void
}

/** How many recent events the leader stores for new tabs. */
const MAX_RECENT = 100

/** @returns a function that leaves the stream; if this tab was reading the stream, another tab takes over */
export function shareStream({ channel, locks, name, since, read, event, state }: SharingOptions): () => void {
  const self = crypto.randomUUID()
  const leaving = new AbortController()
  /** Whether this tab reads the stream. */
  let isLeader = false
  let streamState: LiveState = 'none'
  let lastId: string | undefined
  /** When the last event arrived, in ms since 1970. */
  let lastReceivedAt = since
  const recent: { receivedAt: number; event: StreamEvent; data: StreamData }[] = []

  const leaderEvents: StreamEvents = {
    event(name, data) {
      lastReceivedAt = Date.now()
      recent.push({ receivedAt: lastReceivedAt, event: name, data })
      if (recent.length > MAX_RECENT) recent.shift()
      channel.postMessage({ kind: 'event', event: name, data, lastId })
      event(name, data)
    },
    state(next) {
      streamState = next
      channel.postMessage({ kind: 'state', state: next })
      state(next)
    },
  }

  channel.onmessage = ({ data: message }) => {
    if ('to' in message && message.to !== undefined && message.to !== self) return
    if (message.kind === 'hello') {
      if (isLeader) updateNewTab(message.from, message.ago)
      return
    }
    if (isLeader) return
    if (message.kind === 'state') {
      streamState = message.state
      return state(streamState)
    }
    lastReceivedAt = Date.now()
    lastId = message.lastId
    event(message.event, message.data)
  }

  /** Sends a new tab the state of the stream, and the events of the last `ago` ms, which the tab may have missed. */
  function updateNewTab(to: string, ago: number): void {
    channel.postMessage({ kind: 'state', state: streamState, to })
    for (const { receivedAt, event, data } of recent)
      if (event !== 'ready' && receivedAt >= Date.now() - ago)
        channel.postMessage({ kind: 'event', event, data, lastId, to })
  }

  channel.postMessage({ kind: 'hello', from: self, ago: Date.now() - since })
  locks
    .request(name, { signal: leaving.signal }, async () => {
      isLeader = true
      const stop = read({
        since: lastReceivedAt,
        lastId,
        events: leaderEvents,
        onId: id => {
          lastId = id
        },
      })
      await new Promise(resolve => leaving.signal.addEventListener('abort', resolve))
      stop()
    })
    // Rejects if this tab leaves before it gets the lock.
    .catch(() => undefined)
  return () => {
    leaving.abort()
    channel.close()
  }
}
