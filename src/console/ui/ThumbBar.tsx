/** A sticky bar at the bottom of the screen, above the bottom bar of a phone, within the thumb's reach. */
import { styled } from '@mui/material'
import { ABOVE_BOTTOM_BAR, LOW_SCREEN } from './screenHeights'

export const ThumbBar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: ABOVE_BOTTOM_BAR,
  [LOW_SCREEN]: { position: 'static' },
  zIndex: 2,
  // Negative margins undo the padding of `Screen`, so that the bar is as wide as the page. The top margin `auto` keeps
  // the bar at the bottom of a page that fills the window, even below a short list.
  margin: theme.spacing('auto', -2, 0),
  padding: theme.spacing(1.5, 2),
  [theme.breakpoints.up('sm')]: { margin: theme.spacing('auto', -3, 0), padding: theme.spacing(1.5, 3) },
  backgroundColor: theme.palette.background.paper,
  borderTop: `1px solid ${theme.palette.divider}`,
}))
