/** The map of the country, and beside it the list that is the same control (§2, issue 5). */
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useStore, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import { useConfig, useWords } from '../../config'
import { ErrorState } from '../../ui/ErrorState'
import { CountryMap } from './CountryMap'
import { breaksOf } from './classes'
import { Legend } from './Legend'
import { MAP_HEIGHT } from './layout'
import { useCountry, usePlaces, useStats } from './queries'
import { RegionList } from './RegionList'
import { figureOf, regionsOf, sumOf, type View, viewsFor } from './regions'
import { ScopeLine } from './ScopeLine'
import { tintsOf } from './tints'
import { useSelection } from './useSelection'
import { ViewSwitch } from './ViewSwitch'
import { WidgetFrame } from './WidgetFrame'
import type { WidgetProps } from './widget'

export function MapWidget(props: WidgetProps) {
  return <WidgetFrame {...props}>{full => <MapBody full={full} />}</WidgetFrame>
}

function MapBody({ full }: { full: boolean }) {
  const translate = useTranslate()
  const words = useWords()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const { map } = useConfig().dashboard
  const { selected, select } = useSelection()
  const country = useCountry()
  const places = usePlaces()
  const { data: stats } = useStats()
  const [wanted, setView] = useStore<View>('dashboard.view', 'count')

  const regions = useMemo(() => regionsOf(map.regions, places.data), [map.regions, places.data])
  const views = viewsFor(regions)
  const view = views.includes(wanted) ? wanted : 'count'
  const unplaced = places.data && stats ? sumOf(places.data, stats.amount).unplaced : undefined
  const breaks = useMemo(() => breaksOf(regions.map(region => figureOf(view, region) ?? 0)), [regions, view])
  const tints = tintsOf(theme, view)
  const drawn = { regions, unplaced, view, breaks, tints, selected, onSelect: select }

  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'grid',
        columnGap: 2,
        gridTemplate: {
          xs: '"views" auto "map" auto "list" auto "legend" auto / minmax(0, 1fr)',
          sm: '"views list" auto "map list" minmax(0, 1fr) "legend list" auto / minmax(0, 1fr) auto',
        },
        px: { xs: 2, sm: 2.5 },
        pb: 2,
      }}
    >
      <Box sx={{ gridArea: 'views', minHeight: 36 }}>
        <ViewSwitch views={views} view={view} onChange={setView} />
        {phone && <ScopeLine />}
        {places.error && !places.data && (
          <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
            {translate('dashboard.map.failed')}
            <Button size="small" onClick={() => void places.refetch()}>
              {translate('shell.retry')}
            </Button>
          </Box>
        )}
      </Box>
      <Box
        sx={{
          gridArea: 'map',
          position: 'relative',
          minWidth: 0,
          height: full ? { xs: '60dvh', sm: 'auto' } : { xs: MAP_HEIGHT, sm: 'auto' },
          minHeight: { sm: 320 },
        }}
      >
        {country.data ? (
          <CountryMap country={country.data} {...drawn} labelled={!phone} />
        ) : country.error ? (
          <ErrorState
            title={translate('dashboard.map.missing')}
            error={country.error}
            onRetry={() => void country.refetch()}
          />
        ) : (
          <Skeleton
            variant="rounded"
            width="100%"
            height="100%"
            sx={{ position: 'absolute', opacity: 0.4 }}
          />
        )}
      </Box>
      <Box sx={{ gridArea: 'list', minWidth: 0 }}>
        <RegionList {...drawn} total={stats?.amount} waiting={places.isPending} failed={places.isError} />
      </Box>
      <Box
        sx={{
          gridArea: 'legend',
          display: 'grid',
          gap: 0.5,
          alignContent: 'end',
          // Room for both, one above the other: figures that come, and views that change, move nothing.
          minHeight: { xs: 76, sm: 48 },
          pt: 1,
        }}
      >
        <Legend regions={regions} view={view} breaks={breaks} tints={tints} />
        <Typography variant="caption" color="text.secondary">
          {words(map.credit)}
        </Typography>
      </Box>
    </Box>
  )
}
