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
import { type Selection, useSelectedCounts, useSelectedRegion } from '../selection'
import { StatsFigures } from './StatsFigures'

export function StatsWidget(props: WidgetProps) {
  const translate = useTranslate()
  const { select } = useSelectedRegion()
  const selection = useSelectedCounts()

  const refreshCountry = () => {
    select(undefined)
    selection.refresh()
  }
  return (
    <WidgetFrame
      {...props}
      actions={
        <WidgetButton label={translate('dashboard.stats.refresh')} icon={Refresh} onClick={refreshCountry} />
      }
    >
      {full => <StatsBody selection={selection} full={full} />}
    </WidgetFrame>
  )
}

function StatsBody({ selection, full }: { selection: Selection; full: boolean }) {
  const { counts, error, since, retry } = selection
  if (counts) {
    return (
      <>
        {error ? (
          <Box sx={{ px: INSET }}>
            <StaleNotice error={error} since={since} onRetry={retry} />
          </Box>
        ) : null}
        <StatsFigures {...selection} counts={counts} full={full} />
      </>
    )
  }
  if (error) return <ErrorState error={error} onRetry={retry} />
  return (
    <>
      <LoadingStatus />
      <WidgetSkeleton name="stats" />
    </>
  )
}
