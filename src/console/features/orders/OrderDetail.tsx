/** One order (§2): whom it came from and went to, what it says, what became of every device, its files. Opening it marks it read. */
import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button, Card, Skeleton } from '@mui/material'
import { type HttpError, useGetOne, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { Order } from '../../../contract/orders'
import { useConfig, useWords } from '../../config'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { Screen } from '../../ui/Screen'
import { StaleNotice } from '../../ui/StaleNotice'
import { ZoneSwitch } from '../../ui/ZoneSwitch'
import { Attachments } from './Attachments'
import { DetailActions } from './DetailActions'
import { DetailBody, DetailHead } from './DetailParts'
import { MailStar } from './MailStar'
import { toggledStar } from './marks'
import type { OrderShown } from './orderShown'
import { Progress } from './Progress'
import { Targets } from './Targets'
import { useMarks } from './useMarks'

export default function OrderDetail() {
  const { id = '' } = useParams()
  const { app, resources } = useConfig()
  const translate = useTranslate()
  const words = useWords()
  const { data, error, dataUpdatedAt, refetch } = useGetOne<OrderShown>(
    'orders',
    { id: Number(id) },
    {
      // The list leaves its own, shorter record here.
      staleTime: 0,
      refetchInterval: ({ state }) => (isOpen(state.data) ? app.timing.ordersPollMs : false),
    },
  )
  useReadOnOpening(data)

  const back = (
    <Button
      component={Link}
      to={resources.orders?.path ?? '/'}
      color="inherit"
      startIcon={<ArrowBack />}
      sx={{ alignSelf: 'start', ml: -1, mb: 1 }}
    >
      {translate('orders.back')}
    </Button>
  )
  if (!data) {
    const gone = (error as HttpError | null)?.status === 404
    return (
      <Screen title={words(resources.orders?.label)}>
        {back}
        <Card>
          {gone && <EmptyState title={translate('orders.gone')} text={translate('orders.goneHint')} />}
          {error && !gone && <ErrorState error={error} onRetry={() => refetch()} />}
          {!error && <Waiting />}
        </Card>
      </Screen>
    )
  }
  const stale = error ? (
    <StaleNotice error={error} since={dataUpdatedAt} onRetry={() => refetch()} />
  ) : undefined
  return <Page order={data} back={back} stale={stale} />
}

interface PageProps {
  order: OrderShown
  back: React.ReactNode
  /** That what is shown could not be read anew. */
  stale?: React.ReactNode
}

function Page({ order, back, stale }: PageProps) {
  const { mark } = useMarks()
  const title = order.title || order.caption
  return (
    <Box component="article">
      <Screen
        title={title}
        above={
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
            {back}
            <ZoneSwitch />
          </Box>
        }
        aside={<MailStar order={order} onToggle={() => mark([order.id], toggledStar(order))} />}
        actions={<DetailActions order={order} />}
      >
        {stale}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(320px, 5fr) minmax(0, 11fr)' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <DetailHead order={order} />
            <DetailBody order={order} />
            <Attachments attachments={order.attachments ?? []} />
          </Box>
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <Progress order={order} />
            <Targets order={order} />
          </Box>
        </Box>
      </Screen>
    </Box>
  )
}

const isOpen = (order: Order | undefined) => order !== undefined && order.waiting + order.ongoing > 0

/** Once: an order that is marked unread while it is open stays so. */
function useReadOnOpening(order: Order | undefined) {
  const { mark } = useMarks()
  const done = useRef(false)
  useEffect(() => {
    if (!order || done.current) return
    done.current = true
    if (order.unreaded) mark([order.id], { unreaded: false })
  })
}

function Waiting() {
  return (
    <Box aria-hidden sx={{ p: 2 }}>
      <Skeleton width="40%" height={32} />
      <Skeleton width="60%" />
      <Skeleton width="55%" />
      <Skeleton height={96} />
    </Box>
  )
}
