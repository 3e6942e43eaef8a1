/** Total, online and offline, known and unknown places: with their shares, and what they mean in words. */
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import type { DashboardStats, ProvinceCount } from '../../../contract/dashboard'
import { CountUp } from '../../ui/CountUp'
import { ErrorBoundary } from '../../ui/ErrorBoundary'
import { LazyPart } from '../../ui/LazyPart'
import { lazyScreen } from '../../ui/lazyScreen'
import { type DeviceFilter, useDeviceLink } from './deviceLink'
import { pairOf } from './figures'
import { RING } from './layout'
import { ShareLine, SumLine } from './SumLine'
import { useNumbers } from './useNumbers'
import type { Scope } from './useScope'

const LinkedChart = lazyScreen(() => import('./LinkedChart'))

interface Props {
  scope: Scope
  amount: DashboardStats['amount'] | undefined
  places: readonly ProvinceCount[] | undefined
}

export function StatsFigures({ scope, amount, places }: Props) {
  const translate = useTranslate()
  const numbers = useNumbers()
  const linkTo = useDeviceLink()
  const { count, placed, linked, closed } = scope.figures!
  const within: DeviceFilter = scope.id ? { sido: scope.id } : {}
  const [linkedShare, closedShare] = pairOf(linked ?? 0, closed ?? 0, count)
  const unplaced = count - (placed ?? count)
  const [placedShare, unplacedShare] = pairOf(placed ?? count, unplaced, count)
  const devices = linkTo(within)
  const ring = <Skeleton variant="circular" width={RING} height={RING} />

  return (
    <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', justifyContent: 'space-between', gap: 2 }}>
      <Box>
        <Typography color="text.secondary" aria-live="polite" sx={{ minHeight: 21 }}>
          {translate('dashboard.stats.of', { name: scope.name })}
        </Typography>
        <Typography
          component="p"
          sx={{
            fontSize: 40,
            fontWeight: 650,
            lineHeight: 1.15,
            letterSpacing: '-0.02em',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <CountUp value={count} format={numbers.count} />
          <Box
            component="span"
            sx={{ fontSize: 18, fontWeight: 500, letterSpacing: 0, ml: 0.75, color: 'text.secondary' }}
          >
            {translate('dashboard.unit')}
          </Box>
        </Typography>
        {devices && (
          <Link component={RouterLink} to={devices} variant="body2">
            {translate('dashboard.stats.toDevices', { name: scope.name })}
          </Link>
        )}
      </Box>
      {linked !== undefined && closed !== undefined && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'center',
            columnGap: 4,
            rowGap: 2,
            borderTop: 1,
            borderColor: 'divider',
            pt: 2,
          }}
        >
          <Box sx={{ position: 'relative', width: RING, height: RING, flex: 'none' }}>
            <ErrorBoundary fallback={() => null}>
              <LazyPart silent waiting={ring}>
                <LinkedChart linked={linked} closed={closed} size={RING} />
              </LazyPart>
            </ErrorBoundary>
            <Box
              aria-hidden
              sx={{
                position: 'absolute',
                inset: 0,
                display: 'grid',
                placeContent: 'center',
                textAlign: 'center',
              }}
            >
              <Typography
                sx={{ fontSize: 20, fontWeight: 650, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}
              >
                {numbers.percent(linkedShare)}
              </Typography>
              <Typography variant="caption" color="text.secondary">
                {translate('dashboard.figure.linked.name')}
              </Typography>
            </Box>
          </Box>
          <Box component="dl" sx={{ m: 0, flex: 1, minWidth: 220, display: 'grid', gap: 2 }}>
            <Figure
              what="linked"
              value={linked}
              share={linkedShare}
              dot={<Dot colour="success.main" />}
              to={linkTo({ ...within, status: 'linked' })}
            />
            <Figure
              what="closed"
              value={closed}
              share={closedShare}
              dot={<Dot colour="neutral.main" hollow />}
              to={linkTo({ ...within, status: 'closed' })}
            />
          </Box>
        </Box>
      )}
      {placed !== undefined && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 2 }}>
          <Box
            aria-hidden
            data-colour
            sx={{
              display: 'flex',
              gap: '2px',
              height: 8,
              borderRadius: 1,
              overflow: 'hidden',
              bgcolor: 'action.hover',
              mb: 1.5,
            }}
          >
            <Box sx={{ width: `${placedShare}%`, bgcolor: 'primary.main' }} />
            <Box sx={{ width: `${unplacedShare}%`, bgcolor: 'neutral.main' }} />
          </Box>
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            <Figure
              what="placed"
              value={placed}
              share={placedShare}
              dot={<Dot colour="primary.main" square />}
            />
            <Figure
              what="unplaced"
              value={unplaced}
              share={unplacedShare}
              dot={<Dot colour="neutral.main" square />}
              to={scope.id ? undefined : linkTo({ sido: 'none' })}
            />
          </Box>
        </Box>
      )}
      {amount &&
        (scope.id ? (
          <ShareLine name={scope.name} count={count} amount={amount} />
        ) : (
          places && <SumLine places={places} amount={amount} stale={Boolean(scope.error)} />
        ))}
    </Box>
  )
}

interface FigureProps {
  what: 'linked' | 'closed' | 'placed' | 'unplaced'
  value: number
  share: number
  dot: ReactNode
  /** The devices that are counted. */
  to?: string
}

function Figure({ what, value, share, dot, to }: FigureProps) {
  const translate = useTranslate()
  const numbers = useNumbers()
  const name = translate(`dashboard.figure.${what}.name`)
  return (
    <div>
      <Box component="dt" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        {dot}
        {to ? (
          <Link
            component={RouterLink}
            to={to}
            color="inherit"
            underline="always"
            sx={{ textUnderlineOffset: 3 }}
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </Box>
      <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" sx={{ fontSize: 20, fontWeight: 600, mr: 1 }}>
          <CountUp value={value} format={numbers.count} />
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {numbers.percent(share)}
        </Box>
        <Typography variant="caption" component="p" color="text.secondary">
          {translate(`dashboard.figure.${what}.meaning`)}
        </Typography>
      </Box>
    </div>
  )
}

/** Shape as well as colour tells them apart (look.md). */
function Dot({ colour, hollow, square }: { colour: string; hollow?: boolean; square?: boolean }) {
  return (
    <Box
      aria-hidden
      data-colour
      sx={{
        width: 10,
        height: 10,
        flex: 'none',
        borderRadius: square ? '3px' : '50%',
        ...(hollow ? { border: 3, borderColor: colour } : { bgcolor: colour }),
      }}
    />
  )
}
