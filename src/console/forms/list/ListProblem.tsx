/**
 * Why a list's page has no rows: it has failed, lies beyond the last page, or nothing matches. Rows that could not be
 * refreshed stay.
 */
import { Button } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { EmptyState, type StateProps } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { StaleNotice } from '../../ui/states/StaleNotice'

/** In place of the rows, where the page has failed or does not exist. */
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
 * In place of the rows, where there are none at all, as described; or none that match the filters, which can be
 * cleared.
 */
export function NoRows(described: StateProps) {
  const { filterValues, setFilters } = useListContext()
  const translate = useTranslate()
  if (Object.keys(filterValues).length === 0) return <EmptyState {...described} />
  return (
    <EmptyState
      title={described.title}
      text={translate('forms.filters.none')}
      action={
        <Button variant="outlined" onClick={() => setFilters({})}>
          {translate('forms.filters.reset')}
        </Button>
      }
    />
  )
}

/** Above rows that could not be refreshed. */
export function StaleRows() {
  const { error, data, refetch } = useListContext()
  if (!error || !data || data.length === 0) return null
  return <StaleNotice error={error} onRetry={() => refetch()} />
}
