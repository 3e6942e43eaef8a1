/** The dashboard's shape while its code comes: what follows takes the same room (look.md, States). */
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useTranslate } from 'ra-core'
import { useWords } from '../../config'
import { Screen } from '../../ui/Screen'
import { HIDDEN } from '../../ui/StatusDot'
import { isClosed, isCollapsed } from './arrangement'
import { GRID, MAP_HEIGHT, spanOf, WIDGET_HEIGHT } from './layout'
import { StatsSkeleton } from './StatsSkeleton'
import { useArrangement } from './useArrangement'
import type { DashboardProps } from './widget'

export function DashboardSkeleton({ title }: DashboardProps) {
  const translate = useTranslate()
  const words = useWords()
  const { inOrder, arrangement } = useArrangement()
  return (
    <Screen title={title}>
      <Box role="status" sx={HIDDEN}>
        {translate('shell.loading')}
      </Box>
      <Box aria-hidden sx={GRID}>
        {inOrder
          .filter(({ name }) => !isClosed(arrangement, name))
          .map(widget => (
            <Box key={widget.name} sx={spanOf(widget.width)}>
              <Card
                sx={{
                  height: '100%',
                  display: 'flex',
                  flexDirection: 'column',
                  minHeight: isCollapsed(arrangement, widget) ? 50 : WIDGET_HEIGHT[widget.name],
                }}
              >
                <Box
                  sx={{
                    px: { xs: 2, sm: 2.5 },
                    minHeight: 48,
                    display: 'flex',
                    alignItems: 'center',
                    fontSize: 15,
                    fontWeight: 600,
                  }}
                >
                  {words(widget.title)}
                </Box>
                {!isCollapsed(arrangement, widget) && (
                  <Box
                    sx={{
                      flex: 1,
                      display: 'flex',
                      flexDirection: 'column',
                      px: { xs: 2, sm: 2.5 },
                      pb: 2.5,
                    }}
                  >
                    {widget.name === 'stats' ? (
                      <StatsSkeleton />
                    ) : (
                      <BlockSkeleton height={widget.name === 'map' ? MAP_HEIGHT : 96} />
                    )}
                  </Box>
                )}
              </Card>
            </Box>
          ))}
      </Box>
    </Screen>
  )
}

function BlockSkeleton({ height }: { height: number }) {
  return (
    <>
      <Skeleton width={240} height={40} />
      <Skeleton variant="rounded" sx={{ height, opacity: 0.4 }} />
    </>
  )
}
