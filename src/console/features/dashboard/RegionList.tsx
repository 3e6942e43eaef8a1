/** The regions as a list: the same choice as the map, for the keyboard, screen readers and fingers (issue 5). */
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { DashboardStats } from '../../../contract/dashboard'
import { useConfig, useWords } from '../../config'
import { classOf } from './classes'
import { percentOf } from './figures'
import { textWidth } from './labels'
import { LIST_WIDTH } from './layout'
import { type Figures, figureOf, type Region, UNPLACED, type View } from './regions'
import type { Tints } from './tints'
import { useNumbers } from './useNumbers'

interface Props {
  regions: readonly Region[]
  unplaced: Figures | undefined
  total: DashboardStats['amount'] | undefined
  view: View
  breaks: readonly number[]
  tints: Tints
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  waiting: boolean
  failed: boolean
}

interface Line {
  /** Nothing for the country. */
  id: string | undefined
  name: string
  value: number | undefined
  colour?: string
  /** Of the longest bar. */
  length: number
}

export function RegionList(props: Props) {
  const { regions, unplaced, total, view, breaks, tints, selected, onSelect, waiting, failed } = props
  const translate = useTranslate()
  const words = useWords()
  const { map } = useConfig().dashboard
  const numbers = useNumbers()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const lines = linesOf()
  const longest = Math.max(...lines.map(({ name }) => textWidth(name, 13)))
  const chosen = Math.max(
    0,
    lines.findIndex(line => line.id === selected),
  )
  const [active, setActive] = useState(chosen)
  useEffect(() => setActive(chosen), [chosen])

  function linesOf(): Line[] {
    const most = Math.max(1, ...regions.map(region => figureOf(view, region) ?? 0))
    const sorted = regions
      .map(region => ({ region, value: figureOf(view, region) }))
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
    const whole = total && nationalOf(view, total, unplaced)
    return [
      { id: undefined, name: translate('dashboard.country'), value: whole, length: 0 },
      ...sorted.map(({ region, value }) => ({
        id: region.id,
        name: words(region.short),
        value,
        colour: tints.of(classOf(value, breaks), breaks.length + 1),
        length: (value ?? 0) / most,
      })),
      {
        id: UNPLACED,
        name: words(map.unplaced),
        value: unplaced && (view === 'unplaced' ? unplaced.count : figureOf(view, unplaced)),
        length: 0,
      },
    ]
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      Home: 0,
      End: lines.length - 1,
    }[event.key]
    if (to !== undefined) {
      const next = Math.min(Math.max(to, 0), lines.length - 1)
      setActive(next)
      box.current?.querySelector(`[data-at="${next}"]`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' || event.key === ' ') {
      onSelect(lines[active]?.id)
    } else if (event.key === 'Escape' && selected) {
      onSelect(undefined)
    } else return
    event.preventDefault()
  }

  const format = (value: number | undefined) => {
    if (value === undefined || (failed && !waiting)) return '–'
    return view === 'offline' ? numbers.percent(value) : numbers.count(value)
  }

  return (
    <Box
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={translate('dashboard.map.list', { view: translate(`dashboard.view.${view}`) })}
      aria-activedescendant={`${id}${active}`}
      aria-busy={waiting}
      onKeyDown={onKeyDown}
      sx={{
        flex: 'none',
        width: { xs: '100%', sm: LIST_WIDTH },
        alignSelf: 'flex-start',
        maxHeight: { sm: '100%' },
        overflowY: { sm: 'auto' },
        display: 'grid',
        // Two beside each other on a phone, where the names leave room for it.
        gridTemplateColumns: {
          xs: `repeat(auto-fill, minmax(max(40%, ${Math.round(longest) + 88}px), 1fr))`,
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
      {lines.map((line, at) => (
        <Box
          // Their order comes with the figures: until then none stands where it would move away from.
          key={waiting ? at : (line.id ?? 'country')}
          id={`${id}${at}`}
          role="option"
          aria-label={waiting ? line.name : undefined}
          data-at={at}
          data-active={at === active}
          aria-selected={line.id === selected}
          onClick={() => onSelect(line.id)}
          sx={{
            position: 'relative',
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            minHeight: { xs: 44, sm: 24 },
            px: 1,
            borderRadius: 1,
            cursor: 'pointer',
            '&:hover': { bgcolor: 'action.hover' },
            '&[aria-selected=true]': { bgcolor: 'action.selected', fontWeight: 600 },
          }}
        >
          <Box
            aria-hidden
            data-colour
            sx={{
              width: 10,
              height: 10,
              flex: 'none',
              borderRadius: '3px',
              ...(line.colour
                ? {}
                : { border: 1, borderStyle: line.id ? 'dashed' : 'solid', borderColor: 'text.secondary' }),
            }}
            style={{ backgroundColor: line.colour }}
          />
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            {waiting && line.colour ? <Skeleton width={40} /> : line.name}
          </Box>
          {waiting ? <Skeleton width={40} /> : <span>{format(line.value)}</span>}
          {!waiting && line.length > 0 && (
            <Box
              aria-hidden
              data-colour
              sx={{
                position: 'absolute',
                left: 8,
                right: 8,
                bottom: 1,
                height: 2,
                borderRadius: 1,
                transformOrigin: 'left',
              }}
              style={{ backgroundColor: line.colour, width: `calc((100% - 16px) * ${line.length})` }}
            />
          )}
        </Box>
      ))}
    </Box>
  )
}

function nationalOf(
  view: View,
  amount: DashboardStats['amount'],
  unplaced: Figures | undefined,
): number | undefined {
  if (view === 'count') return amount.device
  if (view === 'offline') return percentOf(amount.closed, amount.device)
  return unplaced?.count
}
