/** A thin line under the bar while something is under way; not for what is over at once. For the eye: what loads says so itself, in words. */
import { Box, LinearProgress } from '@mui/material'
import { useLoading } from 'ra-core'
import { BAR_HEIGHT, LOW_SCREEN } from '../ui/screenHeights'

export function LoadingLine() {
  const loading = useLoading()
  return (
    <Box
      aria-hidden
      sx={{ position: 'sticky', top: BAR_HEIGHT, [LOW_SCREEN]: { top: 0 }, zIndex: 'appBar', height: 0 }}
    >
      {loading && (
        <LinearProgress
          sx={{
            height: 2,
            mt: '-2px',
            opacity: 0,
            animation: 'appear 1ms 250ms forwards',
            '@keyframes appear': { to: { opacity: 1 } },
          }}
        />
      )}
    </Box>
  )
}
