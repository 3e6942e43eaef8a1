/** The rows of a list as table or cards, or what stands in their place: loading, nothing, not reached. */
import { Button, Card } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { EmptyState } from '../../ui/EmptyState'
import { TimeGroup } from '../../ui/TimeGroup'
import { CardsSkeleton, ConfigCards } from './ConfigCards'
import { ConfigTable, type Lead, TableSkeleton } from './ConfigTable'
import { PageProblem, pageState, StaleRows } from './ListProblem'

export interface ListContentProps {
  resource: CompiledResource
  columns: readonly CompiledColumn[]
  compact?: boolean
  phone: boolean
  /** For a list without any records, not only without hits. */
  empty: React.ReactNode
  /** What stands before the columns of config. */
  lead?: Lead
  /** The buttons at the end of each row. */
  rowActions?: readonly CompiledAction[]
}

export function ListContent(props: ListContentProps) {
  const { resource, columns, compact = false, phone, empty, lead, rowActions } = props
  const page = useListContext()
  const { filterValues, setFilters, perPage } = page
  const translate = useTranslate()
  const words = useWords()
  const framed = (content: React.ReactNode) => <Card sx={{ overflow: 'hidden' }}>{content}</Card>

  const state = pageState(page)
  if (state === 'failed' || state === 'beyond') return framed(<PageProblem />)
  if (state === 'waiting') {
    if (phone) return <CardsSkeleton rows={5} />
    return framed(<TableSkeleton {...{ resource, columns, compact, lead, rowActions }} rows={perPage} />)
  }
  if (state === 'unmatched') {
    if (Object.keys(filterValues).length === 0) return framed(empty)
    return framed(
      <EmptyState
        title={words(resource.list?.texts.empty)}
        text={translate('forms.filters.none')}
        action={
          <Button variant="outlined" onClick={() => setFilters({})}>
            {translate('forms.filters.reset')}
          </Button>
        }
      />,
    )
  }
  return (
    <TimeGroup zoneInHead={!phone}>
      <StaleRows />
      {phone ? (
        <ConfigCards {...{ resource, columns, lead, rowActions }} />
      ) : (
        framed(<ConfigTable {...{ resource, columns, compact, lead, rowActions }} />)
      )}
    </TimeGroup>
  )
}
