/** The figures of the panel: total, online and offline, known and unknown location, and the share of the country. */

import { Box, LinearProgress, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router'
import { UNPLACED } from '../../../../engine/registry'
import { CountUp } from '../../../ui/text/CountUp'
import { MaybeLink, useDeviceLink } from '../deviceLink'
import { INSET } from '../layout/styles'
import { Swatch } from '../map/Legend'
import { percentOf, percentPair, useNumbers } from '../numbers'
import type { DeviceCounts } from '../regions'
import type { Selection } from '../selection'
import { Ring } from './Ring'

type Props = Pick<Selection, 'id' | 'name' | 'error' | 'totals' | 'national'> & {
  counts: DeviceCounts
  /** Whether the panel fills the screen. */
  full: boolean
}

/** The line and the space above each section but the first. */
const SECTION = { borderTop: 1, borderColor: 'divider', pt: 2 } as const

export function StatsFigures(props: Props) {
  const { id, name, counts, full } = props
  const translate = useTranslate()
  const numbers = useNumbers()
  const linkTo = useDeviceLink()
  const { count, placed, linked, closed } = counts
  const within = id ? { sido: id } : {}
  const devices = linkTo(within)

  return (
    // The sections spread over the height of the panel; in fullscreen they would be too far apart.
    <Stack
      sx={{
        ...(full
          ? { width: 1, maxWidth: 720, m: 'auto', gap: 4 }
          : { flex: 1, justifyContent: 'space-between', gap: 2 }),
        px: INSET,
        pb: 3,
      }}
    >
      <div>
        <Typography color="text.secondary" aria-live="polite" sx={{ minHeight: 21 }}>
          {translate('dashboard.stats.of', { name })}
        </Typography>
        <Typography
          component="p"
          className="tabular"
          sx={{ fontSize: 32, fontWeight: 650, lineHeight: 1.15, letterSpacing: '-0.02em' }}
        >
          <CountUp value={count} format={numbers.count} />
          <Box
            component="span"
            sx={{ fontSize: 16, fontWeight: 500, letterSpacing: 0, ml: 1, color: 'text.secondary' }}
          >
            {translate('dashboard.unit')}
          </Box>
        </Typography>
        {devices && (
          <Link component={RouterLink} to={devices} variant="body2">
            {translate('dashboard.stats.toDevices', { name })}
          </Link>
        )}
      </div>
      {linked !== undefined && closed !== undefined && (
        // The figures wrap below the ring if there is no room beside it.
        <Box
          sx={{
            ...SECTION,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'center',
            columnGap: 4,
            rowGap: 2,
          }}
        >
          <Ring linked={linked} closed={closed}>
            <Typography className="tabular" sx={{ fontSize: 20, fontWeight: 650, lineHeight: 1.2 }}>
              {numbers.percent(percentPair(linked, closed, count)[0])}
            </Typography>
            <Typography variant="caption" color="text.secondary">
              {translate('dashboard.figure.linked.name')}
            </Typography>
          </Ring>
          <Figures
            count={count}
            figures={[
              { name: 'linked', value: linked, to: linkTo({ ...within, status: 'linked' }) },
              { name: 'closed', value: closed, to: linkTo({ ...within, status: 'closed' }) },
            ]}
            sx={{ flex: 1, minWidth: 220 }}
          />
        </Box>
      )}
      {placed !== undefined && (
        <Box sx={SECTION}>
          <LinearProgress
            aria-hidden
            data-colour
            variant="determinate"
            value={percentOf(placed, count)}
            sx={{ height: 8, mb: 1.5, bgcolor: count > 0 ? 'neutral.main' : 'action.hover' }}
          />
          <Figures
            count={count}
            figures={[
              { name: 'placed', value: placed },
              // The device list cannot be filtered to unplaced devices of a region.
              { name: 'unplaced', value: count - placed, to: id ? undefined : linkTo({ sido: UNPLACED }) },
            ]}
            sx={{ gridTemplateColumns: { sm: '1fr 1fr' } }}
          />
        </Box>
      )}
      <Relation {...props} />
    </Stack>
  )
}

/** Marks that differ in shape as well as in colour. */
const MARK = {
  linked: { borderRadius: '50%', bgcolor: 'success.main' },
  closed: { borderRadius: '50%', border: 3, borderColor: 'neutral.main' },
  placed: { bgcolor: 'primary.main' },
  unplaced: { bgcolor: 'neutral.main' },
}

interface Figure {
  name: keyof typeof MARK
  value: number
  /** Path of the counted devices. */
  to?: string
}

/** Two figures that add up to the count, with percentages and explanations. */
function Figures({ count, figures, sx }: { count: number; figures: [Figure, Figure]; sx: object }) {
  const translate = useTranslate()
  const numbers = useNumbers()
  const shares = percentPair(figures[0].value, figures[1].value, count)
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, ...sx }}>
      {figures.map(({ name, value, to }, index) => (
        <div key={name}>
          <Box component="dt" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
            <Swatch aria-hidden data-colour sx={MARK[name]} />
            <MaybeLink to={to} underline="always" sx={{ textUnderlineOffset: 3 }}>
              {translate(`dashboard.figure.${name}.name`)}
            </MaybeLink>
          </Box>
          <Box component="dd" className="tabular" sx={{ m: 0 }}>
            <Box component="span" sx={{ fontSize: 20, fontWeight: 600, mr: 1 }}>
              <CountUp value={value} format={numbers.count} />
            </Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {numbers.percent(shares[index]!)}
            </Box>
            <Typography variant="caption" component="p" color="text.secondary">
              {translate(`dashboard.figure.${name}.meaning`)}
            </Typography>
          </Box>
        </div>
      ))}
    </Box>
  )
}

/** For a region, its share of the country; for the country, how its parts add up (decision 2), unless one is stale. */
function Relation({ id, name, counts: { count }, error, totals, national }: Props) {
  const translate = useTranslate()
  const numbers = useNumbers()
  let sentence: string | undefined
  if (id && national !== undefined)
    sentence = translate('dashboard.sum.share', {
      name,
      count: numbers.count(count),
      total: numbers.count(national),
      share: numbers.percent(percentOf(count, national)),
    })
  else if (!id && totals && !error)
    sentence = translate(totals.consistent ? 'dashboard.sum.sentence' : 'dashboard.sum.moved', {
      provinces: numbers.count(totals.inProvinces),
      unplaced: numbers.count(totals.unplaced.count),
      total: numbers.count(totals.national),
    })
  return (
    // Keeps the height of its line while the regions load: the sections above would move.
    <Typography variant="body2" color="text.secondary" className="tabular" sx={{ minHeight: 20 }}>
      {sentence}
    </Typography>
  )
}
