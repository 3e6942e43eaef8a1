/** The star of an order: full when all targets succeeded, half when some did, empty otherwise; a click makes it the user's (§2). */
import Star from '@mui/icons-material/Star'
import StarBorder from '@mui/icons-material/StarBorder'
import StarHalf from '@mui/icons-material/StarHalf'
import { IconButton, Tooltip } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { shownStar, starWord } from './marks'

const STARS = { full: Star, half: StarHalf, empty: StarBorder }

interface MailStarProps {
  order: Order
  onToggle: () => void
}

export function MailStar({ order, onToggle }: MailStarProps) {
  const translate = useTranslate()
  const star = shownStar(order)
  const Icon = STARS[star]
  const name = translate(`orders.star.${starWord(order)}`)
  return (
    <Tooltip title={name} disableInteractive>
      <IconButton
        size="small"
        onClick={onToggle}
        aria-pressed={star === 'full' ? true : star === 'half' ? 'mixed' : false}
        aria-label={translate('orders.star.of', { star: name, title: order.title || order.caption })}
        sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
      >
        <Icon sx={{ fontSize: 20, color: star === 'empty' ? 'text.secondary' : 'warning.main' }} />
      </IconButton>
    </Tooltip>
  )
}
