/** The last command that was sent to the device, with its result, as a line of the page's head; live. */
import { Box, Button, Skeleton } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { useMayAccess } from '../../auth/access'
import { useConfig } from '../../config'
import { OrderStatusWord, useReasonText } from '../../ui/OrderStatusWord'
import { TimeText } from '../../ui/time/TimeText'
import { useTimeline } from './device'
import { OrderName } from './timeline/Entry'

export function LastOrder({ device }: { device: string }) {
  const translate = useTranslate()
  const may = useMayAccess()
  const list = useConfig().resources.orders?.path
  const reasonOf = useReasonText()
  const { data, isPending } = useTimeline(device, 'order')
  const last = data?.pages[0]?.payload[0]
  const entry = last?.kind === 'order' ? last : undefined
  const mayRepeat = entry?.status === 'failure' && list && may('orders', 'create')
  return (
    <Box role="status" sx={LINE}>
      {isPending && <Skeleton aria-hidden variant="text" width={240} />}
      {!isPending && !entry && <span>{translate('device.lastOrder.none')}</span>}
      {entry && (
        <>
          <span>{translate('device.lastOrder.label')}</span>
          <Box component="span" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
            <OrderName entry={entry} />
          </Box>
          <Box component="span" sx={{ color: 'text.primary' }}>
            <OrderStatusWord status={entry.status} />
          </Box>
          {entry.reason && <span>{reasonOf(entry.reason)}</span>}
          <TimeText time={entry.changed} />
          {mayRepeat && (
            <Button
              component={Link}
              to={`${list}/compose?failed=${entry.order}`}
              color="inherit"
              size="small"
              variant="outlined"
              sx={{ borderColor: 'divider' }}
            >
              {translate('orders.outcome.again')}
            </Button>
          )}
        </>
      )}
    </Box>
  )
}

const LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  minHeight: 32,
  mt: -1,
  mb: 1,
  color: 'text.secondary',
  fontSize: 13,
} as const
