/** The header of a widget: its title, and its buttons as children. */
import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { INSET } from './styles'

interface Props {
  title: string
  /** The id of the title, for `aria-labelledby`. */
  titleId?: string
  children?: ReactNode
}

export function WidgetHeader({ title, titleId, children }: Props) {
  return (
    <Box component="header" sx={{ display: 'flex', alignItems: 'center', minHeight: 48, pl: INSET, pr: 1 }}>
      <Typography id={titleId} variant="h2" sx={{ fontSize: 15, flex: 1, minWidth: 0 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
