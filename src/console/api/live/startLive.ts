/** Starts live updates: one stream of changes per browser, and refetches of the queries that are affected. */
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
  /** The minimum time between two fetches of the same query. */
  minIntervalMs: number
  /** The user's e-mail address: tabs of the same user share the stream. */
  user: string
}

/** @returns a function that stops the updates; `undefined` if the browser cannot share a stream: lists keep polling */
export function startLive(options: LiveOptions): (() => void) | undefined {
  const { queries, user, token, locale, onUnauthorised } = options
  // With one stream per tab, six tabs would use up all connections of a browser to one server (HTTP/1).
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
      if (event === 'reset') refresher.applyAll()
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

/** When the oldest data on the screen was fetched, in ms since 1970. Later changes may be missing on the screen. */
function oldestReadAt(queries: QueryClient): number {
  const times = queries
    .getQueryCache()
    .getAll()
    .filter(query => liveMetaOf(query) && query.isActive())
    .map(({ state }) => state.dataUpdatedAt)
    .filter(time => time > 0)
  return Math.min(Date.now(), ...times)
}
