/**
 * Lists that §7 gives whole and our server also page by page (decision 38). A page is always asked for: an answer without `count`
 * is the whole list of a server of §7 alone, and is searched, ordered and cut here.
 */
import type { GetListParams, GetListResult, RaRecord } from 'ra-core'
import { acceptable } from '../../engine/acceptable'
import type { CompiledFilter } from '../../engine/compiled'
import type { CallName, Query } from './calls'
import type { Client } from './client'
import { type PageRules, pageOf } from './pages'
import type { Fields } from './recordCalls'

/** `narrows`: keys that §7 itself has, by which a whole list is narrowed already. */
const LISTS = {
  clients: { call: 'clients.list', narrows: [] },
  vendors: { call: 'vendors.list', narrows: [] },
  batches: { call: 'batches.list', narrows: ['model'] },
  models: { call: 'batches.models', narrows: [] },
  bunches: { call: 'batches.bunches', narrows: ['batch'] },
} as const satisfies Record<string, { call: CallName; narrows: readonly string[] }>

type PagedName = keyof typeof LISTS

export const isPagedList = (resource: string): resource is PagedName => Object.hasOwn(LISTS, resource)

interface PagedListsOptions {
  client: Client
  /** The most rows of a page. */
  limit: number
  rulesOf: (resource: string) => PageRules
  /** Page and size as the server takes them. */
  pageOfParams: (params: GetListParams) => { page_index: number; page_limit: number }
}

export function createPagedLists({ client, limit, rulesOf, pageOfParams }: PagedListsOptions) {
  const ask = async (resource: PagedName, query: Fields, signal?: AbortSignal) => {
    const { call } = LISTS[resource]
    const { rows, count } = await client.list(call, { query: query as Query<typeof call>, signal })
    return { rows: rows as RaRecord[], count }
  }

  return {
    async list(resource: PagedName, params: GetListParams): Promise<GetListResult<RaRecord>> {
      const { narrows } = LISTS[resource]
      const rules = rulesOf(resource)
      const filter: Fields = { ...params.filter }
      const query = {
        ...listQuery(rules.resource?.list?.filters ?? [], filter),
        ...(params.sort?.field
          ? { order_by: params.sort.field, ascending: params.sort.order === 'ASC' ? 1 : 0 }
          : {}),
        ...pageOfParams(params),
      }
      const { rows, count } = await ask(resource, query, params.signal)
      if (count !== undefined) return { data: rows, total: count }
      for (const key of narrows) delete filter[key]
      return pageOf(rows, { ...params, filter }, rules)
    },

    /** The records of these ids that are there and in reach. `within`: what the list cannot be asked without. */
    async named(
      resource: PagedName,
      ids: readonly unknown[],
      within: Fields = {},
      signal?: AbortSignal,
    ): Promise<RaRecord[]> {
      const wanted = ids.map(String).filter(id => /^\d{1,10}$/.test(id))
      const found: RaRecord[] = []
      for (let at = 0; at < wanted.length; at += limit) {
        const part = wanted.slice(at, at + limit)
        const query = { ...within, ids: part.join(','), page_index: 1, page_limit: part.length }
        const { rows, count } = await ask(resource, query, signal)
        const asked = new Set(count === undefined ? wanted : part)
        found.push(...rows.filter(({ id }) => asked.has(String(id))))
        if (count === undefined) break
      }
      return found
    },
  }
}

/** Filters as the query of these lists: a search under its own key, ids as one, the others by their names in config. */
export function listQuery(filters: readonly CompiledFilter[], values: Fields): Fields {
  const query: Fields = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === '') continue
    const filter = filters.find(one => one.name === name)
    if (filter?.all && filter.all.value === value) continue
    if (name === 'id') query.ids = String(value)
    else if (filter?.type === 'search' || (!filter && name === 'q'))
      query[filter && filter !== firstSearch(filters) ? name : 'search'] = acceptable(
        String(value),
        filter?.accept,
      )
    else query[name] = value
  }
  return query
}

const firstSearch = (filters: readonly CompiledFilter[]) => filters.find(({ type }) => type === 'search')
