/** The form of signing in and of signing up, and its field for the e-mail address. */
import { Button, Stack, TextField, type TextFieldProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Sentence } from '../../ui/text/Sentence'

interface AccountFormProps {
  name: 'login' | 'register'
  pending: boolean
  onSubmit: () => void
  children: ReactNode
}

/** Its fields keep their own values: what a password manager fills in without an event is sent too. */
export function AccountForm({ name, pending, onSubmit, children }: AccountFormProps) {
  const translate = useTranslate()
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      sx={{ gap: 2 }}
    >
      {children}
      <Button type="submit" variant="contained" size="large" fullWidth disabled={pending} aria-busy={pending}>
        <Sentence text={translate(`account.${name}.${pending ? 'loading' : 'submit'}`)} />
      </Button>
    </Stack>
  )
}

interface EmailFieldProps extends Pick<TextFieldProps, 'label' | 'inputRef' | 'defaultValue'> {
  problem?: string
  /** What else describes it, by id. */
  describedBy?: string
}

export function EmailField({ problem, describedBy, ...field }: EmailFieldProps) {
  return (
    <TextField
      {...field}
      name="email"
      autoComplete="username"
      autoFocus
      fullWidth
      error={problem !== undefined}
      helperText={problem}
      slotProps={{
        htmlInput: {
          inputMode: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
          maxLength: 254,
          ...(describedBy && { 'aria-describedby': describedBy }),
        },
        formHelperText: { role: problem ? 'alert' : undefined },
      }}
    />
  )
}
