/**
 * Reads the queries on the screen again when their records have changed, with a minimum pause. Lists keep their order:
 * rows change in place, and a new order or new rows are offered.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import type { DataProvider, GetListParams, GetListResult, Identifier, RaRecord } from 'ra-core'
import type { Change } from '../../../contract/events'
import { type LiveMeta, liveMetaOf, newRows } from '../../live'
import { createFailures } from './failures'

interface RefresherOptions {
  queries: QueryClient
  provider: DataProvider
  /** The shortest time between two readings of the same query. */
  minIntervalMs: number
}

/**
 * Reading a query takes at most this part of the time; a quick one is read up to `QUICK_TIMES` as often as `everyMs`
 * says.
 */
const MAX_READING_SHARE = 0.1
const QUICK_FACTOR = 3
/**
 * A list none of whose shown rows has changed is read this many times less often: other rows may have moved to its
 * page.
 */
const OTHER_ROWS_FACTOR = 5
/**
 * After a save the page reads its records itself; the change that the server then reports is handled this much later.
 */
const ECHO_MS = 3_000
/** With more changed ids, as in a tab that was hidden for long, any record counts as changed. */
const MAX_IDS = 1_000
/** Random delay after an outage, so that not all browsers ask at the same moment. */
const SPREAD_MS = 500

type Ids = ReadonlySet<string> | undefined

export function createRefresher({ queries, provider, minIntervalMs: everyMs }: RefresherOptions) {
  /** Changed ids by resource that were not matched with queries yet; without ids, any record. */
  const pending = new Map<string, Set<string> | undefined>()
  /** When each query may be read next, by its hash. */
  const planned = new Map<string, ReturnType<typeof setTimeout>>()
  const readAt = new Map<string, number>()
  /** How long each query's last reading took: a busy server is asked less often. */
  const durations = new Map<string, number>()
  const failures = createFailures(everyMs)
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function apply(changes: readonly Change[]): void {
    for (const { resource, ids } of changes) {
      const known = pending.has(resource) ? pending.get(resource) : new Set<string>()
      if (known) for (const id of ids ?? []) known.add(id)
      pending.set(resource, ids && known && known.size <= MAX_IDS ? known : undefined)
    }
    flushTimer ??= setTimeout(flush, 0)
  }

  function flush(): void {
    flushTimer = undefined
    // Handled when the tab is shown again.
    if (stopped || document.hidden) return
    const changes = new Map<string, Ids>(pending)
    pending.clear()
    for (const query of queries.getQueryCache().getAll()) planIfAffected(query, changes)
  }

  function planIfAffected(query: Query, changes: ReadonlyMap<string, Ids>): void {
    const meta = liveMetaOf(query)
    const resources = meta?.live ?? [String(query.queryKey[0])]
    const changed = resources.filter(resource => changes.has(resource))
    if (changed.length === 0) return
    // Marked as stale, to be read when it is shown next. Queries on the screen without `live` in their meta, such as a
    // form's, stay as they are.
    if (!meta?.live || !query.isActive()) return void query.invalidate()
    const { record } = meta
    const isOtherRecord = (resource: string) =>
      resource === meta.live[0] && record !== undefined && changes.get(resource)?.has(record) === false
    if (changed.every(isOtherRecord)) return
    plan(query, pauseFor(query, meta, changed, changes))
  }

  function pauseFor(
    query: Query,
    meta: LiveMeta,
    touched: string[],
    changes: ReadonlyMap<string, Ids>,
  ): number {
    const echoPause = isEcho(touched) ? ECHO_MS : 0
    const interval = meta.rows || meta.record !== undefined ? shortestInterval(query) : everyMs
    if (!meta.rows) return Math.max(interval, echoPause)
    const shown = new Set((query.state.data as GetListResult | undefined)?.data.map(({ id }) => String(id)))
    const isShown = touched.some(resource => {
      const ids = changes.get(resource)
      return !ids || resource !== query.queryKey[0] || [...ids].some(id => shown.has(id))
    })
    return Math.max(isShown || shown.size === 0 ? interval : everyMs * OTHER_ROWS_FACTOR, echoPause)
  }

  /**
   * The pause after the last reading; figures of the whole fleet keep to `everyMs`, since each beat of a device changes
   * them.
   */
  function shortestInterval({ queryHash }: Query): number {
    const last = durations.get(queryHash)
    return last === undefined
      ? everyMs
      : Math.min(everyMs, Math.max(everyMs / QUICK_FACTOR, last / MAX_READING_SHARE))
  }

  /** Whether this page has just written to one of them. */
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

  /** Plans the next reading, at once if the pause since the last one is over. Of two plans the earlier one counts. */
  function plan(query: Query, pause: number): void {
    const hash = query.queryHash
    const pauseMs = Math.max(pause, failures.pauseOf(query))
    const last = Math.max(readAt.get(hash) ?? 0, pauseMs > everyMs ? Date.now() : 0)
    const wait = Math.max(0, last + pauseMs - Date.now())
    if (planned.has(hash) && pauseMs > everyMs) return
    clearTimeout(planned.get(hash))
    planned.set(
      hash,
      setTimeout(() => {
        planned.delete(hash)
        const startedAt = Date.now()
        readAt.set(hash, startedAt)
        if (!query.isActive()) return void query.invalidate()
        const reading = liveMetaOf(query)?.rows ? refreshRows(query) : refetch(query)
        void reading.finally(() => durations.set(hash, Date.now() - startedAt))
      }, wait),
    )
  }

  async function refetch(query: Query): Promise<void> {
    await queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    const { status, error } = query.state
    if (status === 'error' && error && !stopped && query.isActive() && failures.add(query, error))
      plan(query, 0)
  }

  /** The list as it is now: in place where its order is the same, else only its rows, and the rest is offered. */
  async function refreshRows(query: Query): Promise<void> {
    const before = query.state
    const [resource, , params] = query.queryKey as [string, string, GetListParams]
    const old = before.data as GetListResult | undefined
    if (!old) return refetch(query)
    // A request under way may have been answered before the change.
    if (before.fetchStatus !== 'idle') return plan(query, everyMs)
    const fresh = await provider.getList(resource, params).catch((error: Error) => error)
    // Since then the page has read the list itself, or no longer shows it.
    if (stopped || query.state.dataUpdatedAt !== before.dataUpdatedAt || !query.isActive()) return
    if (fresh instanceof Error) return failures.add(query, fresh) ? plan(query, 0) : undefined
    const set = (data: GetListResult) =>
      queries.setQueryData<GetListResult>(query.queryKey, data)?.data as readonly RaRecord[]
    // Marked, so that the line above the list need not be read out again.
    const meta = { ...old.meta, live: true }
    if (sameOrder(old.data, fresh.data)) {
      const isOffered = newRows.get()?.shown === old.data
      set({ ...fresh, meta })
      if (isOffered) newRows.set(undefined)
      return
    }
    const rows = new Map(fresh.data.map(row => [String(row.id), row]))
    const missing = old.data.filter(({ id }) => !rows.has(String(id))).map(({ id }) => id)
    for (const row of await rowsOf(resource, missing)) rows.set(String(row.id), row)
    if (stopped || query.state.dataUpdatedAt !== before.dataUpdatedAt) return
    const shown = set({ ...old, data: old.data.map(row => rows.get(String(row.id)) ?? row), meta })
    const oldIds = new Set(old.data.map(({ id }) => String(id)))
    newRows.set({
      shown,
      count: fresh.data.filter(({ id }) => !oldIds.has(String(id))).length,
      show: () => {
        newRows.set(undefined)
        set(fresh)
      },
    })
  }

  /** Rows that have left the page, as they are; none where the server does not name them. */
  async function rowsOf(resource: string, ids: readonly Identifier[]): Promise<RaRecord[]> {
    if (ids.length === 0) return []
    // Orders have no call for several.
    if (resource === 'orders') {
      const found = await Promise.allSettled(ids.map(id => provider.getOne(resource, { id })))
      return found.flatMap(result => (result.status === 'fulfilled' ? [result.value.data] : []))
    }
    return provider.getMany(resource, { ids: [...ids] }).then(
      ({ data }) => data,
      () => [],
    )
  }

  const onShown = () => {
    if (pending.size > 0) flush()
  }
  document.addEventListener('visibilitychange', onShown)

  return {
    apply,

    /** Everything on the screen may have changed. */
    all(): void {
      const changes = new Map<string, Ids>()
      for (const query of queries.getQueryCache().getAll())
        for (const resource of liveMetaOf(query)?.live ?? [String(query.queryKey[0])])
          changes.set(resource, undefined)
      setTimeout(() => apply([...changes.keys()].map(resource => ({ resource }))), Math.random() * SPREAD_MS)
    },

    stop(): void {
      stopped = true
      clearTimeout(flushTimer)
      for (const timer of planned.values()) clearTimeout(timer)
      newRows.set(undefined)
      document.removeEventListener('visibilitychange', onShown)
    },
  }
}

const sameOrder = (before: readonly RaRecord[], after: readonly RaRecord[]) =>
  before.length === after.length && before.every(({ id }, index) => String(id) === String(after[index]!.id))
