/** The map of the country, and beside it a list with the same selection (§2). */
import { Box, Skeleton, Typography } from '@mui/material'

import { useConfig, useTranslate } from '../../../config'
import { ErrorState } from '../../../ui/states/ErrorState'
import { RetryAlert } from '../../../ui/states/RetryAlert'
import { useIsPhone } from '../../../ui/useIsPhone'
import { INSET, MAP_HEIGHT } from '../layout/styles'
import { WidgetFrame, type WidgetProps } from '../layout/WidgetFrame'
import { useNumbers } from '../numbers'
import { useCountry, useProvinces } from '../queries'
import { useSelectedCounts } from '../selection'
import { CountryMap } from './CountryMap'
import { Legend, ViewSwitch } from './Legend'
import { RegionList } from './RegionList'
import { type MapModel, useMapModel } from './useMapModel'

export function MapWidget(props: WidgetProps) {
  return <WidgetFrame {...props}>{full => <MapBody full={full} />}</WidgetFrame>
}

function MapBody({ full }: { full: boolean }) {
  const translate = useTranslate()
  const phone = useIsPhone()
  const { credit } = useConfig().dashboard.map
  const provinces = useProvinces()
  const model = useMapModel()

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
        px: INSET,
        pb: 2,
      }}
    >
      <Box sx={{ gridArea: 'views', minHeight: 36 }}>
        <ViewSwitch model={model} />
        {phone && <SelectionLine />}
        {provinces.error && !provinces.data && (
          <RetryAlert severity="error" onRetry={() => void provinces.refetch()}>
            {translate('dashboard.map.failed')}
          </RetryAlert>
        )}
      </Box>
      <Box
        sx={{
          gridArea: 'map',
          position: 'relative',
          minWidth: 0,
          height: { xs: full ? '60dvh' : 420, sm: 'auto' },
          minHeight: { sm: MAP_HEIGHT },
        }}
      >
        <LoadedMap model={model} interactive={!phone} />
      </Box>
      <Box sx={{ gridArea: 'list', minWidth: 0 }}>
        <RegionList model={model} />
      </Box>
      <Box
        sx={{
          gridArea: 'legend',
          display: 'grid',
          gap: 0.5,
          alignContent: 'end',
          // Room for two lines of legend and credit, so that the map stays in place when the legend changes.
          minHeight: { xs: 76, sm: 48 },
          pt: 1,
        }}
      >
        <Legend model={model} />
        <Typography variant="caption" color="text.secondary">
          {translate(credit)}
        </Typography>
      </Box>
    </Box>
  )
}

function LoadedMap(props: { model: MapModel; interactive: boolean }) {
  const translate = useTranslate()
  const { data: country, error, refetch } = useCountry()
  if (country) return <CountryMap country={country} {...props} />
  if (error) {
    return (
      <ErrorState title={translate('dashboard.map.missing')} error={error} onRetry={() => void refetch()} />
    )
  }
  return <Skeleton variant="rounded" height="100%" sx={{ position: 'absolute', width: 1, opacity: 0.4 }} />
}

/** On a phone, where the statistics panel is not visible, a line with the first two figures of the selection. */
function SelectionLine() {
  const { summary } = useNumbers()
  const { name, counts } = useSelectedCounts()
  return (
    <Typography variant="body2" sx={{ mt: 1, minHeight: 20 }}>
      {/* Only the name is announced: otherwise a screen reader would read the figures at each change. */}
      <strong role="status">{name}</strong> <span>{counts && summary(counts).slice(0, 2).join(' · ')}</span>
    </Typography>
  )
}
