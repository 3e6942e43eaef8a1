/** Beneath a picker: the problem or the help, and the moment in UTC, which is what is stored (decision 36). */
import { Box } from '@mui/material'
import { formatTime, LONG_FORM } from '../../../domain/dates'

interface PickerHelpProps {
  problem?: string
  help?: string
  /** The moment entered, in ISO 8601; absent while there is none. */
  moment?: string
}

export function PickerHelp({ problem, help, moment }: PickerHelpProps) {
  const text = problem || help
  return (
    <>
      {text && (
        <Box component="span" role={problem ? 'alert' : undefined} sx={{ display: 'block' }}>
          {text}
        </Box>
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
