/** Shown for a value that is not set, because the user could take a blank for an error. */
import { Box } from '@mui/material'

export const NoValue = () => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    –
  </Box>
)
