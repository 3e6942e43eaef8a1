/** The statistics panel: the figures of the country, or of the selected region (§2). */
import Refresh from '@mui/icons-material/Refresh'
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { ErrorState } from '../../../ui/states/ErrorState'
import { LoadingStatus } from '../../../ui/states/LoadingStatus'
import { StaleNotice } from '../../../ui/states/StaleNotice'
import { INSET } from '../layout/styles'
import { WidgetButton, WidgetFrame, type WidgetProps } from '../layout/WidgetFrame'
import { WidgetSkeleton } from '../layout/WidgetSkeleton'
import { useSelectedCounts, useSelectedRegion } from '../selection'
import { StatsFigures } from './StatsFigures'

export function StatsWidget(props: WidgetProps) {
  const translate = useTranslate()
  const { select } = useSelectedRegion()
  const { counts, refresh, ...selection } = useSelectedCounts()
  const { error, since, retry } = selection

  const refreshCountry = () => {
    select(undefined)
    refresh()
  }
  return (
    <WidgetFrame
      {...props}
      actions={
        <WidgetButton label={translate('dashboard.stats.refresh')} icon={Refresh} onClick={refreshCountry} />
      }
    >
      {full =>
        counts ? (
          <>
            {error ? (
              <Box sx={{ px: INSET }}>
                <StaleNotice error={error} since={since} onRetry={retry} />
              </Box>
            ) : null}
            <StatsFigures {...selection} counts={counts} full={full} />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <>
            <LoadingStatus />
            <WidgetSkeleton name="stats" />
          </>
        )
      }
    </WidgetFrame>
  )
}
