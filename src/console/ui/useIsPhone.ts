/** Whether the window is as narrow as a phone: lists are then shown as cards, and dialogs fill the screen. */
import { type Theme, useMediaQuery } from '@mui/material'

export const useIsPhone = () => useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'))
