/** The statistics panel: the figures of the country, or of the selected region (§2). */
import Refresh from '@mui/icons-material/Refresh'
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { ErrorState } from '../../../ui/states/ErrorState'
import { LoadingStatus } from '../../../ui/states/LoadingStatus'
import { StaleNotice } from '../../../ui/states/StaleNotice'
import { StatsSkeleton } from '../layout/skeletons'
import { INSET } from '../layout/styles'
import { WidgetButton, WidgetFrame, type WidgetProps } from '../layout/WidgetFrame'
import { useProvinces, useStats } from '../queries'
import { useSelectedCounts, useSelection } from '../selection'
import { StatsFigures } from './StatsFigures'

export function StatsWidget(props: WidgetProps) {
  const translate = useTranslate()
  const { select } = useSelection()
  const { counts, ...selection } = useSelectedCounts()
  const { error, since, retry } = selection
  const stats = useStats()
  const provinces = useProvinces()

  const refresh = () => {
    select(undefined)
    void stats.refetch()
    void provinces.refetch()
  }
  return (
    <WidgetFrame
      {...props}
      actions={<WidgetButton label={translate('dashboard.stats.refresh')} icon={Refresh} onClick={refresh} />}
    >
      {() =>
        counts ? (
          <>
            {error ? (
              <Box sx={{ px: INSET }}>
                <StaleNotice error={error} since={since} onRetry={retry} />
              </Box>
            ) : null}
            <StatsFigures
              {...selection}
              counts={counts}
              amount={stats.data?.amount}
              provinces={provinces.data}
            />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <>
            <LoadingStatus />
            <StatsSkeleton />
          </>
        )
      }
    </WidgetFrame>
  )
}
