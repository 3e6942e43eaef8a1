/** A button that appears when the list has changed on the server. The rows move only when the user clicks it. */
import Refresh from '@mui/icons-material/Refresh'
import { Box, Button } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'
import type { NewRows } from '../../live'

export default function NewRowsOffer({ count, show }: NewRows) {
  const translate = useTranslate()
  return (
    <>
      {/* Announced once, and not each time the number in the button changes. */}
      <Box role="status" sx={visuallyHidden}>
        {translate('forms.live.waiting')}
      </Box>
      <Button
        size="small"
        startIcon={<Refresh />}
        onClick={show}
        sx={{ minHeight: { xs: 44, sm: 32 }, py: 0 }}
      >
        <span>{count > 0 ? translate('forms.live.new', { count }) : translate('forms.live.moved')}</span>
      </Button>
    </>
  )
}
