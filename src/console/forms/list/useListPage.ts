/**
 * One page of a resource's list: react-admin's parameters, choice of rows and query. In place of its `useListController`, which
 * goes to page 1 without a word when a page fails or is not there; here the page stays, and the list says what became of it.
 */
import type { ListControllerResult, RaRecord } from 'ra-core'
import { useGetList, useListParams, useRecordSelection, useSelectAll } from 'ra-core'
import type { CompiledList } from '../../../engine/compiled'
import { firstSort } from './listAddress'

interface ListPageOptions {
  resource: string
  list: CompiledList
  /** Passed on to the data provider. */
  meta?: Record<string, unknown>
  /** How often it is read again while somebody looks at it; never when absent. */
  refreshMs?: number
}

export function useListPage({ resource, list, meta, refreshMs }: ListPageOptions): ListControllerResult {
  // What was kept before config changed may name a page size or an order that is no more.
  const storeKey = `${resource}.list.${list.perPage}.${list.columnsHash}`
  const [query, change] = useListParams({ resource, perPage: list.perPage, sort: firstSort(list), storeKey })
  const [selectedIds, selection] = useRecordSelection({ resource, storeKey })
  const { page, perPage } = query
  const sort = { field: query.sort, order: query.order as 'ASC' | 'DESC' }
  const answer = useGetList<RaRecord>(
    resource,
    { pagination: { page, perPage }, sort, filter: query.filter, meta },
    {
      placeholderData: (before: unknown) => before as never,
      retry: false,
      ...(refreshMs ? { refetchInterval: refreshMs } : {}),
    },
  )
  const onSelectAll = useSelectAll({ resource, sort, filter: query.filter, storeKey })
  const { total } = answer
  return {
    ...answer,
    meta: answer.meta,
    resource,
    sort,
    page,
    perPage,
    filterValues: query.filterValues,
    displayedFilters: query.displayedFilters,
    setPage: change.setPage,
    setPerPage: change.setPerPage,
    setSort: change.setSort,
    setFilters: change.setFilters,
    showFilter: change.showFilter,
    hideFilter: change.hideFilter,
    selectedIds,
    onSelect: selection.select,
    onSelectAll,
    onToggleItem: selection.toggle,
    onUnselectItems: () => selection.unselect(selectedIds),
    exporter: false,
    hasNextPage: total !== undefined && page * perPage < total,
    hasPreviousPage: page > 1,
  } as ListControllerResult
}
