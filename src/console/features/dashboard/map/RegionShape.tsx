/** A region of the map: a button in the shape of the region, with its figures in a tooltip. */
import { styled, Tooltip } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNumbers } from '../numbers'
import type { DeviceCounts } from '../regions'
import type { Bounds } from './geometry'

export interface RegionProps {
  id: string
  name: string
  /** Undefined if unknown. */
  counts: DeviceCounts | undefined
  selected: boolean
  hovered: boolean
  onHover: (id: string | undefined) => void
  /** undefined if the map is not interactive. */
  tabIndex: number | undefined
  onSelect: () => void
  onFocus: () => void
}

interface Props extends RegionProps {
  colour: string
  /** The bounds of the largest polygon, in px of the map: distant islands must not move the tooltip. */
  bounds: Bounds
  children: ReactNode
}

const Group = styled('g')(({ theme: { palette } }) => ({
  cursor: 'pointer',
  stroke: palette.background.paper,
  strokeWidth: 1,
  strokeLinejoin: 'round',
  transition: 'fill 160ms',
  '&:is(:hover, [data-hovered=true]) :is(path, rect)': { stroke: palette.text.primary, strokeWidth: 1.5 },
  '&:focus': { outline: 'none' },
  '&:focus-visible path, &:focus-visible rect': { stroke: palette.text.primary, strokeWidth: 3 },
}))

/** Fades once over the region. With reduced motion, the theme ends the animation at once. */
const Pulse = styled('g')(({ theme }) => ({
  fill: theme.palette.text.primary,
  opacity: 0,
  pointerEvents: 'none',
  animation: '600ms ease-out region-pulse',
  '@keyframes region-pulse': { from: { opacity: 0.5 }, to: { opacity: 0 } },
}))

/** How often a value has changed since it was first known. */
function useChanges(value: number | undefined): number {
  const last = useRef(value)
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const isChange = last.current !== undefined && value !== undefined && last.current !== value
    last.current = value
    if (isChange) setChanges(count => count + 1)
  }, [value])
  return changes
}

export function RegionShape(props: Props) {
  const { id, name, counts, colour, bounds, selected, hovered, tabIndex } = props
  const { onSelect, onHover, onFocus, children } = props
  const pulses = useChanges(counts?.linked)
  const { summary } = useNumbers()
  const lines = counts ? summary(counts) : []
  const group = useRef<SVGGElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onSelect()
  }
  const button = tabIndex !== undefined && {
    role: 'button',
    tabIndex,
    'aria-pressed': selected,
    'aria-label': [name, ...lines].join(', '),
    onKeyDown,
    onFocus,
  }
  // Places the tooltip beside the region, not under the pointer.
  const getBoundingClientRect = () => {
    const svg = group.current?.ownerSVGElement?.getBoundingClientRect() ?? new DOMRect()
    const { left, right, top, bottom } = bounds
    return new DOMRect(svg.left + left, svg.top + top, right - left, bottom - top)
  }

  return (
    <Tooltip
      // The button has an `aria-label` already.
      describeChild
      placement="right"
      enterDelay={0}
      slotProps={{ popper: { anchorEl: { getBoundingClientRect } } }}
      title={
        <>
          <strong>{name}</strong>
          {lines.map(line => (
            <div key={line}>{line}</div>
          ))}
        </>
      }
    >
      <Group
        ref={group}
        data-region={id}
        data-hovered={hovered}
        onClick={onSelect}
        onPointerEnter={() => onHover(id)}
        onPointerLeave={() => onHover(undefined)}
        style={{ fill: colour }}
        {...button}
      >
        {children}
        {pulses > 0 && (
          <Pulse key={pulses} aria-hidden>
            {children}
          </Pulse>
        )}
      </Group>
    </Tooltip>
  )
}
