/** The form of one change of one's own record: its fields, the buttons, and what becomes of the change. */
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { Form, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { type FieldValues, type Resolver, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { ClientInput, ProfileClient } from '../../../contract/clients'
import { failureBody } from '../../api/client'
import { useSingleFlight } from '../../ui/useSingleFlight'
import type { ChangeNotices } from './useChangeNotices'
import { useSaveOwn } from './useProfile'

interface ContentProps {
  profile: ProfileClient
  notices: ChangeNotices
  /** What the form begins with, and what Cancel goes back to. */
  stored: FieldValues
  /** What is sent of what was entered. */
  changeOf: (entered: FieldValues) => ClientInput
  /** Said when it is done. */
  done: string
  /** After a refusal, by the rules or by the server. */
  onRefused?: (form: UseFormReturn) => void
  children: ReactNode
}

interface ChangeFormProps extends ContentProps {
  resolver: Resolver<FieldValues>
}

/** What is being typed outlives a fresh reading of the record. */
const KEEP_TYPED = { keepDirtyValues: true }

export function ChangeForm({ resolver, ...content }: ChangeFormProps) {
  return (
    <Form
      noValidate
      disableInvalidFormNotification
      defaultValues={content.stored}
      resetOptions={KEEP_TYPED}
      resolver={resolver}
      reValidateMode="onSubmit"
    >
      <Content {...content} />
    </Form>
  )
}

function Content({ profile, notices, stored, changeOf, done, onRefused, children }: ContentProps) {
  const translate = useTranslate()
  const save = useSaveOwn(profile, done)
  const form = useFormContext()
  const { isSubmitting } = form.formState

  const send = async (entered: FieldValues) => {
    notices.clear()
    try {
      const saved: FieldValues = await save(changeOf(entered))
      form.reset(Object.fromEntries(Object.keys(stored).map(name => [name, saved[name] ?? stored[name]])))
      notices.done(done)
    } catch (error) {
      onRefused?.(form)
      const { errors = {} } = failureBody(error)
      const reason = error instanceof Error ? translate(error.message, { _: error.message }) : ''
      const names = Object.keys(errors).filter(name => name in stored)
      for (const name of names) form.setError(name, { type: 'server', message: errors[name] })
      // Once the button is free again.
      setTimeout(() => names[0] && form.setFocus(names[0]))
      notices.failed(names.some(name => errors[name] === reason) ? undefined : reason)
    }
  }
  const refuse = () => {
    notices.clear()
    onRefused?.(form)
  }
  const submit = useSingleFlight(form.handleSubmit(send, refuse))

  return (
    <Stack sx={{ gap: 2, maxWidth: 440 }}>
      {children}
      {/* The field keeps the focus: what is wrong with it would otherwise move the button away from under the click. */}
      <Stack direction="row" sx={{ gap: 1 }} onMouseDown={event => event.preventDefault()}>
        <Button
          type="submit"
          variant="contained"
          loading={isSubmitting}
          onClick={event => {
            event.preventDefault()
            void submit()
          }}
        >
          {translate('profile.change')}
        </Button>
        <Button
          color="inherit"
          disabled={isSubmitting}
          onClick={() => {
            form.reset(stored)
            notices.clear()
          }}
        >
          {translate('ra.action.cancel')}
        </Button>
      </Stack>
    </Stack>
  )
}
