/**
 * The grid of widgets: on a desktop with the widths of config or of the user, on smaller screens with half or full
 * width. A widget is moved by dragging its header onto another, and resized at its right edge; the button "위젯 배치"
 * moves them by keyboard and touch.
 */
import { Box } from '@mui/material'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { CompiledWidget } from '../../../../engine/compiled'
import { arrange, move } from '../../../forms/list/arrangement'
import { COLUMNS } from './styles'
import { useWidgets } from './useWidgets'
import { WidthHandle } from './WidthHandle'

interface Props {
  /** In a placeholder the widgets cannot be moved, and assistive technology ignores them. */
  isPlaceholder?: boolean
  children: (widget: CompiledWidget) => ReactNode
}

export function WidgetGrid({ children, isPlaceholder = false }: Props) {
  const { widgets, visibleWidgets, arrangement, setArrangement } = useWidgets()
  const box = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()

  const endDrag = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  const drop = (onto: string) => {
    const order = arrange(widgets, arrangement).map(({ name }) => name as string)
    if (dragged)
      setArrangement(move(widgets, arrangement, dragged, order.indexOf(onto) - order.indexOf(dragged)))
    endDrag()
  }
  const dragging = (name: string) => ({
    onDragStart: ({ target: handle, dataTransfer }: DragEvent<HTMLElement>) => {
      // The browser itself handles drags of links and figures within the widget.
      if (!(handle instanceof HTMLElement && handle.draggable && handle.matches('header'))) return
      dataTransfer.effectAllowed = 'move'
      setDragged(name)
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      setTarget(name)
    },
    onDrop: (event: DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      drop(name)
    },
    onDragEnd: endDrag,
  })

  return (
    <Box
      aria-hidden={isPlaceholder || undefined}
      ref={box}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${COLUMNS}, minmax(0, 1fr))` },
      }}
    >
      {visibleWidgets.map(widget => (
        <Box
          key={widget.name}
          data-widget={widget.name}
          {...(!isPlaceholder && dragging(widget.name))}
          sx={{
            position: 'relative',
            minWidth: 0,
            gridColumn: {
              // A widget wider than a third fills a row, two narrower ones share a row.
              md: `span ${widget.width > COLUMNS / 3 ? COLUMNS : COLUMNS / 2}`,
              lg: `span ${widget.width}`,
            },
            opacity: dragged === widget.name ? 0.5 : 1,
            borderRadius: 1,
            ...(target === widget.name &&
              dragged !== widget.name && { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main' }),
            // A table without rows renders nothing: its widget is empty, or has only the handle for its width.
            '&:empty': { display: 'none' },
            '&:has(> [role=separator]:only-child)': { display: 'none' },
          }}
        >
          {children(widget)}
          {!isPlaceholder && (
            <WidthHandle
              widget={widget}
              grid={box}
              onChange={width =>
                setArrangement({ ...arrangement, widths: { ...arrangement.widths, [widget.name]: width } })
              }
            />
          )}
        </Box>
      ))}
    </Box>
  )
}
