/**
 * The list context of a resource of config, in place of ra-core's `ListBase`: its controller (`useListController`, "change page if
 * there is no data") goes to page 1 whenever a page fails or does not exist, without a word and without an option against it. Here
 * the page stays, and `ListProblem` shows what became of it. All else is ra-core's: parameters in the address, selection, query.
 */
import {
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  ResourceContextProvider,
  useGetList,
  useListParams,
  useRecordSelection,
  useSelectAll,
} from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CompiledList, CompiledResource } from '../../../engine/compiled'
import { allowedSearch, defaultSort } from './listAddress'

interface ListOptions {
  /** How often the list is read again while it is shown; never when absent. */
  refreshMs?: number
}

interface ListFrameProps extends ListOptions {
  resource: CompiledResource
  children: ReactNode
}

export function ListFrame({ resource: { name, list }, children, ...options }: ListFrameProps) {
  const location = useLocation()
  if (!list) return null
  const search = allowedSearch(location.search, list)
  if (search !== undefined) return <Navigate replace to={{ ...location, search }} />
  return (
    <ResourceContextProvider value={name}>
      <ListProvider resource={name} list={list} {...options}>
        {children}
      </ListProvider>
    </ResourceContextProvider>
  )
}

interface ListProviderProps extends ListOptions {
  resource: string
  list: CompiledList
  children: ReactNode
}

function ListProvider({ resource, list, refreshMs, children }: ListProviderProps) {
  // Parameters that were stored before config changed may name a page size or a column that is gone.
  const storeKey = `${resource}.list.${list.perPage}.${list.columnsHash}`
  const [query, modifiers] = useListParams({
    resource,
    perPage: list.perPage,
    sort: defaultSort(list),
    storeKey,
  })
  const { page, perPage, filter, filterValues, displayedFilters } = query
  const sort = { field: query.sort, order: query.order as 'ASC' | 'DESC' }
  const [selectedIds, selection] = useRecordSelection({ resource, storeKey })
  const onSelectAll = useSelectAll({ resource, sort, filter, storeKey })
  const result = useGetList<RaRecord>(
    resource,
    { pagination: { page, perPage }, sort, filter },
    { placeholderData: previous => previous, retry: false, refetchInterval: refreshMs ?? false },
  )
  const { total } = result
  const context = {
    ...result,
    ...modifiers,
    resource,
    sort,
    page,
    perPage,
    filterValues,
    displayedFilters,
    selectedIds,
    onSelectAll,
    onSelect: selection.select,
    onToggleItem: selection.toggle,
    onUnselectItems: () => selection.unselect(selectedIds),
    exporter: false,
    hasNextPage: total !== undefined && page * perPage < total,
    hasPreviousPage: page > 1,
  } as ListControllerResult
  return <ListContextProvider value={context}>{children}</ListContextProvider>
}
