/**
 * Resources that §7 has calls for, other than devices and orders. A page of a list is always asked for: an answer
 * without `count` is the whole list of a basic server, and is searched, ordered and cut here (decision 38).
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
  list: 'clients.list' | 'vendors.list' | 'batches.list' | 'batches.models' | 'batches.bunches'
  /** A key of §7 itself, by which a whole list is narrowed already. */
  narrowedBy?: string
}

/**
 * Resources that §7 has calls to write for: some of its PUTs create, and a client is read and written at two addresses.
 */
export const CONTRACT_NAMES = ['clients', 'vendors', 'batches'] as const

type ContractName = (typeof CONTRACT_NAMES)[number]

interface ContractCalls extends ListCall {
  create: CallName
  update: CallName
  /** §3: the id of a new record until the server has given it a number. */
  newId: number
}

const CONTRACT_CALLS: Record<ContractName, ContractCalls> = {
  clients: { list: 'clients.list', create: 'clients.save', update: 'clients.save', newId: 0 },
  vendors: { list: 'vendors.list', create: 'vendors.create', update: 'vendors.update', newId: 0 },
  batches: {
    list: 'batches.list',
    narrowedBy: 'model',
    create: 'batches.save',
    update: 'batches.save',
    newId: -1,
  },
}

export const MODEL_CHOICES: ListCall = { list: 'batches.models' }
export const BUNCH_CHOICES: ListCall = { list: 'batches.bunches', narrowedBy: 'batch' }

export type Lists = ReturnType<typeof createLists>

/**
 * @param circumstance who looks at a list, for the conditions of config
 * @param user whose lists these are
 */
export function createLists(
  client: ApiClient,
  { app: { limits }, resources }: CompiledConfig,
  circumstance: () => PageRules['about'],
  user: () => string | undefined,
) {
  const wholeLists = createWholeLists()

  /** @param name of the resource in config */
  function listOf(name: string, { list, narrowedBy = '' }: ListCall) {
    const rules = () => ({ resource: resources[name], about: circumstance() })

    /** One page, or the whole list of a basic server. */
    async function ask(query: Fields, signal?: AbortSignal) {
      const key = JSON.stringify([user(), list, query[narrowedBy]])
      const question = JSON.stringify(query)
      const whole = wholeLists.find(key, question)
      if (whole) return { rows: whole, count: undefined }
      const { rows, count } = await client.list(list, { query: query as Query<typeof list>, signal })
      if (count === undefined) wholeLists.keep(key, question, rows)
      return { rows, count }
    }

    /** The records of these ids; those that do not exist or are out of scope are left out. */
    async function recordsOf({ ids, meta, signal }: ManyParams): Promise<RaRecord[]> {
      const wanted = ids.map(String).filter(id => /^\d{1,10}$/.test(id))
      const found: RaRecord[] = []
      for (let at = 0; at < wanted.length; at += limits.pageLimit) {
        const part = wanted.slice(at, at + limits.pageLimit)
        const query = { ...meta?.within, ids: part.join(','), page_index: 1, page_limit: part.length }
        const { rows, count } = await ask(query, signal)
        // Without a count it is the whole list, whatever ids were asked for.
        if (count === undefined) return rows.filter(({ id }) => wanted.includes(String(id)))
        found.push(...rows.filter(({ id }) => part.includes(String(id))))
      }
      return found
    }

    return {
      getList: async (_: string, params: GetListParams) => {
        const { [narrowedBy]: _narrowed, ...filter } = (params.filter ?? {}) as Fields
        const query = {
          ...contractFilter(resources[name]?.list?.filters, params.filter),
          ...orderQuery(params.sort),
          ...pageQuery(params, limits.pageLimit),
        }
        const { rows, count } = await ask(query, params.signal)
        if (count !== undefined) return { data: [...rows], total: count }
        const { pageOfList } = await loadWholePages()
        return pageOfList(rows, { ...params, filter }, rules())
      },
      getMany: async (_: string, params: ManyParams) => ({ data: await recordsOf(params) }),
    }
  }

  /** The rows of a list that comes whole from every server. @param question to which they answer */
  async function wholeOf<Row extends RaRecord>(
    call: CallName,
    question: unknown,
    fetch: () => Promise<Row[]>,
  ): Promise<readonly Row[]> {
    const key = JSON.stringify([user(), call])
    const asked = JSON.stringify(question)
    const found = wholeLists.find(key, asked) as readonly Row[] | undefined
    if (found) return found
    const rows = await fetch()
    wholeLists.keep(key, asked, rows)
    return rows
  }

  return { listOf, wholeOf, forget: wholeLists.forget }
}

export function createContractProvider(client: ApiClient, lists: Lists, name: ContractName) {
  const calls = CONTRACT_CALLS[name]

  /** The id is in the path, where the call has one, and always in the body. */
  async function save(call: CallName, id: number, sent: Fields): Promise<RaRecord> {
    const answer: unknown = await client.payload(call, { params: { id }, body: { ...sent, id } } as never)
    lists.forget()
    // §7 does not say what a save answers: fields that are missing in the answer are taken from what was sent.
    const record = isObject(answer) ? answer : {}
    return { ...sent, ...record, id: typeof answer === 'number' ? answer : Number(record.id ?? id) }
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
