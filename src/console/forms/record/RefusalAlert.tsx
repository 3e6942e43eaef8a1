/** Why a save was refused, above the form. */
import { Alert, Box } from '@mui/material'
import { useFormContext, useFormState } from 'react-hook-form'

/** Always mounted, so that screen readers announce what appears in it. */
export function RefusalAlert() {
  const { clearErrors } = useFormContext()
  const { root } = useFormState().errors
  const { refusal, detail } = (root ?? {}) as Partial<Record<'refusal' | 'detail', { message?: string }>>
  return (
    <Box role="alert">
      {refusal && (
        <Alert severity="error" role="presentation" onClose={() => clearErrors('root')} sx={{ mb: 2 }}>
          {refusal.message}
          {detail?.message && (
            <Box sx={{ fontSize: 13, mt: 0.5, whiteSpace: 'pre-line' }}>{detail.message}</Box>
          )}
        </Alert>
      )}
    </Box>
  )
}
