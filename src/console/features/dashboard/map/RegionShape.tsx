/** A region of the map: a button in the shape of the region, with its figures in a tooltip. */
import { styled, Tooltip } from '@mui/material'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useNumbers } from '../numbers'
import type { DeviceCounts } from '../regions'
import type { Bounds } from './geometry'

export interface RegionProps {
  id: string
  name: string
  counts: DeviceCounts
  selected: boolean
  /** undefined if the map is not interactive. */
  tabIndex: number | undefined
  onSelect: () => void
  onFocus: () => void
}

interface Props extends RegionProps {
  colour: string
  /** Of the largest polygon, in px of the map, so that distant islands do not move the tooltip. */
  bounds: Bounds
  children: ReactNode
}

const Group = styled('g')(({ theme: { palette } }) => ({
  cursor: 'pointer',
  stroke: palette.background.paper,
  strokeWidth: 1,
  strokeLinejoin: 'round',
  transition: 'fill 160ms',
  '&:hover path, &:hover rect': { stroke: palette.text.primary, strokeWidth: 1.5 },
  '&:focus': { outline: 'none' },
  '&:focus-visible path, &:focus-visible rect': { stroke: palette.text.primary, strokeWidth: 3 },
}))

export function RegionShape(props: Props) {
  const { id, name, counts, colour, bounds, selected, tabIndex, onSelect, onFocus, children } = props
  const lines = useNumbers().summary(counts)
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
      <Group ref={group} data-region={id} onClick={onSelect} style={{ fill: colour }} {...button}>
        {children}
      </Group>
    </Tooltip>
  )
}
