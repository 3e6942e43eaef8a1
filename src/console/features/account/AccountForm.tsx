/** The form of signing in and of signing up: what went wrong, the fields, and the button. */
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'ra-core'
import type { MouseEvent, ReactNode } from 'react'
import {
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import { ConsoleForm } from '../../forms/ConsoleForm'
import { FieldText } from '../../forms/kinds/FieldText'
import { useFormInput } from '../../forms/kinds/input'
import { SecretText } from '../../forms/kinds/password/SecretText'
import { Sentence } from '../../ui/Sentence'

interface AccountFormProps {
  name: 'login' | 'register'
  /** What each field begins with. */
  start: Readonly<Record<string, string>>
  resolver: Resolver<FieldValues>
  onSubmit: (entered: FieldValues, form: UseFormReturn) => Promise<void>
  /** Shown until something goes wrong. */
  notice?: ReactNode
  children?: ReactNode
}

export function AccountForm({ name, start, notice, children, ...form }: AccountFormProps) {
  return (
    <ConsoleForm defaultValues={start} resetOptions={KEEP_REFS} reValidateMode="onSubmit" {...form}>
      <Stack sx={{ gap: 2 }}>
        <FailureAlert notice={notice} />
        {Object.keys(start).map(field => (
          <AccountField key={field} form={name} name={field} />
        ))}
        {children}
        <SubmitButton form={name} />
      </Stack>
    </ConsoleForm>
  )
}

/** `Form` begins with a reset, after which no field could be focused. */
const KEEP_REFS = { keepFieldsRef: true }

/** The id of what went wrong: it describes the fields too. */
const FAILURE = 'account-failure'

/** The form's error above its fields. */
const useFailure = (): string | undefined => useFormState().errors.root?.failure?.message

function FailureAlert({ notice }: { notice: ReactNode }) {
  const failure = useFailure()
  return (
    <>
      {/* Always there, so that screen readers hear what appears in it. */}
      <Box role="alert" id={FAILURE} sx={{ '&:empty': { display: 'none' } }}>
        {failure && (
          <Alert severity="error" role="presentation">
            <Sentence text={failure} />
          </Alert>
        )}
      </Box>
      {!failure && notice}
    </>
  )
}

function AccountField({ form, name }: { form: AccountFormProps['name']; name: string }) {
  const translate = useTranslate()
  const failure = useFailure()
  const input = useFormInput(name, { label: translate(`account.${form}.${name}`) })
  // Judged when the form is sent, not when the field is left.
  const props = { input: { ...input, blur: () => undefined } }
  const describedBy = failure && !input.problem && { 'aria-describedby': FAILURE }
  if (name === 'email') return <FieldText {...props} autoFocus htmlInput={{ ...EMAIL, ...describedBy }} />
  const autoComplete = form === 'login' ? 'current-password' : 'new-password'
  return <SecretText {...props} htmlInput={{ autoComplete, ...describedBy }} />
}

const EMAIL = {
  autoComplete: 'username',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 254,
} as const

function SubmitButton({ form: name }: { form: AccountFormProps['name'] }) {
  const translate = useTranslate()
  const { getValues, setValue } = useFormContext()
  const { isSubmitting } = useFormState()
  /** What a password manager filled in without an event is sent too. */
  const takeFilledIn = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    for (const [field, value] of new FormData(form ?? undefined))
      if (value !== getValues(field)) setValue(field, value)
  }
  return (
    <Button
      type="submit"
      variant="contained"
      size="large"
      fullWidth
      disabled={isSubmitting}
      aria-busy={isSubmitting}
      onClick={takeFilledIn}
    >
      <Sentence text={translate(`account.${name}.${isSubmitting ? 'loading' : 'submit'}`)} />
    </Button>
  )
}
