/**
 * What react-admin asks for, by resource: §7's calls where it has some, else the generic store through `ra-data-simple-rest`; and
 * beside it the verbs that are not about records.
 */
import { combineDataProviders, type DataProvider, type DeleteParams, type GetListParams } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import type { CompiledConfig } from '../../engine/compiled'
import { choicesOf } from '../choices'
import { RECORDS_URL } from './calls'
import type { Client } from './client'
import {
  BUNCH_CHOICES,
  createListProvider,
  createRecordProvider,
  type ListCall,
  MODEL_CHOICES,
  RECORD_CALLS,
  RECORD_NAMES,
} from './contractProvider'
import { createDevicesProvider } from './devicesProvider'
import { restFilter } from './filters'
import { createOrdersProvider, createTargetsProvider } from './ordersProvider'
import { type ManyParams, pageOf } from './pages'
import { createVerbs, type FleetProvider } from './verbs'

type Method =
  | 'getList'
  | 'getOne'
  | 'getMany'
  | 'getManyReference'
  | 'create'
  | 'update'
  | 'updateMany'
  | 'delete'
  | 'deleteMany'

/** The methods that a resource has of its own; the others are those of the generic store. */
type Methods = Partial<Record<Method, (resource: string, params: never) => Promise<unknown>>>

/**
 * @param level of the user, whom conditions of config may ask for
 * @param user whose marks are kept in the browser where the server does not keep them
 */
export function createDataProvider(
  client: Client,
  config: CompiledConfig,
  level: () => number = () => 0,
  user: () => string | undefined = () => undefined,
): FleetProvider {
  const store = createStoreProvider(client, config)
  const orders = createOrdersProvider(client, config, user)
  const listOf = (name: string, calls: ListCall) =>
    createListProvider(client, config, calls, () => ({
      resource: config.resources[name],
      about: { level: level(), levels: config.levels.numbers },
    }))
  const own = new Map<string, Methods>([
    ['devices', createDevicesProvider(client, config, level)],
    ['orders', orders],
    ['targets', createTargetsProvider(client)],
    [choicesOf('models'), listOf('models', MODEL_CHOICES)],
    [choicesOf('bunches'), withinBatch(listOf('bunches', BUNCH_CHOICES), store)],
    [choicesOf('methods'), createMethodChoices(client)],
  ])
  for (const name of RECORD_NAMES) {
    own.set(name, { ...listOf(name, RECORD_CALLS[name]), ...createRecordProvider(client, name) })
  }
  const provider = combineDataProviders(resource => ({ ...store, ...own.get(resource) }) as DataProvider)
  return { ...provider, supportAbortSignal: true, ...createVerbs(client, orders) }
}

/** Records as config describes them. */
function createStoreProvider(client: Client, { resources }: CompiledConfig) {
  const store = simpleRestProvider(RECORDS_URL, client.http)
  return {
    ...store,
    getList: (resource: string, params: GetListParams) => {
      const filter = restFilter(resources[resource]?.list?.filters, params.filter)
      return store.getList(resource, { ...params, filter })
    },
    delete: async (resource: string, params: DeleteParams) => {
      await store.delete(resource, params)
      return { data: params.previousData ?? { id: params.id } }
    },
  }
}

/** §7 lists the bunches of one batch alone: without it there are none to choose from, and the generic store knows their names. */
const withinBatch = (
  list: ReturnType<typeof createListProvider>,
  store: ReturnType<typeof createStoreProvider>,
) => ({
  getList: async (resource: string, params: GetListParams) =>
    params.filter?.batch ? list.getList(resource, params) : { data: [], total: 0 },
  getMany: (resource: string, params: ManyParams) =>
    params.meta?.within?.batch ? list.getMany(resource, params) : store.getMany('bunches', params as never),
})

/** Order methods to choose from: one whole list, in which a method is known by its code. */
function createMethodChoices(client: Client) {
  const all = async (signal?: AbortSignal) => {
    const methods = await client.payload('orders.methods', { query: { subject: 'order' }, signal })
    return methods.map(method => ({ ...method, id: method.code }))
  }
  return {
    getList: async (_: string, params: GetListParams) => pageOf(await all(params.signal), params),
    getMany: async (_: string, { ids, signal }: ManyParams) => ({
      data: (await all(signal)).filter(({ id }) => ids.map(String).includes(String(id))),
    }),
  }
}
