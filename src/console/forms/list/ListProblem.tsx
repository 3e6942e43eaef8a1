/** Messages of a list: why a page has no rows (it failed, does not exist, or nothing matches), or that rows are old. */
import { Button } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { EmptyState, type StateProps } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { StaleNotice } from '../../ui/states/StaleNotice'

/** @returns what to show instead of the rows if the page failed or does not exist; `null` otherwise */
export function usePageProblem(): ReactNode {
  const { data, error, refetch, page, total, perPage, setPage } = useListContext()
  const translate = useTranslate()
  if (data && data.length > 0) return null
  if (error) {
    const title = page > 1 ? translate('forms.pager.failed', { page }) : undefined
    return <ErrorState title={title} error={error} onRetry={() => refetch()} />
  }
  if (!data || page === 1 || total === 0) return null
  const last = Math.max(1, Math.ceil((total ?? 0) / perPage))
  return (
    <EmptyState
      role="alert"
      title={translate('forms.pager.beyond', { page })}
      text={translate('forms.pager.beyondHint', { last })}
      action={
        <Button variant="outlined" onClick={() => setPage(last)}>
          {translate('forms.pager.last')}
        </Button>
      }
    />
  )
}

/**
 * Shown instead of the rows of an empty list. If filters are set, it offers to clear them.
 *
 * @param emptyState for a list without filters
 */
export function NoRows(emptyState: StateProps) {
  const { filterValues, setFilters } = useListContext()
  const translate = useTranslate()
  if (Object.keys(filterValues).length === 0) return <EmptyState {...emptyState} />
  return (
    <EmptyState
      title={emptyState.title}
      text={translate('forms.filters.none')}
      action={
        <Button variant="outlined" onClick={() => setFilters({})}>
          {translate('forms.filters.reset')}
        </Button>
      }
    />
  )
}

/** The warning above rows that could not be refreshed. */
export function StaleRows() {
  const { error, data, refetch } = useListContext()
  if (!error || !data || data.length === 0) return null
  return <StaleNotice error={error} onRetry={() => refetch()} />
}
