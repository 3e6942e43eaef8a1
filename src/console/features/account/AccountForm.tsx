/**
 * The form to sign in and to sign up, and its fields. The fields are uncontrolled, since password managers may fill
 * them without an event. ra-core's `Form` is not used, as these pages must not load the form library (20 kB, decision
 * 296).
 */
import { type InputBaseProps, Stack, TextField, type TextFieldProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../../../domain/credentials'
import { BusyButton } from '../../ui/controls/BusyButton'
import { useReveal } from '../../ui/controls/useReveal'
import { Sentence } from '../../ui/text/Sentence'

interface AccountFormProps {
  name: 'login' | 'register' | 'link'
  pending: boolean
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

export function AccountForm({ name, pending, onSubmit, children }: AccountFormProps) {
  const translate = useTranslate()
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
      sx={{ gap: 2 }}
    >
      {children}
      <BusyButton type="submit" variant="contained" size="large" fullWidth busy={false} disabled={pending}>
        <Sentence text={translate(`account.${name}.${pending ? 'loading' : 'submit'}`)} />
      </BusyButton>
    </Stack>
  )
}

export type FieldName = 'email' | 'password' | 'again'

/** The input of this name. The cast is safe, as no two inputs of a form have the same name. */
export const fieldOf = (form: HTMLFormElement, name: FieldName) =>
  form.elements.namedItem(name) as HTMLInputElement

interface FieldProps extends Pick<TextFieldProps, 'type' | 'autoComplete' | 'autoFocus' | 'defaultValue'> {
  label: string
  name: FieldName
  /** The error message. */
  problem?: string
  /** Id of another element that describes the field. */
  describedBy?: string
  htmlInput?: InputBaseProps['inputProps']
  endAdornment?: ReactNode
}

function Field({ problem, describedBy, htmlInput, endAdornment, ...field }: FieldProps) {
  return (
    <TextField
      {...field}
      fullWidth
      error={problem !== undefined}
      helperText={problem && <Sentence text={problem} />}
      slotProps={{
        htmlInput: {
          autoCapitalize: 'none',
          spellCheck: false,
          ...htmlInput,
          ...(describedBy && { 'aria-describedby': describedBy }),
        },
        formHelperText: { role: problem ? 'alert' : undefined },
        input: { endAdornment },
      }}
    />
  )
}

export const EmailField = (props: Omit<FieldProps, 'name'>) => (
  <Field
    {...props}
    name="email"
    autoComplete="username"
    autoFocus
    htmlInput={{ inputMode: 'email', maxLength: MAX_EMAIL_LENGTH }}
  />
)

/** A password with a button that reveals it. In ra-core's `Form` use `SecretText` of `forms/kinds`. */
export function SecretField(props: FieldProps) {
  const label = useTranslate()('forms.input.reveal', { name: props.label })
  return <Field {...props} {...useReveal(label)} htmlInput={{ maxLength: MAX_PASSWORD_LENGTH }} />
}
