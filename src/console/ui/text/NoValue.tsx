/** Stands for a value that is not set, where a blank could be taken for a fault. */
import { Box } from '@mui/material'

export const NoValue = () => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    –
  </Box>
)
