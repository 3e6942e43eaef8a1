/**
 * The list context of a resource of config, in place of ra-core's `ListBase` (decision 244): its controller
 * (`useListController`, "change page if there is no data") goes to page 1 whenever a page fails or does not exist,
 * without a word and without an option against it. Here the page stays, and `ListProblem` shows what became of it. All
 * else is ra-core's: parameters in the address, selection, query.
 *
 * Instead of `ListBase`: useListController goes to page 1 when a page fails or does not exist, and has no option
 * against it. The page must stay and show the failure (tests/console/truth).
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
} from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { grouped } from '../../../domain/grouped'
import type { CompiledList, CompiledResource } from '../../../engine/compiled'
import { fill } from '../../../engine/i18n'
import { useTranslate } from '../../config'
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

interface RelatedFrameProps {
  resource: CompiledResource
  list: CompiledList
  /** What all of its records have. */
  within: Readonly<Record<string, unknown>>
  children: ReactNode
}

/** A list within another page: page and order are its own and stand in no address, and nothing is chosen in it. */
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
  const { page, perPage, filterValues, displayedFilters } = query
  const asked = requestOf(query)
  const request = { ...asked, filter: { ...asked.filter, ...within } }
  const { sort, filter } = request
  const polling = usePolling(refreshMs ?? 0)
  const result = useGetList<RaRecord>(resource, request, {
    placeholderData: previous => previous,
    retry: false,
    refetchInterval: refreshMs !== undefined && polling,
    meta: { live: [resource], rows: true } satisfies LiveMeta,
  })
  const { total, data } = result
  const isBulk = list.bulkActions.length > 0
  const { selection, ...selecting } = useListSelection({ resource, isBulk, filter, data })
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

/** §2: how many records were found, none, or that the list is loading; announced when it changes. */
export function ResultLine({ texts }: { texts: CompiledList['texts'] }) {
  const translate = useTranslate()
  const { total, data, meta, isPending, isPlaceholderData } = useListContext()
  const offer = useObservable(newRows)
  const loading = isPending || isPlaceholderData
  const sentence = () => {
    if (loading) return translate(texts.loading)
    // The page has failed: the total is not known.
    if (total === undefined) return ''
    return total > 0 ? fill(translate(texts.found), { count: grouped(total) }) : translate(texts.none)
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
        <LazyPart instead={null}>
          <NewRowsOffer {...offer} />
        </LazyPart>
      )}
    </Box>
  )
}
