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
import { allowedSearch, defaultSort, requestOf, storeKeyOf } from './listQuery'
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
  const storeKey = storeKeyOf(resource, list)
  const [query, modifiers] = useListParams({
    resource,
    perPage: list.perPage,
    sort: defaultSort(list),
    storeKey,
  })
  const { page, perPage, filterValues, displayedFilters } = query
  const request = requestOf(query)
  const { sort, filter } = request
  const onSelectAll = useSelectAll({ resource, sort, filter, storeKey })
  const polling = usePolling(refreshMs ?? 0)
  const result = useGetList<RaRecord>(resource, request, {
    placeholderData: previous => previous,
    retry: false,
    refetchInterval: refreshMs !== undefined && polling,
    meta: { live: [resource], rows: true } satisfies LiveMeta,
  })
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
