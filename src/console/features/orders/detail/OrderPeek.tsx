/** An open order on the page of the list: in a wide window beside the cards of the list, else below its rows. */
import Close from '@mui/icons-material/Close'
import { Box, Typography } from '@mui/material'
import type { HttpError } from 'ra-core'
import { Link } from 'react-router'
import { useTranslate } from '../../../config'
import { FROM_HERE } from '../../../recordPage'
import { TipButton } from '../../../ui/controls/TipButton'
import { EmptyState } from '../../../ui/states/EmptyState'
import { ErrorState } from '../../../ui/states/ErrorState'
import { SkeletonCards } from '../../../ui/states/SkeletonRows'
import { nameOf } from '../order'
import { useOrderPaths } from '../useOrderPaths'
import { OrderBody, useMarkAsReadOnOpen, useOrder } from './OrderBody'

interface OrderPeekProps {
  id: number
  /** Absent for an order that the user has not opened: it stays unread, and cannot be closed. */
  onClose?: (() => void) | undefined
}

export default function OrderPeek({ id, onClose }: OrderPeekProps) {
  const translate = useTranslate()
  const paths = useOrderPaths()
  const { data, error, refetch } = useOrder(id)
  useMarkAsReadOnOpen(onClose && data)
  const name = data ? nameOf(data) : ''
  const isDeleted = (error as HttpError | null)?.status === 404
  return (
    <Box component="aside" aria-label={translate('forms.peek.label', { name })} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
        <Typography variant="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box
            component={Link}
            to={paths.show(id)}
            state={FROM_HERE}
            sx={{ color: 'inherit', textUnderlineOffset: 4 }}
          >
            {name}
          </Box>
        </Typography>
        {onClose && (
          <TipButton label="ra.action.close" size="small" onClick={onClose}>
            <Close fontSize="small" />
          </TipButton>
        )}
      </Box>
      {data && <OrderBody order={data} />}
      {!data && isDeleted && (
        <EmptyState title={translate('orders.gone')} text={translate('orders.goneHint')} />
      )}
      {!data && error && !isDeleted && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonCards cards={2} />}
    </Box>
  )
}
