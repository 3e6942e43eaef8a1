/** The form of one change of the user's own record: its fields, the buttons, and the outcome. */
import { Button, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { type FieldValues, type Resolver, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { ClientInput, ProfileClient } from '../../../contract/clients'
import { failureBody } from '../../api/client'
import { reasonOf } from '../../failure'
import { ConsoleForm, showFieldErrors } from '../../forms/ConsoleForm'
import { BusyButton } from '../../ui/controls/BusyButton'
import type { ChangeNotices } from './useChangeNotices'
import { useSaveOwn } from './useProfile'

interface ChangeFormProps {
  profile: ProfileClient
  notices: ChangeNotices
  /** What the form begins with, and what Cancel goes back to. */
  stored: FieldValues
  resolver: Resolver<FieldValues>
  /** What is sent of what was entered. */
  changeOf: (entered: FieldValues) => ClientInput
  /** Said when it is done. */
  done: string
  onDone?: (() => void) | undefined
  children: ReactNode
}

/** What is being typed outlives a fresh reading of the record. */
const KEEP_TYPED = { keepDirtyValues: true }

export function ChangeForm(props: ChangeFormProps) {
  const { profile, notices, stored, resolver, changeOf, done, onDone, children } = props
  const translate = useTranslate()
  const save = useSaveOwn(profile, done)

  const send = async (entered: FieldValues, form: UseFormReturn) => {
    try {
      const saved: FieldValues = await save(changeOf(entered))
      form.reset(Object.fromEntries(Object.keys(stored).map(name => [name, saved[name] ?? stored[name]])))
      notices.done(done)
      onDone?.()
    } catch (error) {
      const { errors = {} } = failureBody(error)
      const shown = showFieldErrors(form, Object.keys(stored), errors)
      const reason = translate(reasonOf(error))
      notices.failed(shown.some(name => errors[name] === reason) ? undefined : reason)
    }
  }
  return (
    <ConsoleForm
      defaultValues={stored}
      resetOptions={KEEP_TYPED}
      resolver={resolver}
      reValidateMode="onSubmit"
      onSubmit={send}
    >
      <Stack sx={{ gap: 2, maxWidth: 440 }}>
        {children}
        <Buttons stored={stored} notices={notices} />
      </Stack>
    </ConsoleForm>
  )
}

function Buttons({ stored, notices }: Pick<ChangeFormProps, 'stored' | 'notices'>) {
  const translate = useTranslate()
  const { reset, formState } = useFormContext()
  const { isSubmitting } = formState
  const cancel = () => {
    reset(stored)
    notices.clear()
  }
  return (
    // The field keeps the focus: what is wrong with it would otherwise move the button away from under the click.
    <Stack direction="row" sx={{ gap: 1 }} onMouseDown={event => event.preventDefault()}>
      <BusyButton type="submit" variant="contained" busy={isSubmitting} onClick={notices.clear}>
        {translate('profile.change')}
      </BusyButton>
      <Button color="inherit" disabled={isSubmitting} onClick={cancel}>
        {translate('ra.action.cancel')}
      </Button>
    </Stack>
  )
}
