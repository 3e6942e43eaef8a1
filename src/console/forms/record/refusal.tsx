/** Why a save was refused, as the form shows it. */
import { Alert, Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type UseFormReturn, useFormContext, useFormState } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/writableRecord'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { showFieldErrors } from '../ConsoleForm'
import { formSections } from './FormBody'

/**
 * Shows the server's errors at their fields, and the rest above the form (`RefusalAlert`): the sentence of §8 (`failed`), that the
 * outcome is unknown if it is, and the server's message.
 */
export function useShowRefusal(resource: CompiledResource, writing: Writing) {
  const translate = useTranslate()
  return (form: UseFormReturn, error: unknown, failed: string): void => {
    const entered = formSections(resource, writing, form.getValues()).flatMap(({ present }) =>
      present.flatMap(({ field, standing }) => (standing === 'entered' ? field.name : [])),
    )
    const { errors = {} } = failureBody(error)
    const shown = showFieldErrors(form, entered, errors)
    const reason = error instanceof Error ? translate(error.message, { _: error.message }) : ''
    const details = [
      isOutcomeUnknown(error) ? translate('records.form.unknown') : '',
      // A field may say the same already.
      reason === failed || Object.values(errors).includes(reason) ? '' : reason,
      ...Object.keys(errors).map(name => (shown.includes(name) ? '' : errors[name])),
    ]
    form.setError('root.refusal', { message: failed })
    form.setError('root.detail', { message: details.filter(Boolean).join('\n') })
  }
}

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
