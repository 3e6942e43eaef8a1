/**
 * A password outside of ra-core's `Form`, with a switch that shows it: the pages before the sign-in load without the form library,
 * which is 20 kB. Within a form it is `SecretText` of `forms/kinds`.
 */
import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Ref } from 'react'
import { Sentence } from '../text/Sentence'
import { useReveal } from './useReveal'

interface SecretFieldProps {
  label: string
  name: string
  inputRef: Ref<HTMLInputElement>
  /** `new-password` lets a password manager propose one. */
  autoComplete: 'current-password' | 'new-password'
  /** What is wrong with it. */
  problem?: string
  /** What else describes it, by id. */
  describedBy?: string
}

export function SecretField({ problem, describedBy, autoComplete, ...field }: SecretFieldProps) {
  const translate = useTranslate()
  const { type, endAdornment } = useReveal(translate('forms.input.reveal', { name: field.label }))
  return (
    <TextField
      {...field}
      type={type}
      autoComplete={autoComplete}
      fullWidth
      error={problem !== undefined}
      helperText={problem && <Sentence text={problem} />}
      slotProps={{
        htmlInput: {
          maxLength: 1024,
          autoCapitalize: 'none',
          spellCheck: false,
          ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        },
        formHelperText: { role: problem ? 'alert' : undefined },
        input: { endAdornment },
      }}
    />
  )
}
