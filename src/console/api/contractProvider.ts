/**
 * Data providers for resources with calls in §7, other than devices and orders. Lists are always requested by pages. A
 * response without `count` comes from a basic server and is the whole list: it is filtered, sorted and paged here
 * (decision 38).
 */
import type { GetListParams, RaRecord } from 'ra-core'
import { isObject } from '../../domain/own'
import type { CompiledConfig } from '../../engine/compiled'
import type { CallName, Query } from './calls'
import type { ApiClient } from './client'
import { contractFilter, type Fields } from './filters'
import { type DeleteParams, type ManyParams, numericId, type OneParams, orderQuery, pageQuery } from './pages'
import { createWholeLists, loadWholePages } from './wholeLists'
import type { PageRules } from './wholePages'

interface ListCall {
  list:
    | 'clients.list'
    | 'vendors.list'
    | 'batches.list'
    | 'batches.models'
    | 'batches.bunches'
    | 'history.list'
  /** The only query parameter by which even a basic server filters the list. */
  parameter?: string
}

/** Resources that are written by calls of §7. */
export const CONTRACT_NAMES = ['clients', 'vendors', 'batches'] as const

type ContractName = (typeof CONTRACT_NAMES)[number]

interface ContractCalls extends ListCall {
  create: CallName
  update: CallName
  /** The id that stands for a new record (§3). */
  newId: number
}

const CONTRACT_CALLS: Record<ContractName, ContractCalls> = {
  clients: { list: 'clients.list', create: 'clients.save', update: 'clients.save', newId: 0 },
  vendors: { list: 'vendors.list', create: 'vendors.create', update: 'vendors.update', newId: 0 },
  batches: {
    list: 'batches.list',
    parameter: 'model',
    create: 'batches.save',
    update: 'batches.save',
    newId: -1,
  },
}

export const HISTORY: ListCall = { list: 'history.list' }
export const MODEL_CHOICES: ListCall = { list: 'batches.models' }
export const BUNCH_CHOICES: ListCall = { list: 'batches.bunches', parameter: 'batch' }

export type Lists = ReturnType<typeof createLists>

/**
 * @param ruleContext the current user's rights, for conditions of config
 * @param userEmail of the current user; lists are cached per user
 */
export function createLists(
  client: ApiClient,
  { app: { limits }, resources }: CompiledConfig,
  ruleContext: () => PageRules['ruleContext'],
  userEmail: () => string | undefined,
) {
  const wholeLists = createWholeLists()

  /** The `getList` and `getMany` of a list. @param name of the resource in config */
  function listOf(name: string, { list, parameter }: ListCall) {
    const rules = () => ({ resource: resources[name], ruleContext: ruleContext() })

    /** One page, or the whole list of a basic server. */
    async function fetchRows(query: Fields, signal?: AbortSignal) {
      const key = JSON.stringify([userEmail(), list, parameter && query[parameter]])
      const request = JSON.stringify(query)
      // `undefined` for a repeated request, too: repeating a request is a refresh.
      const cachedRows = wholeLists.find(key, request)
      if (cachedRows) return { rows: cachedRows, count: undefined }
      const { rows, count } = await client.list(list, { query: query as Query<typeof list>, signal })
      if (count === undefined) wholeLists.store(key, request, rows)
      return { rows, count }
    }

    /** The records with these ids, without those that do not exist or that the user may not see. */
    async function recordsOf({ ids, meta, signal }: ManyParams): Promise<RaRecord[]> {
      const requested = ids.map(String).filter(id => /^\d{1,10}$/.test(id))
      const records: RaRecord[] = []
      for (let start = 0; start < requested.length; start += limits.pageLimit) {
        const page = requested.slice(start, start + limits.pageLimit)
        const query = { ...meta?.within, ids: page.join(','), page_index: 1, page_limit: page.length }
        const { rows, count } = await fetchRows(query, signal)
        // Without a count it is the whole list: a basic server ignores `ids`.
        if (count === undefined) return rows.filter(({ id }) => requested.includes(String(id)))
        records.push(...rows.filter(({ id }) => page.includes(String(id))))
      }
      return records
    }

    return {
      getList: async (_: string, params: GetListParams) => {
        const query = {
          ...contractFilter(resources[name]?.list?.filters, params.filter),
          ...orderQuery(params.sort),
          ...pageQuery(params, limits.pageLimit),
        }
        const { rows, count } = await fetchRows(query, params.signal)
        if (count !== undefined) return { data: [...rows], total: count }
        const { pageOfList } = await loadWholePages()
        const filter: Fields = { ...params.filter }
        // The server has already filtered by this parameter.
        if (parameter) delete filter[parameter]
        return pageOfList(rows, { ...params, filter }, rules())
      },
      getMany: async (_: string, params: ManyParams) => ({ data: await recordsOf(params) }),
    }
  }

  /**
   * The rows of a list that every server sends whole.
   *
   * @param request page, sort and filter of the caller; a repeated request is a refresh and fetches the list again
   */
  async function wholeList<Row extends RaRecord>(
    call: CallName,
    request: unknown,
    fetch: () => Promise<Row[]>,
  ): Promise<readonly Row[]> {
    const key = JSON.stringify([userEmail(), call])
    const requestKey = JSON.stringify(request)
    const cachedRows = wholeLists.find(key, requestKey) as readonly Row[] | undefined
    if (cachedRows) return cachedRows
    const rows = await fetch()
    wholeLists.store(key, requestKey, rows)
    return rows
  }

  return { listOf, wholeList, forget: wholeLists.clear }
}

export function createContractProvider(client: ApiClient, lists: Lists, name: ContractName) {
  const calls = CONTRACT_CALLS[name]

  /** Saves a record. The id is sent in the body, and in the path if that has an `{id}`. */
  async function save(call: CallName, id: number, input: Fields): Promise<RaRecord> {
    // `never`: the parameter types of the calls differ, and the compiler does not know which call this is.
    const response: unknown = await client.payload(call, { params: { id }, body: { ...input, id } } as never)
    lists.forget()
    // §7 does not say what a save returns: the id, or some fields of the record. The input supplies the other fields.
    const record = isObject(response) ? response : {}
    return { ...input, ...record, id: typeof response === 'number' ? response : Number(record.id ?? id) }
  }

  return {
    ...lists.listOf(name, calls),
    getOne: async (_: string, { id, signal }: OneParams) => ({
      data: await client.payload(`${name}.get`, { params: { id: numericId(id) }, signal }),
    }),
    create: async (_: string, { data }: { data: Fields }) => ({
      data: await save(calls.create, calls.newId, data),
    }),
    update: async (_: string, { id, data }: { id: unknown; data: Fields }) => ({
      data: await save(calls.update, numericId(id), data),
    }),
    delete: async (_: string, { id, previousData, meta }: DeleteParams) => {
      await client.payload(`${name}.remove`, { params: { id: numericId(id) }, query: meta?.agreed ?? {} })
      lists.forget()
      return { data: previousData ?? { id } }
    },
  }
}
