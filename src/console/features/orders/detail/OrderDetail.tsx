/** One order (§2): sender and recipient, command, progress, targets, files. Opening it marks it as read. */
import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button } from '@mui/material'
import { type HttpError, useGetOne } from 'ra-core'
import { createElement, useEffect, useRef } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Order } from '../../../../contract/orders'
import { useConfig, useTranslate } from '../../../config'
import { type LiveMeta, usePolling } from '../../../live'
import { Screen } from '../../../ui/Screen'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ErrorState } from '../../../ui/states/ErrorState'
import { SkeletonCards } from '../../../ui/states/SkeletonRows'
import { StaleNotice } from '../../../ui/states/StaleNotice'
import { Sentence } from '../../../ui/text/Sentence'
import { ZoneSwitch } from '../../../ui/time/ZoneSwitch'
import {
  MAIL_ACTIONS,
  MailActionButton,
  type MailActionName,
  useMailActions,
} from '../mailbox/useMailActions'
import { OrderStar } from '../OrderFields'
import { isUnfinished, nameOf, type ShownOrder } from '../order'
import { useMarks } from '../useMarks'
import { useOrderPaths } from '../useOrderPaths'
import { useShortcuts } from '../useShortcuts'
import { Attachments } from './Attachments'
import { DetailFacts } from './DetailFacts'
import { Progress } from './Progress'
import { Targets } from './Targets'

export default function OrderDetail() {
  const { id = '' } = useParams()
  const { app, resources } = useConfig()
  const translate = useTranslate()
  const polling = usePolling(app.timing.ordersPollMs)
  // Not ShowBase: its context has no `dataUpdatedAt`, which the stale notice shows.
  const { data, error, dataUpdatedAt, refetch } = useGetOne<ShownOrder>(
    'orders',
    { id: Number(id) },
    {
      // Always read again: the list caches each order with fewer fields.
      staleTime: 0,
      refetchInterval: ({ state }) => state.data !== undefined && isUnfinished(state.data) && polling,
      meta: { live: ['orders'], record: id } satisfies LiveMeta,
    },
  )
  useMarkAsReadOnOpen(data)
  const retry = () => void refetch()

  if (!data) {
    const isDeleted = (error as HttpError | null)?.status === 404
    return (
      <Screen title={translate(resources.orders?.label)}>
        <BackLink />
        {isDeleted && <EmptyState title={translate('orders.gone')} text={translate('orders.goneHint')} />}
        {error && !isDeleted && <ErrorState error={error} onRetry={retry} />}
        {!error && <SkeletonCards cards={3} />}
      </Screen>
    )
  }
  const above = (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
      <BackLink />
      <ZoneSwitch />
    </Box>
  )
  return (
    <Box component="article">
      <Screen
        title={nameOf(data)}
        above={above}
        aside={<OrderStar order={data} />}
        actions={<DetailActions order={data} />}
      >
        {error && <StaleNotice error={error} since={dataUpdatedAt} onRetry={retry} />}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(320px, 5fr) minmax(0, 11fr)' },
          }}
        >
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <DetailFacts order={data} />
            <Attachments attachments={data.attachments} />
          </Box>
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            <Progress order={data} />
            <Targets order={data} />
          </Box>
        </Box>
      </Screen>
    </Box>
  )
}

/** The action buttons of an order, Reply as the primary one (§2). The keyboard shortcuts of the mailbox work too. */
function DetailActions({ order }: { order: Order }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const paths = useOrderPaths()
  const { mayCompose, run, toggleStar } = useMailActions()

  /** All actions except reply and forward return to the list. */
  const act = (name: MailActionName): boolean => {
    const done = run(name, [order])
    if (done && !MAIL_ACTIONS[name].composes) navigate(paths.list)
    return done
  }
  useShortcuts(shortcut => {
    if (shortcut === 'star') {
      toggleStar(order)
      return true
    }
    return shortcut in MAIL_ACTIONS && act(shortcut as MailActionName)
  })

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: { xs: 0.5, sm: 1 } }}>
      {(['unread', 'archive', 'delete'] as const).map(name => (
        <MailActionButton key={name} action={name} onClick={() => act(name)} />
      ))}
      {mayCompose &&
        (['forward', 'reply'] as const).map(name => (
          <Button
            key={name}
            component={Link}
            to={paths.compose(name, order.id)}
            variant={name === 'reply' ? 'contained' : 'outlined'}
            color={name === 'reply' ? 'primary' : 'inherit'}
            startIcon={createElement(MAIL_ACTIONS[name].Icon)}
            sx={{ borderColor: 'divider' }}
          >
            <Sentence text={translate(`orders.action.${name}`)} />
          </Button>
        ))}
    </Box>
  )
}

function BackLink() {
  const translate = useTranslate()
  const paths = useOrderPaths()
  return (
    <Button
      component={Link}
      to={paths.list}
      color="inherit"
      startIcon={<ArrowBack />}
      sx={{ alignSelf: 'start', ml: -1, mb: 1 }}
    >
      {translate('orders.back')}
    </Button>
  )
}

/** Marks the order as read once, so that the user can mark it as unread while it is open. */
function useMarkAsReadOnOpen(order: Order | undefined) {
  const { mark } = useMarks()
  const isMarked = useRef(false)
  useEffect(() => {
    if (!order || isMarked.current) return
    isMarked.current = true
    if (order.unreaded) mark([order.id], { unreaded: false })
  })
}
