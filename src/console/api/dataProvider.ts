/**
 * react-admin's data provider. Resources with calls in §7 use those calls. All others use `ra-data-simple-rest`:
 * models, bunches, methods, and resources that only config describes.
 */
import { combineDataProviders, type DataProvider, type GetListParams } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import type { CompiledConfig } from '../../engine/compiled'
import type { RuleContext } from '../../engine/conditions'
import { choicesOf } from '../choices'
import type { ApiClient } from './client'
import {
  BUNCH_CHOICES,
  CONTRACT_NAMES,
  createContractProvider,
  createLists,
  HISTORY,
  type Lists,
  MODEL_CHOICES,
} from './contractProvider'
import { createDevicesProvider } from './devicesProvider'
import { restFilter } from './filters'
import { createFleet, type Fleet } from './fleet'
import { createOrdersProvider, createTargetsProvider } from './ordersProvider'
import type { DeleteParams, ManyParams } from './pages'
import { loadWholePages } from './wholeLists'

/** Methods of a resource that replace the methods of `createRestProvider`. */
type Methods = {
  // `string extends M` removes the index signature of `DataProvider`.
  [M in keyof DataProvider as string extends M ? never : M]?: (r: string, params: never) => Promise<unknown>
}

/**
 * @param level of the signed-in user, for conditions of config
 * @param userEmail the e-mail address of the signed-in user; the browser stores lists and marks per user
 * @param conditionUser the signed-in user, for conditions of config
 */
export function createDataProvider(
  client: ApiClient,
  config: CompiledConfig,
  level: () => number = () => 0,
  userEmail: () => string | undefined = () => undefined,
  conditionUser: () => RuleContext['user'] = () => undefined,
): Fleet {
  const orders = createOrdersProvider(client, config, userEmail)
  const ruleContext = () => ({ level: level(), levels: config.levels.numbers, user: conditionUser() })
  const lists = createLists(client, config, ruleContext, userEmail)
  const rest = createRestProvider(client, config, lists.forget)
  const overrides = new Map<string, Methods>([
    ['devices', createDevicesProvider(client, config, level)],
    ['orders', orders],
    ['targets', createTargetsProvider(client)],
    ['history', lists.listOf('history', HISTORY)],
    [choicesOf('models'), lists.listOf('models', MODEL_CHOICES)],
    [choicesOf('bunches'), requireBatch(lists.listOf('bunches', BUNCH_CHOICES), rest)],
    [choicesOf('methods'), createMethodChoices(client, lists)],
    ...CONTRACT_NAMES.map(name => [name, createContractProvider(client, lists, name)] as const),
  ])
  const provider = combineDataProviders(resource => ({ ...rest, ...overrides.get(resource) }) as DataProvider)
  return {
    ...provider,
    supportAbortSignal: true,
    ...createFleet(client, orders, config.resources.devices),
  }
}

const REST_URL = '/api/resources'

/**
 * The provider of resources without calls in §7.
 *
 * @param forget drops cached whole lists; called after each write, since they may contain the written record
 */
function createRestProvider(client: ApiClient, { resources }: CompiledConfig, forget: () => void) {
  const rest = simpleRestProvider(REST_URL, client.http)
  const thenForgetLists =
    <Params, Saved>(save: (resource: string, params: Params) => Promise<Saved>) =>
    async (resource: string, params: Params) => {
      const response = await save(resource, params)
      forget()
      return response
    }
  return {
    ...rest,
    create: thenForgetLists(rest.create),
    update: thenForgetLists(rest.update),
    getList: (resource: string, params: GetListParams) => {
      const filter = restFilter(resources[resource]?.list?.filters, params.filter)
      return rest.getList(resource, { ...params, filter })
    },
    delete: thenForgetLists(async (resource: string, params: DeleteParams) => {
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
 * §7 lists only the bunches of one batch. Without a batch, `getList` finds nothing and `getMany` reads records of the
 * resource `bunches`.
 */
const requireBatch = (list: ReturnType<Lists['listOf']>, rest: ReturnType<typeof createRestProvider>) => ({
  getList: async (resource: string, params: GetListParams) =>
    params.filter?.batch ? list.getList(resource, params) : { data: [], total: 0 },
  getMany: (resource: string, params: ManyParams) =>
    params.meta?.within?.batch ? list.getMany(resource, params) : rest.getMany('bunches', params as never),
})

/** The choices of order methods, which every server sends as a whole list. Their ids are the method codes. */
function createMethodChoices(client: ApiClient, lists: Lists) {
  const allMethods = (request: unknown, signal?: AbortSignal) =>
    lists.wholeList('orders.methods', request, async () => {
      const methods = await client.payload('orders.methods', { query: { subject: 'order' }, signal })
      return methods.map(method => ({ ...method, id: method.code }))
    })
  return {
    getList: async (_: string, params: GetListParams) => {
      const { pagination, sort, filter, signal } = params
      const [methods, { pageOfList }] = await Promise.all([
        allMethods({ pagination, sort, filter }, signal),
        loadWholePages(),
      ])
      return pageOfList(methods, params)
    },
    getMany: async (_: string, { ids, signal }: ManyParams) => ({
      data: (await allMethods({ ids }, signal)).filter(({ id }) => ids.map(String).includes(String(id))),
    }),
  }
}
