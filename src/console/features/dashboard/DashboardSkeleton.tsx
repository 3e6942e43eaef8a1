/** The dashboard while its code loads: every widget takes the space that it will need. */
import { Box, Card } from '@mui/material'
import { useWords } from '../../config'
import { Screen } from '../../ui/Screen'
import { LoadingStatus } from '../../ui/states/LoadingStatus'
import type { DashboardProps } from './Dashboard'
import { SKELETONS } from './layout/skeletons'
import { CARD, GRID, spanOf, WIDGET_HEIGHT } from './layout/styles'
import { useWidgets } from './layout/useWidgets'
import { WidgetHeader } from './layout/WidgetHeader'

export function DashboardSkeleton(screen: DashboardProps) {
  const words = useWords()
  const { open } = useWidgets()
  return (
    <Screen {...screen}>
      <LoadingStatus />
      <Box aria-hidden sx={GRID}>
        {open.map(({ name, title, width, collapsed }) => {
          const WidgetSkeleton = SKELETONS[name]
          return (
            <Box key={name} sx={spanOf(width)}>
              <Card sx={{ ...CARD, minHeight: collapsed ? 50 : WIDGET_HEIGHT[name] }}>
                <WidgetHeader title={words(title)} />
                {!collapsed && <WidgetSkeleton />}
              </Card>
            </Box>
          )
        })}
      </Box>
    </Screen>
  )
}
