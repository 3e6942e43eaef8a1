/**
 * The state of a list's page: it has `rows`, none matches (`unmatched`), it is `waiting` for the server, has `failed`, or lies
 * `beyond` the last page. Rows that could not be refreshed stay, with a notice.
 */
import { Button } from '@mui/material'
import { type ListControllerResult, useListContext, useTranslate } from 'ra-core'
import { EmptyState, type StateProps } from '../../ui/states/EmptyState'
import { ErrorState } from '../../ui/states/ErrorState'
import { StaleNotice } from '../../ui/states/StaleNotice'

export type PageState = 'waiting' | 'failed' | 'beyond' | 'unmatched' | 'rows'

type Page = Pick<ListControllerResult, 'data' | 'error' | 'isPending' | 'total' | 'page'>

export function pageState({ data, error, isPending, total, page }: Page): PageState {
  if (data && data.length > 0) return 'rows'
  if (error) return 'failed'
  if (isPending || !data) return 'waiting'
  return page > 1 && total !== 0 ? 'beyond' : 'unmatched'
}

/** In place of the rows, where the page has failed or does not exist. */
export function PageProblem() {
  const { error, refetch, page, total = 0, perPage, setPage } = useListContext()
  const translate = useTranslate()
  if (error) {
    const title = page > 1 ? translate('forms.pager.failed', { page }) : undefined
    return <ErrorState title={title} error={error} onRetry={() => refetch()} />
  }
  const last = Math.max(1, Math.ceil(total / perPage))
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

/** In place of the rows, where there are none at all, as described; or none that match the filters, which can be cleared. */
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
