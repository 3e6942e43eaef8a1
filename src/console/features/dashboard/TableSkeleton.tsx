/** A table while its rows come. */
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { ROW_HEIGHT } from './layout'

export function TableSkeleton() {
  return (
    <Box aria-hidden sx={{ px: { xs: 2, sm: 2.5 }, pb: 2 }}>
      <Skeleton width="35%" />
      {['one', 'two', 'three', 'four'].map(row => (
        <Skeleton key={row} height={ROW_HEIGHT} />
      ))}
    </Box>
  )
}
