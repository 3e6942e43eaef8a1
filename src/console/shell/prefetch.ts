/**
 * Fetches the first screen before React renders: its code, and the rows if it is a list. A list that fetches its rows
 * when it is mounted would do so 200 ms later, and be rendered twice.
 */
import type { DataProvider, I18nProvider } from 'ra-core'
import type { CompiledConfig, CompiledResource } from '../../engine/compiled'
import { mayAccess } from '../auth/access'
import { correctedSearch, firstRequest, storeKeyOf } from '../forms/list/listQuery'
import { preloadBriefly, waitBriefly } from '../ui/lazy/lazyComponent'
import type { UserProviders } from './providers'
import { recordListAt, screenAt } from './routes'

interface FirstScreenContext {
  config: CompiledConfig
  level: number
  userProviders: UserProviders
  dataProvider: DataProvider
  i18nProvider: I18nProvider
  location: Pick<Location, 'pathname' | 'search'>
}

/** Resolves when the first screen can be shown completely, or after 100 ms; the screen then loads the rest. */
export async function prefetchFirstScreen({ location, ...context }: FirstScreenContext): Promise<void> {
  const { config, level } = context
  const resource = recordListAt(config, location.pathname)
  const prefetchRows = async () => {
    await chooseLocale(context)
    if (resource && mayAccess(config, level, resource.name, 'list'))
      await waitBriefly(readRows(resource, location.search, context))
  }
  await Promise.all([preloadBriefly(screenAt(config, location.pathname)), prefetchRows()])
}

/**
 * Applies the user's language before the first request. A failure is ignored: react-admin tries again and reports it.
 */
async function chooseLocale({
  i18nProvider,
  userProviders,
}: Omit<FirstScreenContext, 'location'>): Promise<void> {
  const locale = userProviders.store.getItem<string>('locale')
  if (locale && locale !== i18nProvider.getLocale())
    await Promise.resolve(i18nProvider.changeLocale(locale)).catch(() => undefined)
}

/** Puts the rows into the query cache, under the key that `useGetList` uses. */
async function readRows(
  { name, list }: CompiledResource,
  search: string,
  {
    userProviders: { store, queryClient },
    dataProvider,
  }: Pick<FirstScreenContext, 'userProviders' | 'dataProvider'>,
): Promise<void> {
  // `ListFrame` will redirect to another address first.
  if (!list || correctedSearch(search, list) !== undefined) return
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
