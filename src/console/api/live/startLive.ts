/**
 * Live updates: one stream of changes per browser, and the queries on this page's screen read again when it reports
 * changes.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import { connection } from '../../connection'
import { liveMetaOf, liveState } from '../../live'
import { createRefresher } from './refresher'
import { type Channel, shareStream } from './sharing'
import { readStream, type StreamOptions } from './stream'

interface LiveOptions extends Pick<StreamOptions, 'token' | 'locale' | 'onUnauthorised'> {
  queries: QueryClient
  provider: DataProvider
  /** The shortest time between two readings of the same query. */
  minIntervalMs: number
  /** The user whose tabs share the stream. */
  user: string
}

/** @returns ends it; `undefined` where the browser cannot share a stream between its tabs, and polling stays */
export function startLive(options: LiveOptions): (() => void) | undefined {
  const { queries, user, token, locale, onUnauthorised } = options
  // Six streams would use up the connections that a browser opens to one server.
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return undefined
  const refresher = createRefresher(options)
  const name = `fleet-live ${user}`
  const stopSharing = shareStream({
    name,
    channel: new BroadcastChannel(name) as Channel,
    locks: navigator.locks,
    since: oldestReadAt(queries),
    state(state) {
      liveState.set(state)
      if (state === 'live') connection.reportResponse()
    },
    event(event, { changes }) {
      if (event === 'reset') refresher.all()
      if (changes) refresher.apply(changes)
    },
    read: ({ events, ...from }) => readStream({ ...events, ...from, token, locale, onUnauthorised }),
  })
  return () => {
    stopSharing()
    refresher.stop()
    liveState.set('none')
  }
}

/** When the oldest query on the screen was read: changes since then may be missing in it. */
function oldestReadAt(queries: QueryClient): number {
  const times = queries
    .getQueryCache()
    .getAll()
    .filter(query => liveMetaOf(query) && query.isActive())
    .map(({ state }) => state.dataUpdatedAt)
    .filter(time => time > 0)
  return Math.min(Date.now(), ...times)
}
