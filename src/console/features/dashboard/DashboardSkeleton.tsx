/** The placeholder of the dashboard while its code loads; every widget has its final size. */
import { Box, Card } from '@mui/material'
import { useTranslate } from '../../config'
import { Screen } from '../../ui/Screen'
import { LoadingStatus } from '../../ui/states/LoadingStatus'
import type { DashboardProps } from './Dashboard'
import { CARD, SENTENCE } from './layout/styles'
import { WidgetGrid } from './layout/WidgetGrid'
import { WidgetHeader } from './layout/WidgetHeader'
import { WidgetSkeleton } from './layout/WidgetSkeleton'

export function DashboardSkeleton(screen: DashboardProps) {
  const translate = useTranslate()
  return (
    <Screen {...screen}>
      <LoadingStatus />
      <Box aria-hidden sx={SENTENCE} />
      <WidgetGrid isPlaceholder>
        {({ name, title, width, collapsed }) => (
          <Card sx={CARD}>
            <WidgetHeader title={translate(title)} />
            {!collapsed && <WidgetSkeleton name={name} width={width} />}
          </Card>
        )}
      </WidgetGrid>
    </Screen>
  )
}
