/** Beneath a picker: what is wrong or how to fill it in, and the moment in UTC, which is what is kept (decision 36). */
import { Box } from '@mui/material'
import { formatTime, LONG_FORM } from '../../../domain/dates'

interface PickerHelpProps {
  problem?: string
  help?: string
  /** The moment entered, in ISO 8601; absent while there is none. */
  moment?: string
}

export function PickerHelp({ problem, help, moment }: PickerHelpProps) {
  return (
    <>
      {problem ? (
        <Box component="span" role="alert" sx={{ display: 'block' }}>
          {problem}
        </Box>
      ) : (
        help && (
          <Box component="span" sx={{ display: 'block' }}>
            {help}
          </Box>
        )
      )}
      {moment && (
        <Box
          component="span"
          sx={{ display: 'block', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {`UTC ${formatTime(moment, LONG_FORM, 'UTC')}`}
        </Box>
      )}
    </>
  )
}
