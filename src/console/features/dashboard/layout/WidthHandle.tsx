/** The right edge of a widget: dragging it, or the arrow keys, change how many columns of the grid it takes. */
import { Box } from '@mui/material'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { CompiledWidget } from '../../../../engine/compiled'
import { useTranslate } from '../../../config'
import { COLUMNS } from './styles'

/** The smallest width of a widget, in columns: a narrower one could not show a table. */
const MIN_WIDTH = 3
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

interface Props {
  widget: CompiledWidget
  grid: RefObject<HTMLElement | null>
  onChange: (width: number) => void
}

export function WidthHandle({ widget: { title, width }, grid, onChange }: Props) {
  const translate = useTranslate()
  const change = (to: number) => {
    const next = Math.min(Math.max(Math.round(to), MIN_WIDTH), COLUMNS)
    if (next !== width) onChange(next)
  }
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const cell = currentTarget.parentElement
    if (!currentTarget.hasPointerCapture(pointerId) || !grid.current || !cell) return
    const column = grid.current.offsetWidth / COLUMNS
    change((clientX - cell.getBoundingClientRect().left) / column)
  }
  return (
    <Box
      // A splitter that can have the focus (WAI-ARIA).
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={translate('dashboard.widget.widthOf', { name: translate(title) })}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={COLUMNS}
      onPointerDown={event => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onKeyDown={(event: KeyboardEvent) => {
        const step = STEPS[event.key]
        if (step === undefined) return
        event.preventDefault()
        change(width + step)
      }}
      sx={{
        display: { xs: 'none', lg: 'block' },
        // In the gap beside the card.
        position: 'absolute',
        top: 0,
        bottom: 0,
        right: -12,
        width: 8,
        borderRadius: '6px',
        cursor: 'col-resize',
        touchAction: 'none',
        opacity: 0,
        bgcolor: 'primary.main',
        transition: 'opacity 120ms',
        '&:hover, &:focus-visible, &:active': { opacity: 1 },
      }}
    />
  )
}
