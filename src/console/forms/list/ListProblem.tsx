/**
 * What became of a page of a list: `rows` are there, none `matched`, the page is `waiting`, it `failed`, or it lies `beyond` the
 * last one. Rows that could not be read anew stay, with a notice.
 */
import { Button } from '@mui/material'
import { type ListControllerResult, useListContext, useTranslate } from 'ra-core'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { StaleNotice } from '../../ui/StaleNotice'

export type PageState = 'waiting' | 'failed' | 'beyond' | 'unmatched' | 'rows'

type Page = Pick<ListControllerResult, 'data' | 'error' | 'isPending' | 'total' | 'page'>

export function pageState({ data, error, isPending, total, page }: Page): PageState {
  if (data && data.length > 0) return 'rows'
  if (error) return 'failed'
  if (isPending || !data) return 'waiting'
  return page > 1 && total !== 0 ? 'beyond' : 'unmatched'
}

/** In the place of the rows of a page that failed or is not there. */
export function PageProblem() {
  const { error, refetch, page, total = 0, perPage, setPage } = useListContext()
  const translate = useTranslate()
  if (error) {
    // Which page it is must be said where there are several.
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

/** Above rows that could not be read anew. */
export function StaleRows() {
  const { error, data, refetch } = useListContext()
  if (!error || !data || data.length === 0) return null
  return <StaleNotice error={error} onRetry={() => refetch()} />
}
