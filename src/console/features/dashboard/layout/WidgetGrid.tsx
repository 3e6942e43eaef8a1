/** The grid of widgets: on a desktop with the widths of config, on smaller screens with half or full width. */
import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import type { CompiledWidget } from '../../../../engine/compiled'
import { useWidgets } from './useWidgets'

const COLUMNS = 12

interface Props {
  'aria-hidden'?: boolean
  children: (widget: CompiledWidget) => ReactNode
}

export function WidgetGrid({ children, ...grid }: Props) {
  const { openWidgets } = useWidgets()
  return (
    <Box
      {...grid}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${COLUMNS}, minmax(0, 1fr))` },
      }}
    >
      {openWidgets.map(widget => (
        <Box
          key={widget.name}
          data-widget={widget.name}
          sx={{
            minWidth: 0,
            gridColumn: {
              // A widget wider than a third fills a row, two narrower ones share a row.
              md: `span ${widget.width > COLUMNS / 3 ? COLUMNS : COLUMNS / 2}`,
              lg: `span ${widget.width}`,
            },
            // A table without rows renders nothing.
            '&:empty': { display: 'none' },
          }}
        >
          {children(widget)}
        </Box>
      ))}
    </Box>
  )
}
