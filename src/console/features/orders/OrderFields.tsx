/** Fields of an order that both the mailbox and its detail page show: star, period. */
import Star from '@mui/icons-material/Star'
import StarBorder from '@mui/icons-material/StarBorder'
import StarHalf from '@mui/icons-material/StarHalf'
import { Box, IconButton, Tooltip } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { SHORT_FORM } from '../../../domain/dates'
import { TimeText } from '../../ui/time/TimeText'
import { nameOf, shownStar, starMeaning } from './order'
import { useMarks } from './useMarks'

/** An icon button large enough for a finger. */
export const TOUCHABLE = { '@media (pointer: coarse), (max-width: 599.95px)': { width: 44, height: 44 } }

const STARS = { full: Star, half: StarHalf, empty: StarBorder }
const PRESSED = { full: true, half: 'mixed', empty: false } as const

/** Full when all targets succeeded, half when some did, empty otherwise; or as the user set it with a click (§2). */
export function OrderStar({ order }: { order: Order }) {
  const translate = useTranslate()
  const { toggleStar } = useMarks()
  const star = shownStar(order)
  const Icon = STARS[star]
  const name = translate(`orders.star.${starMeaning(order)}`)
  return (
    <Tooltip title={name} disableInteractive>
      <IconButton
        size="small"
        onClick={() => toggleStar(order)}
        aria-pressed={PRESSED[star]}
        aria-label={translate('orders.star.of', { star: name, title: nameOf(order) })}
        sx={TOUCHABLE}
      >
        <Icon sx={{ fontSize: 20, color: star === 'empty' ? 'text.secondary' : 'warning.main' }} />
      </IconButton>
    </Tooltip>
  )
}

/** §2: `started ~ expired`; an absent time is blank. */
export function Period({ order }: { order: Order }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 0.5 }}>
      <TimeText time={order.started} form={SHORT_FORM} utcFirst />
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        ~ <TimeText time={order.expired} form={SHORT_FORM} utcFirst />
      </Box>
    </Box>
  )
}
