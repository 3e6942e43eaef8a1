/** A bar above the bottom bar of a phone, within the thumb's reach, that stays while the page scrolls. */
import { styled } from '@mui/material'
import { ABOVE_BOTTOM_BAR, LOW_SCREEN } from './screenHeights'

export const ThumbBar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: ABOVE_BOTTOM_BAR,
  [LOW_SCREEN]: { position: 'static' },
  zIndex: 2,
  // As wide as the page, past the gutters of its `Screen`.
  margin: theme.spacing(0, -2),
  padding: theme.spacing(1.5, 2),
  [theme.breakpoints.up('sm')]: { margin: theme.spacing(0, -3), padding: theme.spacing(1.5, 3) },
  backgroundColor: theme.palette.background.paper,
  borderTop: `1px solid ${theme.palette.divider}`,
}))
