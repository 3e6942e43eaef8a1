/** Every device of an order with where it stands, since when and why; filtered, searched, paged, and taken along as a spreadsheet. */
import { Card, Typography } from '@mui/material'
import { ListContextProvider, useReferenceManyFieldController, useTranslate } from 'ra-core'
import { useConfig } from '../../config'
import { PageProblem, pageState, StaleRows } from '../../forms/list/ListProblem'
import { Pager } from '../../forms/list/Pager'
import { EmptyState } from '../../ui/EmptyState'
import { ExportButton } from './ExportButton'
import type { OrderShown } from './orderShown'
import { TargetFilters } from './TargetFilters'
import { type Target, TargetRows } from './TargetRows'

export function Targets({ order }: { order: OrderShown }) {
  const translate = useTranslate()
  const { app, resources } = useConfig()
  const devices = resources.devices?.list
  const list = useReferenceManyFieldController<OrderShown, Target>({
    resource: 'orders',
    record: order,
    reference: 'targets',
    target: 'order',
    // Without it there would be no current page.
    page: 1,
    perPage: devices?.perPage,
    sort: { field: 'number', order: 'ASC' },
    queryOptions: {
      onError: () => {},
      refetchInterval: order.waiting + order.ongoing > 0 ? app.timing.ordersPollMs : false,
    },
  })
  const { error, filterValues } = list
  const state = pageState(list)
  // A server that does not tell the targets has no such part (decision 22).
  const status = (error as { status?: number } | null)?.status
  if (status === 404 || status === 405) return null

  return (
    <ListContextProvider value={list}>
      <Card component="section" sx={{ p: 2, pb: 1 }}>
        <Typography variant="h2" sx={{ mb: 1 }}>
          {translate('orders.targets.title')}
        </Typography>
        <TargetFilters order={order} exporter={<ExportButton order={order} status={filterValues.status} />} />
        <StaleRows />
        {state === 'failed' || state === 'beyond' ? (
          <PageProblem />
        ) : state === 'unmatched' ? (
          <EmptyState
            title={translate('orders.targets.none')}
            text={Object.keys(filterValues).length > 0 && translate('forms.filters.none')}
          />
        ) : (
          <TargetRows />
        )}
        <Pager size={devices?.pageWindow ?? 10} />
      </Card>
    </ListContextProvider>
  )
}
