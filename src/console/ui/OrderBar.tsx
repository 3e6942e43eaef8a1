/** The results of an order's targets as a stacked bar. Hidden from screen readers: show the numbers beside it. */
import { Box, type SxProps } from '@mui/material'
import type { OrderStatus } from '../../domain/orders'

const SEGMENTS = [
  { status: 'success', bgcolor: 'success.main' },
  { status: 'failure', bgcolor: 'error.main' },
  { status: 'ongoing', bgcolor: 'primary.main' },
  { status: 'waiting', bgcolor: 'transparent' },
] as const

interface OrderBarProps {
  counts: Readonly<Record<OrderStatus, number>>
  /** Width and height. */
  sx: SxProps
}

export function OrderBar({ counts, sx }: OrderBarProps) {
  return (
    <Box aria-hidden component="span" sx={[BAR, sx as object]}>
      {SEGMENTS.filter(({ status }) => counts[status] > 0).map(({ status, bgcolor }) => (
        <Box
          key={status}
          component="span"
          data-colour
          sx={{ flexGrow: counts[status], flexBasis: 0, minWidth: 4, bgcolor, transition: 'flex-grow 200ms' }}
        />
      ))}
    </Box>
  )
}

const BAR = {
  display: 'flex',
  flex: 'none',
  gap: '2px',
  borderRadius: 1,
  overflow: 'hidden',
  bgcolor: 'action.hover',
  border: 1,
  borderColor: 'divider',
} as const
