/** One region of the map: a button of its own shape, with its figures in a tooltip. */
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { pairOf } from './figures'
import type { Bounds } from './geometry'
import type { Figures } from './regions'
import { useNumbers } from './useNumbers'

interface Props {
  id: string
  name: string
  figures: Figures
  tint: string
  /** Its largest part, in pixels of the drawing. */
  bounds: Bounds
  selected: boolean
  /** Whether Tab stops here; nothing where the map is not for the keyboard. */
  tabbable: boolean | undefined
  onSelect: () => void
  onFocus: () => void
  children: ReactNode
}

export function RegionShape(props: Props) {
  const { id, name, figures, tint, bounds, selected, tabbable, onSelect, onFocus, children } = props
  const translate = useTranslate()
  const { devices, percent } = useNumbers()
  const group = useRef<SVGGElement>(null)
  const { count, linked, closed } = figures

  const lines = [
    devices(count),
    ...(linked === undefined || closed === undefined
      ? []
      : pairOf(linked, closed, count).map(
          (share, at) =>
            `${translate(at === 0 ? 'dashboard.figure.linked.name' : 'dashboard.figure.closed.name')} ${percent(share)}`,
        )),
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onSelect()
  }
  const button =
    tabbable === undefined
      ? {}
      : ({
          role: 'button',
          tabIndex: tabbable ? 0 : -1,
          'aria-pressed': selected,
          'aria-label': [name, ...lines].join(', '),
          onKeyDown,
          onFocus,
        } as const)

  return (
    <Tooltip
      // Its button has a name of its own.
      describeChild
      // Beside the region, never between it and the pointer.
      placement="right"
      slotProps={{
        popper: {
          'aria-hidden': true,
          anchorEl: { getBoundingClientRect: () => onPage(group.current, bounds) },
        },
      }}
      enterDelay={0}
      title={
        <>
          <strong>{name}</strong>
          {lines.map(line => (
            <div key={line}>{line}</div>
          ))}
        </>
      }
    >
      <Box
        component="g"
        ref={group}
        data-region={id}
        onClick={onSelect}
        {...button}
        sx={{
          cursor: 'pointer',
          stroke: 'var(--edge)',
          strokeWidth: 1,
          strokeLinejoin: 'round',
          transition: 'fill 160ms',
          '--edge': theme => theme.palette.background.paper,
          '&:hover path, &:hover rect': { stroke: theme => theme.palette.text.primary, strokeWidth: 1.5 },
          '&:focus': { outline: 'none' },
          '&:focus-visible path, &:focus-visible rect': {
            stroke: theme => theme.palette.text.primary,
            strokeWidth: 3,
          },
        }}
        style={{ fill: tint }}
      >
        {children}
      </Box>
    </Tooltip>
  )
}

/** A part of the drawing as a rectangle of the page, for the tooltip to stand at: islands far off do not count. */
function onPage(element: SVGGElement | null, { left, right, top, bottom }: Bounds): DOMRect {
  const svg = element?.ownerSVGElement?.getBoundingClientRect()
  return new DOMRect((svg?.left ?? 0) + left, (svg?.top ?? 0) + top, right - left, bottom - top)
}
