/** Tells screen readers that a screen is loading. Sighted users see its skeleton. */
import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'

export const LoadingStatus = () => (
  <Box role="status" data-loading sx={visuallyHidden}>
    {useTranslate()('shell.loading')}
  </Box>
)
