/** What the colours of the map mean: the classes and where they begin. */
import Box from '@mui/material/Box'
import { useTranslate } from 'ra-core'
import { figureOf, type Region, type View } from './regions'
import type { Tints } from './tints'
import { useNumbers } from './useNumbers'

interface Props {
  regions: readonly Region[]
  view: View
  breaks: readonly number[]
  tints: Tints
}

export function Legend({ regions, view, breaks, tints }: Props) {
  const translate = useTranslate()
  const { count, percent } = useNumbers()
  const values = regions.map(region => figureOf(view, region) ?? 0).filter(value => value > 0)
  const format = (value: number) => (view === 'offline' ? percent(value) : count(value))
  const starts = values.length > 0 ? [Math.min(...values), ...breaks] : []
  return (
    <Box
      component="ul"
      aria-label={translate(`dashboard.legend.${view}`)}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        rowGap: 0.5,
        fontSize: 12,
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
        minHeight: 18,
      }}
    >
      {[undefined, ...starts].map((start, at) => (
        <Box
          component="li"
          key={start ?? 'none'}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
        >
          <Box
            aria-hidden
            data-colour
            sx={{ width: 14, height: 14, borderRadius: '4px', border: 1, borderColor: 'divider' }}
            style={{ backgroundColor: tints.of(at === 0 ? undefined : at - 1, starts.length) }}
          />
          {start === undefined ? translate('dashboard.legend.none') : `${format(start)}~`}
        </Box>
      ))}
    </Box>
  )
}
