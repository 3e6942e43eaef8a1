/** The statistics panel while its figures come. */
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { RING } from './layout'

export function StatsSkeleton() {
  return (
    <Box
      sx={{
        flex: 1,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: 2,
      }}
    >
      <Box aria-hidden>
        <Skeleton width={96} />
        <Skeleton width={220} height={60} />
        <Skeleton width={120} />
      </Box>
      <Box
        aria-hidden
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'center',
          columnGap: 4,
          rowGap: 2,
          borderTop: 1,
          borderColor: 'divider',
          pt: 2,
        }}
      >
        <Skeleton variant="circular" width={RING} height={RING} />
        <Box sx={{ flex: 1, minWidth: 220 }}>
          <Skeleton width="30%" />
          <Skeleton width="55%" height={32} />
          <Skeleton width="80%" />
          <Skeleton width="30%" />
          <Skeleton width="55%" height={32} />
          <Skeleton width="80%" />
        </Box>
      </Box>
      <Box aria-hidden sx={{ borderTop: 1, borderColor: 'divider', pt: 2 }}>
        <Skeleton variant="rounded" height={8} />
        <Skeleton width="60%" height={48} />
        <Skeleton width="90%" sx={{ mt: 2 }} />
      </Box>
    </Box>
  )
}
