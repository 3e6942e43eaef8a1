/** One order (§2): sender and recipient, command, progress, targets, files. Opening it marks it as read. */
import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button } from '@mui/material'
import type { HttpError } from 'ra-core'
import { createElement } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Order } from '../../../../contract/orders'
import { useConfig, useTranslate } from '../../../config'
import { Screen } from '../../../ui/Screen'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ErrorState } from '../../../ui/states/ErrorState'
import { SkeletonCards } from '../../../ui/states/SkeletonRows'
import { StaleNotice } from '../../../ui/states/StaleNotice'
import { Sentence } from '../../../ui/text/Sentence'
import {
  MAIL_ACTIONS,
  MailActionButton,
  type MailActionName,
  useMailActions,
} from '../mailbox/useMailActions'
import { OrderStar } from '../OrderFields'
import { nameOf } from '../order'
import { useOrderPaths } from '../useOrderPaths'
import { useShortcuts } from '../useShortcuts'
import { OrderBody, useMarkAsReadOnOpen, useOrder } from './OrderBody'

export default function OrderDetail() {
  const { id = '' } = useParams()
  const { resources } = useConfig()
  const translate = useTranslate()
  const { data, error, dataUpdatedAt, refetch } = useOrder(Number(id))
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
  return (
    <Box component="article">
      <Screen
        title={nameOf(data)}
        above={<BackLink />}
        aside={<OrderStar order={data} />}
        actions={<DetailActions order={data} />}
      >
        {error && <StaleNotice error={error} since={dataUpdatedAt} onRetry={retry} />}
        <OrderBody order={data} />
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
