/** The header of a widget: its title, and its buttons as children. */
import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { INSET } from './styles'

interface Props {
  title: string
  /** The id of the title, for `aria-labelledby`. */
  titleId?: string
  /** Whether the widget can be dragged by its header. */
  draggable?: boolean
  children?: ReactNode
}

export function WidgetHeader({ title, titleId, draggable = false, children }: Props) {
  return (
    <Box
      component="header"
      draggable={draggable}
      sx={{
        display: 'flex',
        alignItems: 'center',
        minHeight: 48,
        pl: INSET,
        pr: 1,
        ...(draggable && { cursor: 'grab' }),
      }}
    >
      <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
