/** The statistics panel: the country's figures, or those of the province that was chosen (§2). */
import Refresh from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'ra-core'
import { ErrorState } from '../../ui/ErrorState'
import { StaleNotice } from '../../ui/StaleNotice'
import { HIDDEN } from '../../ui/StatusDot'
import { usePlaces, useRefresh, useStats } from './queries'
import { StatsFigures } from './StatsFigures'
import { StatsSkeleton } from './StatsSkeleton'
import { useScope } from './useScope'
import { WidgetFrame } from './WidgetFrame'
import type { WidgetProps } from './widget'

export function StatsWidget(props: WidgetProps) {
  const translate = useTranslate()
  const { scope, national } = useScope()
  const stats = useStats()
  const places = usePlaces()
  const refresh = useRefresh()

  const refreshControl = (
    <Tooltip title={translate('dashboard.stats.refresh')}>
      <IconButton
        size="small"
        aria-label={translate('dashboard.stats.refresh')}
        onClick={() => {
          national()
          void refresh()
        }}
        sx={{ '@media (pointer: coarse)': { width: 40, height: 40 } }}
      >
        <Refresh fontSize="small" />
      </IconButton>
    </Tooltip>
  )

  return (
    <WidgetFrame {...props} actions={refreshControl}>
      {() => (
        <Box
          sx={{
            flex: 1,
            px: { xs: 2, sm: 2.5 },
            pb: 2.5,
            display: 'flex',
            flexDirection: 'column',
          }}
        >
          {scope.figures ? (
            <>
              {scope.error ? (
                <StaleNotice error={scope.error} since={scope.since} onRetry={scope.retry} />
              ) : null}
              <StatsFigures scope={scope} amount={stats.data?.amount} places={places.data} />
            </>
          ) : scope.error ? (
            <ErrorState error={scope.error} onRetry={scope.retry} />
          ) : (
            <>
              <Box role="status" sx={HIDDEN}>
                {translate('shell.loading')}
              </Box>
              <StatsSkeleton />
            </>
          )}
        </Box>
      )}
    </WidgetFrame>
  )
}
