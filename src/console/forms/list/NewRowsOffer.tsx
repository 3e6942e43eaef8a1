/**
 * Beside the number of rows: the list has changed. Its rows do not move while it is read; a click shows the present
 * list.
 */
import Refresh from '@mui/icons-material/Refresh'
import { Box, Button } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'
import type { NewRows } from '../../live'

export default function NewRowsOffer({ count, show }: NewRows) {
  const translate = useTranslate()
  return (
    <>
      {/* Said once, however many come: the button's number is not read out. */}
      <Box role="status" sx={visuallyHidden}>
        {translate('forms.live.waiting')}
      </Box>
      <Button
        size="small"
        startIcon={<Refresh />}
        onClick={show}
        sx={{ minHeight: { xs: 44, sm: 32 }, py: 0 }}
      >
        {count > 0 ? translate('forms.live.new', { count }) : translate('forms.live.moved')}
      </Button>
    </>
  )
}
