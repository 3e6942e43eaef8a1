/**
 * Orders as a mailbox: pages without what was deleted or archived, one order, and the user's marks. On a server that has §7
 * alone (decision 22) marks and archive are kept in the browser, and an order is read from the list.
 */
import { type GetListParams, type GetListResult, HttpError, type RaRecord } from 'ra-core'
import type { Order } from '../../contract/orders'
import type { CompiledConfig } from '../../engine/compiled'
import type { Body } from './calls'
import { type Client, optional } from './client'
import { createLocalMarks, type OrderMarks } from './localMarks'

/** How many pages of the largest size are looked through for what the server cannot be asked for. */
const MOST_PAGES = 5

interface Wanted {
  status?: unknown
  search?: unknown
  q?: unknown
  archived?: unknown
}

export function createOrderCalls(
  client: Client,
  config: CompiledConfig,
  user: () => string | undefined = () => undefined,
) {
  const marks = createLocalMarks(user)
  const { limits } = config.app
  /** Deleted by whom: gone from the list until the page is loaded anew (§2, decision 6). */
  const deletions = new Map<string, Set<number>>()
  const deleted = () => {
    const key = user() ?? ''
    const own = deletions.get(key) ?? new Set<number>()
    deletions.set(key, own)
    return own
  }
  /** Whether the server keeps marks: its orders carry a `star` (ours). `undefined` until one has been seen. */
  let keepsMarks: boolean | undefined

  function bodyOf({ status, q, search, archived }: Wanted): Partial<Body<'orders.list'>> {
    return {
      ...(status && status !== 'all' ? { status: status as never } : {}),
      ...(search || q ? { search: String(search || q) } : {}),
      ...(archived ? { archived: true } : {}),
    }
  }

  async function page(wanted: Wanted, index: number, limit: number, signal?: AbortSignal) {
    const body = { ...bodyOf(wanted), page_index: index, page_limit: limit }
    const answer = await client.call('orders.list', { body, signal })
    if (answer.data.length > 0) keepsMarks = answer.data.some(order => order.star !== undefined)
    return { ...answer, data: keepsMarks ? answer.data : marks.applied(answer.data) }
  }

  /** The newest orders, as far as it makes sense to look. */
  async function* newest(wanted: Wanted, signal?: AbortSignal) {
    for (let index = 1; index <= MOST_PAGES; index += 1) {
      const { data, count } = await page(wanted, index, limits.pageLimit, signal)
      yield data
      if (index * limits.pageLimit >= count) return
    }
  }

  /** The archive of a browser whose server has none. */
  async function ownArchive(wanted: Wanted, index: number, limit: number, signal?: AbortSignal) {
    const archived = marks.archived()
    const found: Order[] = []
    if (archived.size > 0) {
      for await (const orders of newest({ ...wanted, archived: undefined }, signal)) {
        found.push(...orders.filter(({ id }) => archived.has(id) && !deleted().has(id)))
        if (found.length >= archived.size) break
      }
    }
    return { data: found.slice((index - 1) * limit, index * limit), total: found.length }
  }

  /** A page of what is left when some orders are hidden here: it refills from those that follow. */
  async function pageWithout(
    hidden: ReadonlySet<number>,
    wanted: Wanted,
    index: number,
    limit: number,
    signal?: AbortSignal,
  ) {
    const left = (orders: readonly Order[]) => orders.filter(({ id }) => !hidden.has(id))
    if (index * limit + hidden.size <= limits.pageLimit) {
      const { data, count } = await page(wanted, 1, limits.pageLimit, signal)
      const rest = left(data)
      const total = Math.max(0, count - (data.length - rest.length))
      return { data: rest.slice((index - 1) * limit, index * limit), total }
    }
    // So far back the hidden ones before are not counted, and a row may show again at the head of the next page.
    const [here, next] = await Promise.all([
      page(wanted, index, limit, signal),
      page(wanted, index + 1, limit, signal),
    ])
    return { data: left([...here.data, ...next.data]).slice(0, limit), total: here.count }
  }

  return {
    async list(params: GetListParams): Promise<GetListResult<RaRecord>> {
      const wanted = (params.filter ?? {}) as Wanted
      const index = Math.max(1, Math.trunc(params.pagination?.page ?? 1))
      const asked = params.pagination?.perPage ?? limits.orders.perPage
      const limit = Math.min(Math.max(1, asked), limits.pageLimit)
      const { signal } = params

      if (wanted.archived && keepsMarks === false) return ownArchive(wanted, index, limit, signal)
      const own = wanted.archived || keepsMarks ? [] : marks.archived()
      const hidden = new Set([...deleted(), ...own])
      if (hidden.size > 0) {
        const found = await pageWithout(hidden, wanted, index, limit, signal)
        return wanted.archived && keepsMarks === false ? ownArchive(wanted, index, limit, signal) : found
      }
      const { data, count } = await page(wanted, index, limit, signal)
      // Only its answer shows that a server does not know of archives.
      if (wanted.archived && keepsMarks === false) return ownArchive(wanted, index, limit, signal)
      return { data, total: count }
    },

    /** One order, with what only its own page shows where the server tells it. */
    async one(id: number, signal?: AbortSignal): Promise<RaRecord> {
      const order = await optional(client.payload('orders.get', { params: { id }, signal }))
      if (order) return keepsMarks ? order : marks.applied([order])[0]!
      for await (const orders of keepsMarks ? [] : newest({}, signal)) {
        const found = orders.find(one => one.id === id)
        if (found) return found
        if (keepsMarks) break
      }
      throw new HttpError('ra.page.not_found', 404)
    },

    /** A page of an order's targets, of one state and with these digits where they are given. */
    async targets(id: number, params: GetListParams): Promise<GetListResult<RaRecord>> {
      const { status, search } = params.filter ?? {}
      const { page: index = 1, perPage = 20 } = params.pagination ?? {}
      const query = { ...(status ? { status } : {}), ...(search ? { search } : {}) }
      const { data, count } = await client.call('orders.targets', {
        params: { id },
        query: { ...query, page_index: index, page_limit: perPage },
        signal: params.signal,
      })
      return { data: data.map(target => ({ ...target, id: target.device })), total: count }
    },

    /** Marks orders for this user alone. */
    async mark(ids: readonly number[], change: OrderMarks): Promise<void> {
      try {
        await client.payload('orders.marks', { body: { ids: [...ids], ...change } })
        marks.forget(ids)
      } catch (error) {
        const lacking = error instanceof HttpError && (error.status === 404 || error.status === 405)
        // A server that keeps marks means the orders when it says 404.
        if (!lacking || keepsMarks) throw error
        marks.set(ids, change)
      }
    },

    /** Takes orders out of this list; the server is not told (§2). */
    remove(ids: readonly number[]): void {
      for (const id of ids) deleted().add(id)
    },

    /** Undoes `remove`. */
    restore(ids: readonly number[]): void {
      for (const id of ids) deleted().delete(id)
    },

    /** How many orders are archived in this browser; nothing where the server keeps them. */
    archivedHere: () => (keepsMarks ? undefined : marks.archived().size),
  }
}

export type OrderCalls = ReturnType<typeof createOrderCalls>

/** The marks that a change of an order's fields stands for. */
export function marksOf(data: Record<string, unknown>): OrderMarks {
  const { unreaded, starred, archived } = data
  return {
    ...(typeof unreaded === 'boolean' ? { read: !unreaded } : {}),
    ...(typeof starred === 'boolean' || starred === null ? { starred } : {}),
    ...(typeof archived === 'boolean' ? { archived } : {}),
  }
}
