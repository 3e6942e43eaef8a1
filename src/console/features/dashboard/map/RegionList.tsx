/**
 * The regions as a list box, to select by keyboard, screen reader and touch; shares the selection with the map. The box
 * keeps the focus and uses `aria-activedescendant`, since the order of the options changes with the figures.
 */
import { Box, Skeleton } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useIsPhone } from '../../../ui/useIsPhone'
import { Sparkline } from '../history/Sparkline'
import { usePast } from '../history/usePast'
import { useProvinces } from '../queries'
import { useSelectedRegion } from '../selection'
import { Swatch } from './Legend'
import { textWidth } from './labels'
import type { MapModel } from './useMapModel'

interface Option {
  /** A region's id, `UNPLACED`, or undefined for the whole country. */
  id: string | undefined
  /** The short name. */
  short: string
  value: number | undefined
  /** Set for regions only, which also have a bar. */
  colour?: string
  linked?: number
}

export function RegionList({ model }: { model: MapModel }) {
  const translate = useTranslate()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { selected, select } = useSelectedRegion()
  const { isPending } = useProvinces()
  const past = usePast('regions')
  const phone = useIsPhone()
  const regions = [...model.regions].sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const highest = Math.max(1, regions[0]?.value ?? 0)
  const options: Option[] = [model.country, ...regions, model.unplaced]
  const widest = Math.max(...options.map(({ short }) => textWidth(short, 13)))
  const selectedIndex = Math.max(
    0,
    options.findIndex(option => option.id === selected),
  )
  const [activeIndex, setActiveIndex] = useState(selectedIndex)
  useEffect(() => setActiveIndex(selectedIndex), [selectedIndex])

  const onKeyDown = (event: KeyboardEvent) => {
    const targetIndex = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      ArrowRight: activeIndex + 1,
      ArrowLeft: activeIndex - 1,
      Home: 0,
      End: options.length - 1,
    }[event.key]
    if (targetIndex !== undefined) {
      const next = Math.min(Math.max(targetIndex, 0), options.length - 1)
      setActiveIndex(next)
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' || event.key === ' ') {
      select(options[activeIndex]?.id)
    } else if (event.key === 'Escape' && selected) {
      select(undefined)
    } else return
    event.preventDefault()
  }

  return (
    <Box
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={translate('dashboard.map.list', { view: translate(`dashboard.view.${model.view}`) })}
      aria-activedescendant={`${id}${activeIndex}`}
      aria-busy={isPending}
      onKeyDown={onKeyDown}
      sx={{
        // Beside the name: colour sample, line, figure and gaps.
        width: { xs: '100%', sm: Math.max(216, Math.round(widest) + 160) },
        maxHeight: { sm: '100%' },
        overflowY: { sm: 'auto' },
        display: 'grid',
        // Two columns on a phone if the names are short enough; 88 px are for colour sample, figure and gaps.
        gridTemplateColumns: {
          xs: `repeat(auto-fill, minmax(max(40%, ${Math.round(widest) + 88}px), 1fr))`,
          sm: '1fr',
        },
        gap: { xs: 0.5, sm: 0 },
        mt: { xs: 1, sm: 0 },
        borderRadius: 1,
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
        '&:focus-visible [data-active=true]': {
          outline: '2px solid',
          outlineColor: 'primary.main',
          outlineOffset: -2,
        },
      }}
    >
      {options.map(({ short, value, colour, linked, ...option }, index) => (
        <Box
          // The figures determine the order: while they load, key by position, so that no option moves.
          key={isPending ? index : (option.id ?? 'country')}
          id={`${id}${index}`}
          role="option"
          aria-label={isPending ? short : undefined}
          data-active={index === activeIndex}
          aria-selected={option.id === selected}
          data-hovered={option.id !== undefined && option.id === model.hovered}
          onPointerEnter={() => model.hover(option.id)}
          onPointerLeave={() => model.hover(undefined)}
          onClick={() => select(option.id)}
          sx={OPTION}
        >
          <Swatch
            aria-hidden
            data-colour
            sx={
              colour
                ? undefined
                : { border: 1, borderStyle: option.id ? 'dashed' : 'solid', borderColor: 'text.secondary' }
            }
            style={{ backgroundColor: colour }}
          />
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {isPending && colour ? <Skeleton width={40} /> : short}
          </Box>
          {!phone && colour && past && <Sparkline past={past.get(option.id!)} linked={linked} decorative />}
          {isPending ? (
            <Skeleton width={40} />
          ) : (
            <Box component="span" sx={{ minWidth: 44, textAlign: 'right' }}>
              {value === undefined ? '–' : model.format(value)}
            </Box>
          )}
          {!isPending && colour && Boolean(value) && (
            <Box
              aria-hidden
              data-colour
              sx={{ position: 'absolute', left: 8, bottom: 1, height: 2, borderRadius: 1 }}
              style={{ backgroundColor: colour, width: `calc((100% - 16px) * ${value! / highest})` }}
            />
          )}
        </Box>
      ))}
    </Box>
  )
}

const OPTION = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: { xs: 44, sm: 24 },
  px: 1,
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover, &[data-hovered=true]': { bgcolor: 'action.hover' },
  '&[aria-selected=true]': { bgcolor: 'action.selected', fontWeight: 600 },
} as const
