/**
 * What react-admin asks for, by resource: §7's calls where it has some; all others go through `ra-data-simple-rest`:
 * models, bunches, methods, and the resources that config alone describes.
 */

import { combineDataProviders, type DataProvider, type GetListParams } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import type { CompiledConfig } from '../../engine/compiled'
import type { Circumstance } from '../../engine/conditions'
import { choicesOf } from '../choices'
import type { ApiClient } from './client'
import {
  BUNCH_CHOICES,
  CONTRACT_NAMES,
  createContractProvider,
  createLists,
  type Lists,
  MODEL_CHOICES,
} from './contractProvider'
import { createDevicesProvider } from './devicesProvider'
import { describedFilter } from './filters'
import { createFleet, type Fleet } from './fleet'
import { createOrdersProvider, createTargetsProvider } from './ordersProvider'
import type { DeleteParams, ManyParams } from './pages'
import { loadWholePages } from './wholeLists'

/** Methods of a resource that differ from those of `createDescribedProvider`. */
type Methods = {
  // Without the index signature of `DataProvider`.
  [M in keyof DataProvider as string extends M ? never : M]?: (r: string, params: never) => Promise<unknown>
}

/**
 * @param level of the user, which conditions of config may test
 * @param who the signed-in user, as conditions of config see it
 * @param user whose marks are kept in the browser where the server does not keep them
 */
export function createDataProvider(
  client: ApiClient,
  config: CompiledConfig,
  level: () => number = () => 0,
  user: () => string | undefined = () => undefined,
  who: () => Circumstance['user'] = () => undefined,
): Fleet {
  const orders = createOrdersProvider(client, config, user)
  const circumstance = () => ({ level: level(), levels: config.levels.numbers, user: who() })
  const lists = createLists(client, config, circumstance, user)
  const described = createDescribedProvider(client, config, lists.forget)
  const own = new Map<string, Methods>([
    ['devices', createDevicesProvider(client, config, level)],
    ['orders', orders],
    ['targets', createTargetsProvider(client)],
    [choicesOf('models'), lists.listOf('models', MODEL_CHOICES)],
    [choicesOf('bunches'), withinBatch(lists.listOf('bunches', BUNCH_CHOICES), described)],
    [choicesOf('methods'), createMethodChoices(client, lists)],
    ...CONTRACT_NAMES.map(name => [name, createContractProvider(client, lists, name)] as const),
  ])
  const provider = combineDataProviders(resource => ({ ...described, ...own.get(resource) }) as DataProvider)
  return {
    ...provider,
    supportAbortSignal: true,
    ...createFleet(client, orders, config.resources.devices?.list?.filters),
  }
}

const DESCRIBED_URL = '/api/resources'

/**
 * Records in the dialect of ra-data-simple-rest.
 *
 * @param forget drops whole lists, of which some are made from these records
 */
function createDescribedProvider(client: ApiClient, { resources }: CompiledConfig, forget: () => void) {
  const described = simpleRestProvider(DESCRIBED_URL, client.http)
  const saved =
    <Params, Saved>(save: (resource: string, params: Params) => Promise<Saved>) =>
    async (resource: string, params: Params) => {
      const answer = await save(resource, params)
      forget()
      return answer
    }
  return {
    ...described,
    create: saved(described.create),
    update: saved(described.update),
    getList: (resource: string, params: GetListParams) => {
      const filter = describedFilter(resources[resource]?.list?.filters, params.filter)
      return described.getList(resource, { ...params, filter })
    },
    delete: saved(async (resource: string, params: DeleteParams) => {
      const { id, previousData, meta } = params
      await client.call('records.remove', {
        params: { resource, id: id as number },
        query: meta?.agreed ?? {},
      })
      return { data: previousData ?? { id } }
    }),
  }
}

/**
 * §7 lists the bunches of one batch only. Without a batch there are no choices, and names are read as records of the
 * resource `bunches`.
 */
const withinBatch = (
  list: ReturnType<Lists['listOf']>,
  described: ReturnType<typeof createDescribedProvider>,
) => ({
  getList: async (resource: string, params: GetListParams) =>
    params.filter?.batch ? list.getList(resource, params) : { data: [], total: 0 },
  getMany: (resource: string, params: ManyParams) =>
    params.meta?.within?.batch
      ? list.getMany(resource, params)
      : described.getMany('bunches', params as never),
})

/** Order methods to choose from: one whole list, in which a method is known by its code. */
function createMethodChoices(client: ApiClient, lists: Lists) {
  const all = (question: unknown, signal?: AbortSignal) =>
    lists.wholeOf('orders.methods', question, async () => {
      const methods = await client.payload('orders.methods', { query: { subject: 'order' }, signal })
      return methods.map(method => ({ ...method, id: method.code }))
    })
  return {
    getList: async (_: string, params: GetListParams) => {
      const { pagination, sort, filter, signal } = params
      const [methods, { pageOfList }] = await Promise.all([
        all({ pagination, sort, filter }, signal),
        loadWholePages(),
      ])
      return pageOfList(methods, params)
    },
    getMany: async (_: string, { ids, signal }: ManyParams) => ({
      data: (await all({ ids }, signal)).filter(({ id }) => ids.map(String).includes(String(id))),
    }),
  }
}
