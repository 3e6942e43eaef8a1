/**
 * Refetches the queries on the screen when their records have changed, with a minimum pause. Lists keep their order:
 * rows are updated in place, and the user is offered to load new rows or a new order (`newRows`).
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import type { DataProvider, GetListParams, GetListResult, Identifier, RaRecord } from 'ra-core'
import type { Change } from '../../../contract/events'
import { type LiveMeta, liveMetaOf, newRows } from '../../live'
import { createFailures } from './failures'

interface RefresherOptions {
  queries: QueryClient
  provider: DataProvider
  /** The minimum time between two fetches of the same query. */
  minIntervalMs: number
}

/** The maximum share of time that fetches of a query may take: a fetch of 1 s is followed by a pause of 10 s. */
const MAX_FETCH_SHARE = 0.1
/** A quick query is fetched up to this many times as often as `minIntervalMs` says. */
const QUICK_FACTOR = 3
/** A list without a changed row on its page is fetched this many times less often: other rows may have moved there. */
const OTHER_ROWS_FACTOR = 5
/** After a save the page refetches its records itself, so the change that the server then reports waits this long. */
const ECHO_MS = 3_000
/** With more changed ids (a tab was hidden for long) all records of the resource count as changed. */
const MAX_IDS = 1_000
/** Random delay after an outage, so that not all browsers ask at the same moment. */
const SPREAD_MS = 500

/** Changed ids; `undefined` for all records of the resource. */
type Ids = ReadonlySet<string> | undefined

export function createRefresher({ queries, provider, minIntervalMs }: RefresherOptions) {
  /** Changed ids by resource that are not matched with queries yet; `undefined` for all records. */
  const pending = new Map<string, Set<string> | undefined>()
  /** Timers of planned fetches, by query hash. */
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** When each query was fetched last, by query hash. */
  const lastReadAt = new Map<string, number>()
  /** How long the last fetch of each query took in ms: a busy server is asked less often. */
  const durations = new Map<string, number>()
  const failures = createFailures(minIntervalMs)
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function apply(changes: readonly Change[]): void {
    for (const { resource, ids } of changes) {
      const pendingIds = pending.has(resource) ? pending.get(resource) : new Set<string>()
      // If this change or an earlier one has no ids, all records of the resource count as changed.
      const hasIds = ids !== undefined && pendingIds !== undefined
      if (hasIds) for (const id of ids) pendingIds.add(id)
      pending.set(resource, hasIds && pendingIds.size <= MAX_IDS ? pendingIds : undefined)
    }
    flushTimer ??= setTimeout(flush, 0)
  }

  function flush(): void {
    flushTimer = undefined
    // Handled when the tab is shown again.
    if (isStopped || document.hidden) return
    const changes = new Map<string, Ids>(pending)
    pending.clear()
    for (const query of queries.getQueryCache().getAll()) planIfAffected(query, changes)
  }

  function planIfAffected(query: Query, changes: ReadonlyMap<string, Ids>): void {
    const meta = liveMetaOf(query)
    const changed = resourcesOf(query).filter(resource => changes.has(resource))
    if (changed.length === 0) return
    // Only visible queries with `live` in their meta are fetched now. The others are marked as stale and fetched when
    // they are mounted next: hidden ones, and visible ones such as the record of a form, which must not change.
    if (!meta?.live || !query.isActive()) return void query.invalidate()
    const { record } = meta
    const isOtherRecord = (resource: string) =>
      resource === meta.live[0] && record !== undefined && changes.get(resource)?.has(record) === false
    if (changed.every(isOtherRecord)) return
    plan(query, pauseFor(query, meta, changed, changes))
  }

  /** The pause between two fetches of a query that the changes affect, in ms. */
  function pauseFor(
    query: Query,
    meta: LiveMeta,
    changed: string[],
    changes: ReadonlyMap<string, Ids>,
  ): number {
    const echoPauseMs = isEcho(changed) ? ECHO_MS : 0
    // Lists and single records may be fetched more often than figures of the whole fleet.
    const interval = meta.rows || meta.record !== undefined ? shortestInterval(query) : minIntervalMs
    if (!meta.rows) return Math.max(interval, echoPauseMs)
    const shownIds = new Set(
      (query.state.data as GetListResult | undefined)?.data.map(({ id }) => String(id)),
    )
    // Whether a row of the page has changed, or a record of another resource, which any row may show.
    const isShown = changed.some(resource => {
      const ids = changes.get(resource)
      return !ids || resource !== query.queryKey[0] || [...ids].some(id => shownIds.has(id))
    })
    const pause = isShown || shownIds.size === 0 ? interval : minIntervalMs * OTHER_ROWS_FACTOR
    return Math.max(pause, echoPauseMs)
  }

  /** The minimum time between two fetches of a list or a record, in ms: short if the last fetch was quick. */
  function shortestInterval({ queryHash }: Query): number {
    const duration = durations.get(queryHash)
    return duration === undefined
      ? minIntervalMs
      : Math.min(minIntervalMs, Math.max(minIntervalMs / QUICK_FACTOR, duration / MAX_FETCH_SHARE))
  }

  /** Whether this page has just saved a record of these resources, so that the change is its own. */
  function isEcho(resources: readonly string[]): boolean {
    const since = Date.now() - ECHO_MS
    return queries
      .getMutationCache()
      .getAll()
      .some(
        ({ options, state }) =>
          resources.includes(String(options.mutationKey?.[0])) &&
          (state.status === 'pending' || state.submittedAt > since),
      )
  }

  /** Plans the next fetch after a pause since the last one. If one is planned already, the earlier one counts. */
  function plan(query: Query, pause: number): void {
    const hash = query.queryHash
    const pauseMs = Math.max(pause, failures.pauseOf(query))
    // A long pause (after a save or a failure, or for other rows) begins now, so a fetch that is planned already is
    // earlier.
    const isLongPause = pauseMs > minIntervalMs
    if (timers.has(hash) && isLongPause) return
    const pauseStart = isLongPause ? Date.now() : (lastReadAt.get(hash) ?? 0)
    const waitMs = Math.max(0, pauseStart + pauseMs - Date.now())
    clearTimeout(timers.get(hash))
    timers.set(
      hash,
      setTimeout(() => {
        timers.delete(hash)
        const startedAt = Date.now()
        lastReadAt.set(hash, startedAt)
        if (!query.isActive()) return void query.invalidate()
        const fetching = liveMetaOf(query)?.rows ? refreshRows(query) : refetch(query)
        void fetching.finally(() => durations.set(hash, Date.now() - startedAt))
      }, waitMs),
    )
  }

  async function refetch(query: Query): Promise<void> {
    await queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    const { status, error } = query.state
    if (status === 'error' && error && !isStopped && query.isActive() && failures.add(query, error))
      plan(query, 0)
  }

  /** Updates a list in place if its order is the same. Otherwise updates its rows, and offers the new order. */
  async function refreshRows(query: Query): Promise<void> {
    const stateBefore = query.state
    const [resource, , params] = query.queryKey as [string, string, GetListParams]
    const shownPage = stateBefore.data as GetListResult | undefined
    if (!shownPage) return refetch(query)
    // A running fetch may have been answered before the change.
    if (stateBefore.fetchStatus !== 'idle') return plan(query, minIntervalMs)
    const latest = await provider.getList(resource, params).catch((error: Error) => error)
    // The page has fetched the list itself meanwhile, or no longer shows it.
    if (isStopped || query.state.dataUpdatedAt !== stateBefore.dataUpdatedAt || !query.isActive()) return
    if (latest instanceof Error) return failures.add(query, latest) ? plan(query, 0) : undefined
    /** Replaces the page on the screen, and returns its rows. */
    const showPage = (data: GetListResult) =>
      queries.setQueryData<GetListResult>(query.queryKey, data)?.data as readonly RaRecord[]
    // `live` stops `ResultLine` from announcing the update.
    const meta = { ...shownPage.meta, live: true }
    if (sameOrder(shownPage.data, latest.data)) {
      const isOffered = newRows.get()?.shown === shownPage.data
      showPage({ ...latest, meta: { ...latest.meta, live: true } })
      if (isOffered) newRows.set(undefined)
      return
    }
    const rows = new Map(latest.data.map(row => [String(row.id), row]))
    const missing = shownPage.data.filter(({ id }) => !rows.has(String(id))).map(({ id }) => id)
    for (const row of await rowsOf(resource, missing)) rows.set(String(row.id), row)
    if (isStopped || query.state.dataUpdatedAt !== stateBefore.dataUpdatedAt) return
    const shownRows = showPage({
      ...shownPage,
      data: shownPage.data.map(row => rows.get(String(row.id)) ?? row),
      meta,
    })
    const oldIds = new Set(shownPage.data.map(({ id }) => String(id)))
    newRows.set({
      shown: shownRows,
      count: latest.data.filter(({ id }) => !oldIds.has(String(id))).length,
      show: () => {
        newRows.set(undefined)
        showPage(latest)
      },
    })
  }

  /** The current state of rows that have left the page. Rows that the server does not return are left out. */
  async function rowsOf(resource: string, ids: readonly Identifier[]): Promise<RaRecord[]> {
    if (ids.length === 0) return []
    // There is no call for several orders.
    if (resource === 'orders') {
      const results = await Promise.allSettled(ids.map(id => provider.getOne(resource, { id })))
      return results.flatMap(result => (result.status === 'fulfilled' ? [result.value.data] : []))
    }
    return provider.getMany(resource, { ids: [...ids] }).then(
      ({ data }) => data,
      () => [],
    )
  }

  const onVisibilityChange = () => {
    if (pending.size > 0) flush()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)

  return {
    apply,

    /** Treats all records as changed. */
    applyAll(): void {
      const changes = new Map<string, Ids>()
      for (const query of queries.getQueryCache().getAll())
        for (const resource of resourcesOf(query)) changes.set(resource, undefined)
      setTimeout(() => apply([...changes.keys()].map(resource => ({ resource }))), Math.random() * SPREAD_MS)
    },

    stop(): void {
      isStopped = true
      clearTimeout(flushTimer)
      for (const timer of timers.values()) clearTimeout(timer)
      newRows.set(undefined)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}

/**
 * The resources that a query reads. Without `LiveMeta`, the first part of react-admin's query key names the resource.
 */
const resourcesOf = (query: Query): readonly string[] =>
  liveMetaOf(query)?.live ?? [String(query.queryKey[0])]

const sameOrder = (before: readonly RaRecord[], after: readonly RaRecord[]) =>
  before.length === after.length && before.every(({ id }, index) => String(id) === String(after[index]!.id))
