/**
 * Orders as a mailbox: pages without what was deleted or archived, one order, and the user's marks. On a server that
 * has §7 alone (decision 22) marks and archive are kept in the browser, and an order is read from the list.
 */
import { type GetListParams, HttpError } from 'ra-core'
import type { Order } from '../../contract/orders'
import type { CompiledConfig } from '../../engine/compiled'
import { type ApiClient, isMissingCall, undefinedIfMissing } from './client'
import { type Fields, orderFilter } from './filters'
import { createBrowserMarks, type MarkChanges, type Marks, serverMarks } from './orderMarks'
import { numericId, type OneParams, pageQuery } from './pages'

/** How many pages of the largest size are searched where the server has no call: a browser's own archive, one order. */
const MAX_PAGES = 5

type Filter = Partial<Record<string, unknown>>

type Page = ReturnType<typeof pageQuery>

export function createOrdersProvider(
  client: ApiClient,
  config: CompiledConfig,
  user: () => string | undefined,
) {
  const browserMarks = createBrowserMarks(user)
  const { limits } = config.app
  /** Deleted orders by user, hidden from the list until the page is reloaded (§2, decision 6). */
  const deletions = new Map<string, Set<number>>()
  const deleted = () => {
    const key = user() ?? ''
    const ofUser = deletions.get(key) ?? new Set<number>()
    deletions.set(key, ofUser)
    return ofUser
  }
  /** Whether the server keeps marks: its orders carry a `star` (ours). `undefined` until one has been seen. */
  let serverKeepsMarks: boolean | undefined
  const marks = (): Marks => (serverKeepsMarks ? serverMarks : browserMarks)

  async function fetchPage(filter: Filter, page: Page, signal?: AbortSignal) {
    const body = { ...orderFilter(config.resources.orders?.list?.filters, filter), ...page }
    const answer = await client.call('orders.list', { body, signal })
    if (answer.data.length > 0) serverKeepsMarks = answer.data.some(order => order.star !== undefined)
    return { ...answer, data: marks().withMarks(answer.data) }
  }

  /** The newest orders, in at most that many pages. */
  async function* newest(filter: Filter, signal?: AbortSignal) {
    for (let index = 1; index <= MAX_PAGES; index += 1) {
      const { data, count } = await fetchPage(
        filter,
        { page_index: index, page_limit: limits.pageLimit },
        signal,
      )
      yield data
      if (index * limits.pageLimit >= count) return
    }
  }

  /** The archive of a browser whose server has none. */
  async function browserArchive(filter: Filter, page: Page, signal?: AbortSignal) {
    const archived = browserMarks.archived()
    const found: Order[] = []
    if (archived.size > 0) {
      for await (const orders of newest({ ...filter, archived: undefined }, signal)) {
        found.push(...orders.filter(({ id }) => archived.has(id) && !deleted().has(id)))
        if (found.length >= archived.size) break
      }
    }
    return { data: pageIn(found, page), total: found.length }
  }

  /** A page without the orders that are hidden here, filled up with those that follow. */
  async function pageWithout(hidden: ReadonlySet<number>, filter: Filter, page: Page, signal?: AbortSignal) {
    const withoutHidden = (orders: readonly Order[]) => orders.filter(({ id }) => !hidden.has(id))
    const { page_index, page_limit } = page
    if (hidden.size > 0 && page_index * page_limit + hidden.size <= limits.pageLimit) {
      const { data, count } = await fetchPage(filter, { page_index: 1, page_limit: limits.pageLimit }, signal)
      const remaining = withoutHidden(data)
      return { data: pageIn(remaining, page), total: Math.max(0, count - (data.length - remaining.length)) }
    }
    // On later pages the hidden orders of earlier pages are not counted: a row may appear again at the head of the next
    // page.
    const following = hidden.size > 0 ? [{ page_index: page_index + 1, page_limit }] : []
    const pages = await Promise.all([page, ...following].map(query => fetchPage(filter, query, signal)))
    const data = withoutHidden(pages.flatMap(response => response.data)).slice(0, page_limit)
    return { data, total: pages[0]!.count }
  }

  return {
    getList: async (_: string, params: GetListParams) => {
      const filter: Filter = params.filter ?? {}
      const page = pageQuery(params, limits.pageLimit, limits.orders.perPage)
      const { signal } = params
      const isBrowserArchive = () => Boolean(filter.archived) && serverKeepsMarks === false
      if (isBrowserArchive()) return browserArchive(filter, page, signal)
      const archived = filter.archived ? [] : marks().archived()
      const found = await pageWithout(new Set([...deleted(), ...archived]), filter, page, signal)
      // A server without archives ignores the filter, which only its answer shows.
      return isBrowserArchive() ? browserArchive(filter, page, signal) : found
    },

    /** One order, with what only its own page shows where the server tells it. */
    getOne: async (_: string, { id: text, signal }: OneParams) => {
      const id = numericId(text)
      const order = await undefinedIfMissing(client.payload('orders.get', { params: { id }, signal }))
      if (order) return { data: marks().withMarks([order])[0] }
      for await (const orders of serverKeepsMarks ? [] : newest({}, signal)) {
        const data = orders.find(order => order.id === id)
        if (data) return { data }
        if (serverKeepsMarks) break
      }
      throw new HttpError('ra.page.not_found', 404)
    },

    /** Marks orders for this user alone. */
    updateMany: async (_: string, params: { ids: unknown[]; data: Fields }) => {
      const ids = params.ids.map(numericId)
      const change = marksOf(params.data)
      try {
        await client.payload('orders.marks', { body: { ids, ...change } })
        browserMarks.forget(ids)
      } catch (error) {
        // From a server that keeps marks a 404 is about the orders, not about the call.
        if (!isMissingCall(error) || serverKeepsMarks) throw error
        browserMarks.set(ids, change)
      }
      return { data: ids }
    },

    /** Hides orders in this list; nothing is sent to the server (§2). */
    deleteMany: async (_: string, { ids }: { ids: unknown[] }) => {
      for (const id of ids) deleted().add(numericId(id))
      return { data: ids }
    },

    /** Undoes `deleteMany`. */
    restore(ids: readonly number[]): void {
      for (const id of ids) deleted().delete(id)
    },

    /** The orders that `deleteMany` hides. */
    hidden: (): readonly number[] => [...deleted()],

    /** How many orders are archived in this browser; nothing where the server keeps them. */
    archivedInBrowser: () => (serverKeepsMarks ? undefined : browserMarks.archived().size),
  }
}

export type OrdersProvider = ReturnType<typeof createOrdersProvider>

/** A page of an order's targets, of one state and with these digits where they are given. */
export const createTargetsProvider = (client: ApiClient) => ({
  getManyReference: async (_: string, { id, ...params }: GetListParams & { id: unknown }) => {
    const { status, search } = params.filter ?? {}
    const { page: page_index = 1, perPage: page_limit = 20 } = params.pagination ?? {}
    const { data, count } = await client.call('orders.targets', {
      params: { id: numericId(id) },
      query: { ...(status ? { status } : {}), ...(search ? { search } : {}), page_index, page_limit },
      signal: params.signal,
    })
    return { data: data.map(target => ({ ...target, id: target.device })), total: count }
  },
})

const pageIn = <Row>(rows: readonly Row[], { page_index, page_limit }: Page): Row[] =>
  rows.slice((page_index - 1) * page_limit, page_index * page_limit)

/** The marks that a react-admin update of an order sets. */
function marksOf({ unreaded, starred, archived }: Fields): MarkChanges {
  return {
    ...(typeof unreaded === 'boolean' ? { read: !unreaded } : {}),
    ...(typeof starred === 'boolean' || starred === null ? { starred } : {}),
    ...(typeof archived === 'boolean' ? { archived } : {}),
  }
}
