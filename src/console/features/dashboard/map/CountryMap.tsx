/** The map as SVG. Hover and focus show figures; click, Enter and Space select; arrow keys move to a neighbour. */

import { Box, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { UNPLACED } from '../../../../engine/registry'
import { useConfig } from '../../../config'
import { useSelectedRegion } from '../selection'
import { type Country, drawMap, type Shape, type Size } from './geometry'
import { type Label, positionLabels, textWidth } from './labels'
import { neighbour } from './neighbour'
import { RegionShape } from './RegionShape'
import { islandIn, UnplacedIsland } from './UnplacedIsland'
import type { MapModel } from './useMapModel'

interface Props {
  country: Country
  model: MapModel
  /**
   * False on a phone, where the regions are too small for touch: the map is then a picture hidden from screen readers,
   * and the list beside it is the control.
   */
  interactive: boolean
}

export function CountryMap(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  return (
    <Box ref={box} sx={{ position: 'absolute', inset: 0 }}>
      {size && <Drawing {...props} size={size} />}
    </Box>
  )
}

/** The font size of names, in px, grows with the map from `min` to `max`. From `figures` on, a name has a figure. */
const TYPE = { min: 11, max: 32, figures: 14 }
const typeFor = ({ height }: Size) => Math.round(Math.min(TYPE.max, Math.max(TYPE.min, height / 30)))
/** Regions below this area, in square px, get a larger touch target. */
const SMALL_AREA = 700

function Drawing({ country, model, interactive, size }: Props & { size: Size }) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const { map } = useConfig().dashboard
  const { selected, select } = useSelectedRegion()
  const svg = useRef<SVGSVGElement>(null)
  const [focused, setFocused] = useState<string>()

  const { shapes, insets } = useMemo(() => {
    const shownIds = map.regions.filter(region => region.shown).map(({ id }) => id)
    return drawMap(country, shownIds, size)
  }, [country, map, size])
  const { regions, island, labels } = useMemo(
    () => layoutOf(shapes, model, size, interactive),
    [shapes, model, size, interactive],
  )

  // The region from which arrow keys move; also the only one in the tab order.
  const current = focused ?? selected ?? map.regions.find(({ shown }) => shown)?.id
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbour([...regions, { id: UNPLACED, centre: island.centre }], current, event.key)
    if (next) svg.current?.querySelector<SVGGElement>(`[data-region="${next}"]`)?.focus()
    else if (event.key === 'Escape' && selected) select(undefined)
    // At the edge of the map an arrow key does nothing, and must not scroll the page.
    else if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
  }
  const tabIndexOf = (id: string) => (id === current ? 0 : -1)
  const control = (id: string) => ({
    id,
    selected: selected === id,
    hovered: model.hovered === id,
    onHover: model.hover,
    tabIndex: interactive ? tabIndexOf(id) : undefined,
    onSelect: () => select(selected === id ? undefined : id),
    onFocus: () => setFocused(id),
  })
  const outline = regions.find(({ id }) => id === selected)?.outline

  return (
    <svg
      ref={svg}
      role={interactive ? 'group' : undefined}
      aria-label={interactive ? translate('dashboard.map.name') : undefined}
      aria-hidden={!interactive || undefined}
      {...size}
      viewBox={`0 0 ${size.width} ${size.height}`}
      onKeyDown={onKeyDown}
      style={{ display: 'block', touchAction: 'manipulation', fontVariantNumeric: 'tabular-nums' }}
    >
      {insets.map(({ x, y, width, height }) => (
        <rect
          key={y}
          aria-hidden
          x={x}
          y={y}
          width={width}
          height={height}
          rx={6}
          fill="none"
          stroke={palette.divider}
          pointerEvents="none"
        />
      ))}
      {regions.map(({ id, name, counts, colour, outline, area, bounds, centre: [x, y] }) => (
        <RegionShape key={id} {...control(id)} name={name} counts={counts} colour={colour} bounds={bounds}>
          <path d={outline} />
          {!interactive && area < SMALL_AREA && (
            <circle cx={x} cy={y} r={14} fill="transparent" stroke="none" />
          )}
        </RegionShape>
      ))}
      {model.unplaced.counts && (
        <UnplacedIsland
          {...control(UNPLACED)}
          counts={model.unplaced.counts}
          island={island}
          model={model}
          large={interactive}
        />
      )}
      {outline && (
        <path
          d={outline}
          fill="none"
          stroke={palette.text.primary}
          strokeWidth={2.5}
          strokeLinejoin="round"
          pointerEvents="none"
        />
      )}
      <g aria-hidden textAnchor="middle" pointerEvents="none">
        {labels.map(label => (
          <MapLabel
            key={label.shape.id}
            label={label}
            type={typeFor(size)}
            textColour={model.colours.textOn(label.shape.colour)}
          />
        ))}
      </g>
    </svg>
  )
}

/** The regions with their figures, the box of devices without a location, and the positions of the labels. */
function layoutOf(shapes: readonly Shape[], model: MapModel, size: Size, interactive: boolean) {
  const type = typeFor(size)
  const regions = shapes.map(shape => {
    const region = model.regions.find(({ id }) => id === shape.id)!
    const hasFigure = interactive && type >= TYPE.figures && region.value !== undefined
    return { ...region, ...shape, figure: hasFigure ? model.format(region.value!) : '' }
  })
  const island = islandIn(size, model.unplaced.short, interactive)
  // With the font sizes of `MapLabel`.
  const sizeOf = ({ short, figure }: (typeof regions)[number]) =>
    figure
      ? { width: Math.max(textWidth(short, type), textWidth(figure, type - 2)), height: 2 * type }
      : { width: textWidth(short, type), height: type + 3 }
  return { regions, island, labels: positionLabels(regions, sizeOf, size, [island]) }
}

interface LabelProps {
  /** `figure` is empty if there is no space for it. */
  label: Label<Shape & { short: string; figure: string; colour: string }>
  /** The size of the name, in px. */
  type: number
  /** A colour with enough contrast on the region. */
  textColour: string
}

/** The name of a region, with its figure below. */
function MapLabel({ label: { centre, leader, overflows, shape }, type, textColour }: LabelProps) {
  const { short, figure, colour } = shape
  const { palette } = useTheme()
  const [x, y] = centre
  return (
    <g
      // The halo of a label outside its region has the colour of the page.
      fill={overflows ? palette.text.primary : textColour}
      stroke={overflows ? palette.background.paper : colour}
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {leader && <path d={`M${leader[0]}L${leader[1]}`} stroke={palette.text.secondary} strokeWidth={1} />}
      <text x={x} y={figure ? y - 2 : y + type / 3} fontSize={type} fontWeight={600}>
        {short}
      </text>
      {figure && (
        <text x={x} y={y + type - 2} fontSize={type - 2}>
          {figure}
        </text>
      )}
    </g>
  )
}

/** The size of an element, measured before it is painted and whenever it changes. */
function useSize(ref: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0)
        setSize(old => (old?.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
