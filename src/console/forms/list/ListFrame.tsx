/**
 * The list context of a resource of config, in place of ra-core's `ListBase`: its controller (`useListController`, "change page if
 * there is no data") goes to page 1 whenever a page fails or does not exist, without a word and without an option against it. Here
 * the page stays, and `ListProblem` shows what became of it. All else is ra-core's: parameters in the address, selection, query.
 */
import { Box, Typography } from '@mui/material'
import {
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  ResourceContextProvider,
  useGetList,
  useListContext,
  useListParams,
  useSelectAll,
} from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CompiledList, CompiledResource } from '../../../engine/compiled'
import { fill } from '../../../engine/i18n'
import { useWords } from '../../config'
import { type LiveMeta, newRows, usePolling } from '../../live'
import { useObservable } from '../../observable'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { SelectionProvider, useListSelection } from './useSelection'

const NewRowsOffer = lazyComponent(() => import('./NewRowsOffer'))

interface ListFrameProps {
  resource: CompiledResource
  /** How often the list is read again while it is shown and no stream tells of changes; never when absent. */
  refreshMs?: number
  children: ReactNode
}

export function ListFrame({ resource: { name, list }, ...props }: ListFrameProps) {
  const location = useLocation()
  if (!list) return null
  const search = allowedSearch(location.search, list)
  if (search !== undefined) return <Navigate replace to={{ ...location, search }} />
  return (
    <ResourceContextProvider value={name}>
      <ListProvider resource={name} list={list} {...props} />
    </ResourceContextProvider>
  )
}

type ListProviderProps = Omit<ListFrameProps, 'resource'> & { resource: string; list: CompiledList }

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
  const onSelectAll = useSelectAll({ resource, sort, filter, storeKey })
  const polling = usePolling(refreshMs ?? 0)
  const result = useGetList<RaRecord>(
    resource,
    { pagination: { page, perPage }, sort, filter },
    {
      placeholderData: previous => previous,
      retry: false,
      refetchInterval: refreshMs !== undefined && polling,
      meta: { live: [resource], rows: true } satisfies LiveMeta,
    },
  )
  const { total, data } = result
  const isBulk = list.bulkActions.length > 0
  const { selection, ...selecting } = useListSelection({ resource, storeKey, isBulk, filter, data })
  const context = {
    ...result,
    ...modifiers,
    resource,
    sort,
    page,
    perPage,
    filterValues,
    displayedFilters,
    ...selecting,
    onSelectAll,
    exporter: false,
    hasNextPage: total !== undefined && page * perPage < total,
    hasPreviousPage: page > 1,
  } as ListControllerResult
  return (
    <SelectionProvider value={selection}>
      <ListContextProvider value={context}>{children}</ListContextProvider>
    </SelectionProvider>
  )
}

/** The sort of a list until the user sorts it. */
const defaultSort = ({ sort }: Pick<CompiledList, 'sort'>) => sort ?? ({ field: 'id', order: 'ASC' } as const)

/**
 * The search part of an address without what the list does not allow; `undefined` when it may stay as it is. react-admin takes page
 * size and sort from it unchecked; an old or typed link must neither ask for another page size than the list's (§9: no page-size
 * dropdown) nor sort by what is no sortable column.
 */
export function allowedSearch(
  search: string,
  list: Pick<CompiledList, 'perPage' | 'columns' | 'sort'>,
): string | undefined {
  const params = new URLSearchParams(search)
  const page = params.get('page')
  const perPage = params.get('perPage')
  const sort = params.get('sort')
  const sortable = [
    // Part of every address that react-admin writes.
    defaultSort(list).field,
    ...list.columns.filter(column => column.sortable).map(({ field }) => field),
  ]

  if (page !== null && !/^[1-9]\d{0,6}$/.test(page)) params.delete('page')
  if (perPage !== null && perPage !== String(list.perPage)) {
    params.delete('perPage')
    // Page 3 of another page size is another place.
    params.delete('page')
  }
  if (sort !== null && !sortable.includes(sort)) {
    params.delete('sort')
    params.delete('order')
  }
  const allowed = params.toString()
  return allowed === new URLSearchParams(search).toString() ? undefined : allowed && `?${allowed}`
}

/** §2: how many records were found, none, or that the list is loading; announced when it changes. */
export function ResultLine({ texts }: { texts: CompiledList['texts'] }) {
  const words = useWords()
  const { total, data, meta, isPending, isPlaceholderData } = useListContext()
  const offer = useObservable(newRows)
  const loading = isPending || isPlaceholderData
  const sentence = () => {
    if (loading) return words(texts.loading)
    // The page has failed: the total is not known.
    if (total === undefined) return ''
    return total > 0 ? fill(words(texts.found), { count: total.toLocaleString('ko-KR') }) : words(texts.none)
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5 }}>
      {/* A number that changes by itself is not read out. */}
      <Typography
        role="status"
        aria-live={meta?.live ? 'off' : undefined}
        variant="body2"
        color="text.secondary"
      >
        {sentence()}
      </Typography>
      {offer && offer.shown === data && (
        <LazyPart silent>
          <NewRowsOffer {...offer} />
        </LazyPart>
      )}
    </Box>
  )
}
