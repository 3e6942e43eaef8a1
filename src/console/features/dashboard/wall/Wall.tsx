/**
 * The dashboard on a wall (`?wall=1`): full screen without controls, cycles through the country, the regions with the
 * fewest online devices and what needs attention. Its type begins at 24 px.
 */
import { Box, Dialog, LinearProgress, Typography } from '@mui/material'
import { type ReactNode, useEffect, useId } from 'react'
import { WALL_ENDING_MS } from '../../../auth/renewal'
import { useSession } from '../../../auth/useSession'
import { useTranslate } from '../../../config'
import { isWallOpen } from '../../../session'
import { useNow } from '../../../ui/time/useNow'
import { Tiles } from '../attention/AttentionWidget'
import { HomeSentence } from '../attention/HomeSentence'
import { CountryMap } from '../map/CountryMap'
import { useMapModel } from '../map/useMapModel'
import { percentOf, useNumbers } from '../numbers'
import { useCountry, useStats } from '../queries'

const MINUTE = 60_000
const SLIDE_MS = 20_000
/** The picture moves by 8 px every ten minutes, so that no pixel burns in. */
const SHIFTS = [
  [0, 0],
  [8, 0],
  [8, 8],
  [0, 8],
] as const
/** Everything in this box is twice as large as in the dashboard, so that its smallest type has 24 px. */
const LARGE = { zoom: 2, '@media (max-width: 1023px)': { zoom: 1 } } as const
const REGIONS = 8

export default function Wall({ title }: { title: string }) {
  const id = useId()
  const translate = useTranslate()
  const now = useNow(SLIDE_MS)
  const ends = useSession()?.ends
  useEffect(() => {
    isWallOpen.set(true)
    return () => isWallOpen.set(false)
  }, [])
  const [x, y] = SHIFTS[Math.floor(now / (10 * MINUTE)) % SHIFTS.length]!
  const slides: ReactNode[] = [
    <National key="national" />,
    <Regions key="regions" />,
    <Attention key="attention" />,
  ]
  const isEnding = ends !== undefined && ends - now <= WALL_ENDING_MS
  const minutes = isEnding ? Math.max(0, Math.ceil((ends - now) / MINUTE)) : undefined
  return (
    <Dialog
      fullScreen
      open
      slotProps={{ paper: { square: true } }}
      aria-labelledby={id}
      transitionDuration={0}
    >
      <title>{title}</title>
      <Box
        data-wall
        // Focusable, because the wall scrolls on a screen that is too small.
        tabIndex={0}
        sx={SCREEN}
        style={{ padding: `${24 + y}px ${32 - x}px ${32 - y}px ${24 + x}px` }}
      >
        <Box sx={LARGE}>
          <Typography id={id} variant="h1" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          <HomeSentence />
        </Box>
        {minutes !== undefined && (
          <Typography role="alert" sx={{ fontSize: 48, fontWeight: 600, color: 'warning.main' }}>
            {translate('dashboard.wall.ends', { count: minutes })}
          </Typography>
        )}
        {/* `inert`: a wall has no controls, but the tiles have links. */}
        <Box inert sx={{ flex: '1 0 320px', minHeight: 0, display: 'flex', flexDirection: 'column' }}>
          {slides[Math.floor(now / SLIDE_MS) % slides.length]}
        </Box>
      </Box>
    </Dialog>
  )
}

function National() {
  const translate = useTranslate()
  const numbers = useNumbers()
  const model = useMapModel()
  const { data: country } = useCountry()
  const amount = useStats().data?.amount
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
        gap: 4,
      }}
    >
      <Box sx={{ position: 'relative', minHeight: 0 }}>
        {country && <CountryMap country={country} model={model} interactive />}
      </Box>
      {amount && (
        <Box
          className="tabular"
          sx={{ alignSelf: 'center', textAlign: 'right', fontSize: { xs: 16, md: 32 } }}
        >
          <Box sx={{ fontSize: { xs: 48, md: 128 }, fontWeight: 650, lineHeight: 1.1 }}>
            {numbers.percent(percentOf(amount.linked, amount.device))}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>{translate('dashboard.figure.linked.name')}</Box>
          <Box sx={{ mt: 4 }}>{translate('dashboard.devices', { count: numbers.count(amount.device) })}</Box>
        </Box>
      )}
    </Box>
  )
}

/** The regions with the smallest share of online devices. */
function Regions() {
  const translate = useTranslate()
  const numbers = useNumbers()
  const regions = useMapModel()
    .regions.filter(({ count, linked }) => count > 0 && linked !== undefined)
    .map(({ id, name, count, linked }) => ({
      id,
      name,
      count,
      linked: linked!,
      share: percentOf(linked!, count),
    }))
    .sort((a, b) => a.share - b.share)
    .slice(0, REGIONS)
  return (
    <>
      <Typography variant="h2" sx={{ fontSize: { xs: 16, md: 32 }, mb: 2 }}>
        {translate('dashboard.wall.regions')}
      </Typography>
      <Box component="ol" className="tabular" sx={ROWS}>
        {regions.map(({ id, name, count, linked, share }) => (
          <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'baseline', gap: 3 }}>
            <Box sx={{ flex: { xs: 1, md: '0 0 24%' }, minWidth: 0 }}>{name}</Box>
            <LinearProgress aria-hidden color="success" variant="determinate" value={share} sx={BAR} />
            <Box sx={OF_COUNT}>
              {translate('dashboard.wall.of', { linked: numbers.count(linked), count: numbers.count(count) })}
            </Box>
            <Box sx={{ width: { xs: 64, md: 160 }, textAlign: 'right', fontWeight: 600 }}>
              {numbers.percent(share)}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  )
}

function Attention() {
  const translate = useTranslate()
  return (
    <Box sx={LARGE}>
      <Typography variant="h2" sx={{ fontSize: 16, mb: 1 }}>
        {translate('dashboard.wall.attention')}
      </Typography>
      <Tiles />
    </Box>
  )
}

const SCREEN = {
  height: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  overflow: 'auto',
  bgcolor: 'background.default',
} as const

/** Of one width in all rows, so that all bars are equally long. */
const OF_COUNT = {
  minWidth: { md: 224 },
  textAlign: 'right',
  color: 'text.secondary',
  fontSize: { xs: 13, md: 24 },
} as const

/** Leads the eye across a wide screen, from the name to the figures. */
const BAR = {
  display: { xs: 'none', md: 'block' },
  flex: 1,
  height: 12,
  borderRadius: '6px',
  alignSelf: 'center',
} as const

const ROWS = {
  flex: 1,
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: { xs: 16, md: 32 },
  display: 'grid',
  alignContent: 'space-evenly',
} as const
