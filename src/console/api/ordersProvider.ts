/**
 * The data provider of orders, which are shown as a mailbox: without deleted and archived orders, and with the user's
 * marks. For a server that has only §7 (decision 22), marks and archive are stored in the browser, and a single order
 * is searched in the list.
 */
import { type GetListParams, HttpError } from 'ra-core'
import type { Order } from '../../contract/orders'
import type { CompiledConfig } from '../../engine/compiled'
import { type ApiClient, isMissingCall, undefinedIfMissing } from './client'
import { type Fields, orderFilter } from './filters'
import { createBrowserMarks, type MarkChanges, type Marks, serverMarks } from './orderMarks'
import { numericId, type OneParams, pageQuery } from './pages'

/** How many pages of the list are searched, at most, if the server has no call for the archive or a single order. */
const MAX_PAGES = 5

type Filter = Partial<Record<string, unknown>>

type Page = ReturnType<typeof pageQuery>

export function createOrdersProvider(
  client: ApiClient,
  config: CompiledConfig,
  userEmail: () => string | undefined,
) {
  const browserMarks = createBrowserMarks(userEmail)
  const { limits } = config.app
  /** Deleted orders by user, hidden from the list until the page is reloaded (§2, decision 6). */
  const deletedByUser = new Map<string, Set<number>>()
  const deleted = () => {
    const key = userEmail() ?? ''
    const ids = deletedByUser.get(key) ?? new Set<number>()
    deletedByUser.set(key, ids)
    return ids
  }
  /** Whether the server stores marks: then its orders have a `star`. `undefined` until an order was received. */
  let serverKeepsMarks: boolean | undefined
  const marks = (): Marks => (serverKeepsMarks ? serverMarks : browserMarks)

  async function fetchPage(filter: Filter, page: Page, signal?: AbortSignal) {
    const body = { ...orderFilter(config.resources.orders?.list?.filters, filter), ...page }
    const response = await client.call('orders.list', { body, signal })
    if (response.data.length > 0) serverKeepsMarks = response.data.some(order => order.star !== undefined)
    return { ...response, data: marks().withMarks(response.data) }
  }

  /** Yields the newest orders page by page, at most `MAX_PAGES`. */
  async function* newestOrders(filter: Filter, signal?: AbortSignal) {
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

  /**
   * Searches an order in the list. Stops at orders with a `star`: their server has the call for a single order, and
   * that call has not found it.
   */
  async function findInList(id: number, signal?: AbortSignal): Promise<Order | undefined> {
    for await (const orders of newestOrders({}, signal)) {
      const order = orders.find(candidate => candidate.id === id)
      if (order || serverKeepsMarks) return order
    }
    return undefined
  }

  /** A page of the orders that are archived in this browser. */
  async function browserArchive(filter: Filter, page: Page, signal?: AbortSignal) {
    const archived = browserMarks.archived()
    const archivedOrders: Order[] = []
    if (archived.size > 0) {
      for await (const orders of newestOrders({ ...filter, archived: undefined }, signal)) {
        archivedOrders.push(...orders.filter(({ id }) => archived.has(id) && !deleted().has(id)))
        if (archivedOrders.length >= archived.size) break
      }
    }
    return { data: pageIn(archivedOrders, page), total: archivedOrders.length }
  }

  /** A page without hidden orders, filled up with orders of the next page. */
  async function pageWithout(hidden: ReadonlySet<number>, filter: Filter, page: Page, signal?: AbortSignal) {
    const withoutHidden = (orders: readonly Order[]) => orders.filter(({ id }) => !hidden.has(id))
    const { page_index, page_limit } = page
    // If one request can contain all rows up to this page and all hidden ones, the page is cut out of its response.
    if (hidden.size > 0 && page_index * page_limit + hidden.size <= limits.pageLimit) {
      const { data, count } = await fetchPage(filter, { page_index: 1, page_limit: limits.pageLimit }, signal)
      const remaining = withoutHidden(data)
      return { data: pageIn(remaining, page), total: Math.max(0, count - (data.length - remaining.length)) }
    }
    // Known limitation: on later pages, hidden orders of earlier pages are not counted, so the last rows of a page may
    // appear again at the top of the next.
    const nextPage = hidden.size > 0 ? [{ page_index: page_index + 1, page_limit }] : []
    const pages = await Promise.all([page, ...nextPage].map(query => fetchPage(filter, query, signal)))
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
      const pageOfOrders = await pageWithout(new Set([...deleted(), ...archived]), filter, page, signal)
      // Only the response shows whether the server has an archive: a server without one ignores the filter.
      return isBrowserArchive() ? browserArchive(filter, page, signal) : pageOfOrders
    },

    /** One order, with the fields of its page if the server has a call for it. @throws HttpError 404 */
    getOne: async (_: string, { id: text, signal }: OneParams) => {
      const id = numericId(text)
      const order = await undefinedIfMissing(client.payload('orders.get', { params: { id }, signal }))
      if (order) return { data: marks().withMarks([order])[0] }
      // A server that stores marks has the call, so its 404 means that the order does not exist.
      const data = serverKeepsMarks ? undefined : await findInList(id, signal)
      if (data) return { data }
      throw new HttpError('ra.page.not_found', 404)
    },

    /** Marks orders, for this user only. */
    updateMany: async (_: string, params: { ids: unknown[]; data: Fields }) => {
      const ids = params.ids.map(numericId)
      const change = marksOf(params.data)
      try {
        await client.payload('orders.marks', { body: { ids, ...change } })
        browserMarks.forget(ids)
      } catch (error) {
        // If the server stores marks, a 404 means that an order does not exist, not the call.
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

    /** The number of orders that are archived in this browser; `undefined` if the server stores marks. */
    archivedInBrowser: () => (serverKeepsMarks ? undefined : browserMarks.archived().size),
  }
}

export type OrdersProvider = ReturnType<typeof createOrdersProvider>

/** The data provider of an order's targets, which can be filtered by status and by digits of the phone number. */
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
