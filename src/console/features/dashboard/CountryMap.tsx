/** The country as SVG: hover and focus tell, click, Enter and Space select, arrows go to the neighbour. */
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useConfig, useWords } from '../../config'
import { classOf } from './classes'
import { type Country, type Direction, neighbour, type Point, shapesIn } from './geometry'
import { placeLabels, textWidth } from './labels'
import { MapLabel } from './MapLabel'
import { RegionShape } from './RegionShape'
import { type Figures, figureOf, type Region, UNPLACED, type View } from './regions'
import type { Tints } from './tints'
import { useNumbers } from './useNumbers'
import { type Size, useSize } from './useSize'

interface Props {
  country: Country
  regions: readonly Region[]
  unplaced: Figures | undefined
  view: View
  breaks: readonly number[]
  tints: Tints
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Figures beneath the names, and a place in the order of focus: where there is room for a finger or a pointer. */
  labelled: boolean
}

const ARROWS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] satisfies Direction[]

export function CountryMap(props: Props) {
  const { country, regions, unplaced, view, breaks, tints, selected, onSelect, labelled } = props
  const translate = useTranslate()
  const { palette } = useTheme()
  const words = useWords()
  const unplacedName = words(useConfig().dashboard.map.unplaced)
  const numbers = useNumbers()
  const box = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(box, { width: 520, height: 600 })
  const [focused, setFocused] = useState<string>()
  // Where names alone fill the map, the figures stand in the list beside it.
  const figured = labelled && size.height >= FIGURED_HEIGHT

  const format = (value: number | undefined) =>
    value === undefined ? '' : view === 'offline' ? numbers.percent(value) : numbers.count(value)
  const shapes = shapesIn(
    country,
    regions.map(({ id }) => id),
    size,
  )
  const island = useMemo(
    () => islandOf(size, textWidth(unplacedName, labelled ? 12 : 11), labelled),
    [size, unplacedName, labelled],
  )

  const regionOf = (id: string) => regions.find(region => region.id === id)!
  const texts = new Map(
    regions.map(region => [
      region.id,
      {
        name: words(region.short),
        // Regions without such devices are not what that view is about.
        figure:
          figured && !(view === 'unplaced' && !figureOf(view, region)) ? format(figureOf(view, region)) : '',
      },
    ]),
  )
  const wanted = [...texts].map(([id, { name, figure }]) => `${id}:${name}:${figure.length}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` stands for the texts, whose lengths are what counts
  const labels = useMemo(
    () =>
      placeLabels(
        shapes,
        id => {
          const { name, figure } = texts.get(id)!
          return figure
            ? { width: Math.max(textWidth(name, 12), textWidth(figure, 11)), height: 27 }
            : { width: textWidth(name, 11), height: 14 }
        },
        { ...size, taken: [{ at: island.centre, width: island.width, height: island.height }] },
      ),
    [shapes, size, island, wanted],
  )

  const places = [...shapes, { id: UNPLACED, centre: island.centre }]
  const current = focused ?? selected ?? regions[0]?.id

  const onKeyDown = (event: KeyboardEvent) => {
    if (ARROWS.includes(event.key) && current) {
      const next = neighbour(places, current, event.key as Direction)
      if (next) svg.current?.querySelector<SVGGElement>(`[data-region="${next}"]`)?.focus()
    } else if (event.key === 'Escape' && selected) {
      onSelect(undefined)
    } else return
    event.preventDefault()
  }

  const common = (id: string) => ({
    id,
    selected: selected === id,
    tabbable: labelled ? id === current : undefined,
    onSelect: () => onSelect(selected === id ? undefined : id),
    onFocus: () => setFocused(id),
  })
  const tintOf = (region: Region) => tints.of(classOf(figureOf(view, region), breaks), breaks.length + 1)
  /** In its own view, what has no place is what is looked at. */
  const isFull = view === 'unplaced' && (unplaced?.count ?? 0) > 0
  const unplacedText = unplaced && format(view === 'unplaced' ? unplaced.count : figureOf(view, unplaced))

  return (
    <Box ref={box} sx={{ position: 'absolute', inset: 0 }}>
      <svg
        ref={svg}
        role={labelled ? 'group' : undefined}
        aria-label={labelled ? translate('dashboard.map.name') : undefined}
        // Where its regions are too small for fingers, the list beneath is the control.
        aria-hidden={!labelled || undefined}
        width={size.width}
        height={size.height}
        viewBox={`0 0 ${size.width} ${size.height}`}
        onKeyDown={onKeyDown}
        style={{ display: 'block', touchAction: 'manipulation' }}
      >
        {shapes.map(shape => {
          const region = regionOf(shape.id)
          return (
            <RegionShape
              key={shape.id}
              {...common(shape.id)}
              name={words(region.name)}
              figures={region}
              tint={tintOf(region)}
              bounds={shape.bounds}
            >
              <path d={shape.outline} />
              {/* A finger needs more than the smallest cities have. */}
              {!labelled && shape.area < SMALL && (
                <circle cx={shape.centre[0]} cy={shape.centre[1]} r={14} fill="transparent" stroke="none" />
              )}
            </RegionShape>
          )
        })}
        {unplaced && (
          <RegionShape
            {...common(UNPLACED)}
            name={unplacedName}
            figures={unplaced}
            tint={isFull ? tints.of(1, 2) : tints.none}
            bounds={island.bounds}
          >
            <rect
              x={island.x}
              y={island.y}
              width={island.width}
              height={island.height}
              rx={8}
              stroke={selected === UNPLACED ? palette.text.primary : palette.text.secondary}
              strokeWidth={selected === UNPLACED ? 2.5 : 1}
              strokeDasharray={selected === UNPLACED ? undefined : '4 3'}
            />
          </RegionShape>
        )}
        {shapes
          .filter(({ id }) => id === selected)
          .map(({ outline }) => (
            <path key={outline} d={outline} {...CHOSEN} stroke={palette.text.primary} />
          ))}
        <g aria-hidden textAnchor="middle" pointerEvents="none" style={FIGURES}>
          {labels.map(label => (
            <MapLabel
              key={label.id}
              label={label}
              tint={tintOf(regionOf(label.id))}
              tints={tints}
              {...texts.get(label.id)!}
            />
          ))}
          {unplaced && (
            <g fill={isFull ? tints.textOn(tints.of(1, 2)) : palette.text.primary}>
              <text
                x={island.centre[0]}
                y={island.centre[1] - 4}
                fontSize={labelled ? 12 : 11}
                fontWeight={600}
              >
                {unplacedName}
              </text>
              <text x={island.centre[0]} y={island.centre[1] + 13} fontSize={labelled ? 14 : 12}>
                {unplacedText}
              </text>
            </g>
          )}
        </g>
      </svg>
    </Box>
  )
}

const CHOSEN = { fill: 'none', strokeWidth: 2.5, strokeLinejoin: 'round', pointerEvents: 'none' } as const
const FIGURES = { fontVariantNumeric: 'tabular-nums' } as const

/** Pixels of the map's height from which there is room for two lines a region. */
const FIGURED_HEIGHT = 460

/** Square pixels below which a region is hard to hit. */
const SMALL = 700

/** What has no known place lies in the sea, where the country leaves room. */
function islandOf({ width, height }: Size, text: number, wide: boolean) {
  const box = { width: Math.max(text + 20, wide ? 128 : 96), height: wide ? 56 : 44 }
  const right = width - 8
  const bottom = height - 8
  const x = right - box.width
  const y = bottom - box.height
  const centre: Point = [x + box.width / 2, y + box.height / 2]
  return { x, y, ...box, centre, bounds: { left: x, right, top: y, bottom } }
}
