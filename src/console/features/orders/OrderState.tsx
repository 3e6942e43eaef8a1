/** Where an order stands: its star (full when all targets succeeded, half when some did), a word, and how many succeeded. */
import Star from '@mui/icons-material/Star'
import StarBorder from '@mui/icons-material/StarBorder'
import StarHalf from '@mui/icons-material/StarHalf'
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { type OrderStatus, orderStatus, starOf } from '../../../domain/orders'
import { StatusDot, type Tone } from '../../ui/StatusDot'

const STARS = { full: Star, half: StarHalf, empty: StarBorder }
const TONES: Record<OrderStatus, Tone> = {
  success: 'success',
  failure: 'danger',
  waiting: 'neutral',
  ongoing: 'primary',
}

export function OrderState() {
  const order = useRecordContext<Order>()
  const translate = useTranslate()
  if (!order) return null
  const status = orderStatus(order)
  const star = starOf(order)
  const Icon = STARS[star]
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', verticalAlign: 'middle', gap: 1 }}
    >
      <Icon
        titleAccess={translate(`orders.star.${star}`)}
        sx={{ fontSize: 18, color: star === 'empty' ? 'text.secondary' : 'warning.main' }}
      />
      <StatusDot tone={TONES[status]} label={translate(`orders.state.${status}`)} />
      <Typography
        component="span"
        variant="body2"
        color="text.secondary"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {order.success.toLocaleString('ko-KR')}/{order.total.toLocaleString('ko-KR')}
      </Typography>
    </Box>
  )
}
