/** A password that is typed, with a switch that shows it. */
import { Box, TextField, type TextFieldProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, type Ref, useState } from 'react'
import { RevealButton } from './RevealButton'
import { Sentence } from './Sentence'

interface SecretFieldProps extends Pick<TextFieldProps, 'onChange' | 'onBlur' | 'placeholder' | 'sx'> {
  label: string
  name: string
  inputRef: Ref<HTMLInputElement>
  /** `new-password` lets a password manager propose one. */
  autoComplete: 'current-password' | 'new-password'
  /** What is wrong with it. */
  problem?: string
  /** What helps, or a way back, beside what is wrong. */
  hint?: ReactNode
  /** What else describes it, by id. */
  describedBy?: string
}

export function SecretField({ problem, hint, describedBy, autoComplete, ...field }: SecretFieldProps) {
  const translate = useTranslate()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      fullWidth
      error={problem !== undefined}
      helperText={
        problem !== undefined || hint ? (
          <>
            {problem && (
              <div role="alert">
                <Sentence text={problem} />
              </div>
            )}
            {hint && <Box sx={{ color: 'text.secondary' }}>{hint}</Box>}
          </>
        ) : undefined
      }
      slotProps={{
        htmlInput: {
          maxLength: 1024,
          autoCapitalize: 'none',
          spellCheck: false,
          ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        },
        formHelperText: { component: 'div' },
        input: {
          endAdornment: (
            <RevealButton
              label={translate('forms.input.reveal', { name: field.label })}
              shown={shown}
              onToggle={() => setShown(!shown)}
            />
          ),
        },
      }}
    />
  )
}
