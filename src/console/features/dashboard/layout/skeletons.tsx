/** What the body of a widget looks like while its data is loading; part of the first load, so without the widgets' own code. */
import { Box, Skeleton } from '@mui/material'
import type { ComponentType } from 'react'
import type { WidgetName } from '../../../../engine/compiled'
import { INSET, MAP_HEIGHT, PANEL, RING, RING_SECTION, ROW_HEIGHT, SECTION } from './styles'

export function StatsSkeleton() {
  return (
    <Box aria-hidden sx={PANEL}>
      <div>
        <Skeleton width={96} />
        <Skeleton width={220} height={60} />
        <Skeleton width={120} />
      </div>
      <Box sx={RING_SECTION}>
        <Skeleton variant="circular" width={RING} height={RING} />
        <Box sx={{ flex: 1, minWidth: 220 }}>
          {['linked', 'closed'].map(figure => (
            <div key={figure}>
              <Skeleton width="30%" />
              <Skeleton width="55%" height={32} />
              <Skeleton width="80%" />
            </div>
          ))}
        </Box>
      </Box>
      <Box sx={SECTION}>
        <Skeleton variant="rounded" height={8} />
        <Skeleton width="60%" height={48} />
        <Skeleton width="90%" sx={{ mt: 2 }} />
      </Box>
    </Box>
  )
}

export function TableSkeleton() {
  return (
    <Box aria-hidden sx={{ px: INSET, pb: 2 }}>
      <Skeleton width="35%" />
      {['one', 'two', 'three', 'four'].map(row => (
        <Skeleton key={row} height={ROW_HEIGHT} />
      ))}
    </Box>
  )
}

function MapSkeleton() {
  return (
    <Box sx={{ px: INSET }}>
      <Skeleton width={240} height={40} />
      <Skeleton variant="rounded" sx={{ height: MAP_HEIGHT, opacity: 0.4 }} />
    </Box>
  )
}

export const SKELETONS = {
  map: MapSkeleton,
  stats: StatsSkeleton,
  vendors: TableSkeleton,
  models: TableSkeleton,
  clients: TableSkeleton,
} satisfies Record<WidgetName, ComponentType>
