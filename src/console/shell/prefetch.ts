/**
 * What the first screen needs is asked for before React begins: the code of the screen, and the rows of a list with
 * it. A list that asks when it stands on the screen would ask a fifth of a second later, and be drawn twice.
 */
import type { DataProvider } from 'ra-core'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import { mayAccess } from '../auth/access'
import { allowedSearch, firstRequest, storeKeyOf } from '../forms/list/listQuery'
import { fetchedInTime, waitBriefly } from '../ui/lazy/lazyComponent'
import type { UserProviders } from './providers'
import { recordListAt, screenAt } from './routes'

interface First {
  config: CompiledConfig
  level: number
  own: UserProviders
  dataProvider: DataProvider
  /** The address. */
  at: Pick<Location, 'pathname' | 'search'>
}

/** Once the first screen can be shown whole, or after a moment: what still comes finds its place. */
export async function prefetchFirstScreen({ at, ...first }: First): Promise<void> {
  const { config, level } = first
  const resource = recordListAt(config, at.pathname)
  const rows =
    resource && mayAccess(config, level, resource.name, 'list') && readRows(resource, at.search, first)
  await Promise.all([fetchedInTime(screenAt(config, at.pathname)), rows && waitBriefly(rows)])
}

/** Under the key by which `useGetList` looks for them. */
async function readRows(
  { name, list }: CompiledResource,
  search: string,
  { own: { store, queryClient }, dataProvider }: Pick<First, 'own' | 'dataProvider'>,
): Promise<void> {
  // Another address follows.
  if (!list || allowedSearch(search, list) !== undefined) return
  const request = firstRequest(list, search, store.getItem<object>(storeKeyOf(name, list)) ?? {})
  await queryClient.prefetchQuery({
    queryKey: [name, 'getList', request],
    queryFn: async ({ signal }) => {
      const { data, total, pageInfo, meta } = await dataProvider.getList(name, { ...request, signal })
      return { data, total, pageInfo, meta }
    },
    retry: false,
  })
}
