/** Says that a screen is loading to those who do not see its skeleton. */
import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'

export const LoadingStatus = () => (
  <Box role="status" sx={visuallyHidden}>
    {useTranslate()('shell.loading')}
  </Box>
)
