/**
 * Provides the list context of a resource of config, with ra-core's query, selection and parameters in the address.
 *
 * Instead of `ListBase`: its useListController silently goes to page 1 when a page fails or does not exist, and has no
 * option against it. Here the page stays and `ListProblem` shows why it is empty (decision 244, tests/screens/truth).
 */
import { Box, Typography } from '@mui/material'
import {
  HttpError,
  ListContextProvider,
  type ListControllerResult,
  type RaRecord,
  ResourceContextProvider,
  useGetList,
  useListContext,
  useListParams,
  useNotify,
} from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CompiledList, CompiledResource } from '../../../engine/compiled'
import { type LiveMeta, newRows, usePolling } from '../../live'
import { useObservable } from '../../observable'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { useListTexts } from '../listTexts'
import { correctedSearch, defaultSort, requestOf, storeKeyOf } from './listQuery'
import { SelectionProvider, useListSelection } from './useSelection'

const NewRowsOffer = lazyComponent(() => import('./NewRowsOffer'))

interface ListFrameProps {
  resource: CompiledResource
  /**
   * The interval in ms at which the list is fetched again while the stream of changes is not connected. Default: never.
   */
  refreshMs?: number
  children: ReactNode
}

export function ListFrame({ resource: { name, list }, ...props }: ListFrameProps) {
  const location = useLocation()
  if (!list) return null
  const search = correctedSearch(location.search, list)
  if (search !== undefined) return <Navigate replace to={{ ...location, search }} />
  return (
    <ResourceContextProvider value={name}>
      <ListProvider resource={name} list={list} {...props} />
    </ResourceContextProvider>
  )
}

interface RelatedFrameProps {
  resource: CompiledResource
  list: CompiledList
  /** A filter that is always applied and that the user cannot clear, such as `{ batch: 3 }`. */
  within: Readonly<Record<string, unknown>>
  children: ReactNode
}

/** A list within another page. Its page and sort are not in the address, and its rows cannot be selected. */
export function RelatedFrame({ resource: { name }, list, within, children }: RelatedFrameProps) {
  return (
    <ResourceContextProvider value={name}>
      <ListProvider resource={name} list={{ ...list, bulkActions: [] }} within={within}>
        {children}
      </ListProvider>
    </ResourceContextProvider>
  )
}

interface ListProviderProps extends Omit<ListFrameProps, 'resource'> {
  resource: string
  list: CompiledList
  within?: RelatedFrameProps['within']
}

function ListProvider({ resource, list, refreshMs, within, children }: ListProviderProps) {
  const [query, modifiers] = useListParams({
    resource,
    perPage: list.perPage,
    sort: defaultSort(list),
    storeKey: within ? false : storeKeyOf(resource, list),
    disableSyncWithLocation: within !== undefined,
  })
  const { page, filterValues, displayedFilters } = query
  // Config sets the page size, not the address or the store (§9).
  const { perPage } = list
  const userRequest = requestOf({ ...query, perPage })
  const request = { ...userRequest, filter: { ...userRequest.filter, ...within } }
  const { sort, filter } = request
  const polling = usePolling(refreshMs ?? 0)
  const result = useGetList<RaRecord>(resource, request, {
    placeholderData: previous => previous,
    retry: false,
    refetchInterval: refreshMs !== undefined && polling,
    meta: { live: [resource], rows: true } satisfies LiveMeta,
  })
  const { data } = result
  const { total, atLeast } = useExactTotal(resource, filter, result)
  const pageToShow = pageWithRows(page, perPage, result)
  // A link, or the store of an earlier release, may have a filter that the server refuses.
  const { error } = result
  const isFilterRefused =
    error instanceof HttpError && error.status === 400 && Object.keys(filterValues).length > 0
  const notify = useNotify()
  useEffect(() => {
    if (!isFilterRefused) return
    modifiers.setFilters({}, {})
    notify('forms.filters.dropped', { type: 'warning' })
  }, [isFilterRefused, modifiers, notify])
  // When the last row of a page is deleted, go to the last page with rows. A page that never had rows stays, and
  // `ListProblem` explains why it has none.
  const filledPage = useRef<number>(undefined)
  useEffect(() => {
    if (pageToShow === page) filledPage.current = page
    else if (pageToShow !== undefined && filledPage.current === page) modifiers.setPage(pageToShow)
  }, [pageToShow, page, modifiers])
  const isBulk = list.bulkActions.length > 0
  const { selection, ...selectionProps } = useListSelection({ resource, isBulk, filter, data })
  // The cast: ra-core's type is a union over the states of the request, which no object literal satisfies.
  const context = {
    ...result,
    total,
    meta: { ...result.meta, atLeast },
    ...modifiers,
    resource,
    sort,
    page,
    perPage,
    filterValues,
    displayedFilters,
    ...selectionProps,
    onSelectAll: selection.chooseAll,
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

/**
 * The total of a list. If the server has counted only some of the records (`meta.atLeast`), another request counts all,
 * so that the rows need not wait. It is repeated after changes, at most every `COUNT_AGAIN_MS`.
 */
function useExactTotal(
  resource: string,
  filter: object,
  {
    total,
    meta,
    isPlaceholderData,
    dataUpdatedAt,
  }: Pick<ReturnType<typeof useGetList>, 'total' | 'meta' | 'isPlaceholderData' | 'dataUpdatedAt'>,
): { total: number | undefined; atLeast: boolean } {
  const isBounded = meta?.atLeast === true
  const {
    total: exact,
    isFetching,
    dataUpdatedAt: countedAt,
    refetch,
  } = useGetList(
    resource,
    { pagination: { page: 1, perPage: 1 }, filter, meta: { exact: true } },
    { enabled: isBounded && !isPlaceholderData },
  )
  const isOld = isBounded && exact !== undefined && dataUpdatedAt - countedAt > COUNT_AGAIN_MS
  useEffect(() => {
    if (isOld && !isFetching) void refetch()
  }, [isOld, isFetching, refetch])
  return isBounded ? { total: exact ?? total, atLeast: exact === undefined } : { total, atLeast: false }
}

/** How long an exact total is shown while the rows change. */
const COUNT_AGAIN_MS = 10_000

/**
 * @returns the page itself if it has rows, else the last page with rows; `undefined` if unknown, or if no page has rows
 */
function pageWithRows(
  page: number,
  perPage: number,
  { data, total = 0, isPlaceholderData }: { data?: unknown[]; total?: number; isPlaceholderData: boolean },
): number | undefined {
  if (!data || isPlaceholderData) return undefined
  if (data.length > 0) return page
  return total > 0 ? Math.min(page, Math.ceil(total / perPage)) : undefined
}

/** §2: a line that says how many records were found, or that the list is loading. Screen readers announce changes. */
export function ResultLine({ resource }: { resource: CompiledResource }) {
  const texts = useListTexts(resource)
  const { total, data, meta, isPending, isPlaceholderData } = useListContext()
  const offer = useObservable(newRows)
  const loading = isPending || isPlaceholderData
  const sentence = () => {
    if (loading) return texts.loading
    // Unknown after a failure, which `ListProblem` shows.
    if (total === undefined) return ''
    return total > 0 ? texts.found(total, meta?.atLeast) : texts.none
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5 }}>
      {/* Live updates of the number are not announced. */}
      <Typography
        role="status"
        aria-live={meta?.live ? 'off' : undefined}
        variant="body2"
        color="text.secondary"
      >
        {sentence()}
      </Typography>
      {offer && offer.shown === data && (
        <LazyPart errorFallback={null}>
          <NewRowsOffer {...offer} />
        </LazyPart>
      )}
    </Box>
  )
}
