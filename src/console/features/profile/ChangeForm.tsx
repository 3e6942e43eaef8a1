/** A form that changes the user's own record: its fields, the buttons, and a notice with the result. */
import { Button, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { type FieldValues, type Resolver, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { ClientInput, ProfileClient } from '../../../contract/clients'
import { failureBody } from '../../api/client'
import { reasonOf } from '../../failure'
import { ConsoleForm, reasonBeside, showFieldErrors } from '../../forms/ConsoleForm'
import { BusyButton } from '../../ui/controls/BusyButton'
import type { ChangeNotices } from './useChangeNotices'
import { useSaveProfile } from './useProfile'

interface ChangeFormProps {
  profile: ProfileClient
  notices: ChangeNotices
  /** The initial values, restored by Cancel. */
  stored: FieldValues
  resolver: Resolver<FieldValues>
  /** Returns the changes to send, from the entered values. */
  changeOf: (entered: FieldValues) => ClientInput
  /** The notice after success. */
  doneText: string
  onDone?: (() => void) | undefined
  children: ReactNode
}

/** When the record is read again, unsaved input stays. */
const KEEP_INPUT = { keepDirtyValues: true }

export function ChangeForm(props: ChangeFormProps) {
  const { profile, notices, stored, resolver, changeOf, doneText, onDone, children } = props
  const translate = useTranslate()
  const save = useSaveProfile(profile, doneText)

  const send = async (entered: FieldValues, form: UseFormReturn) => {
    try {
      const saved: FieldValues = await save(changeOf(entered))
      form.reset(Object.fromEntries(Object.keys(stored).map(name => [name, saved[name] ?? stored[name]])))
      notices.done(doneText)
      onDone?.()
    } catch (error) {
      const { errors = {} } = failureBody(error)
      const shownFields = showFieldErrors(form, Object.keys(stored), errors)
      notices.failed(reasonBeside(shownFields, errors, translate(reasonOf(error))) || undefined)
    }
  }
  return (
    <ConsoleForm
      defaultValues={stored}
      resetOptions={KEEP_INPUT}
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
    // Keeps the focus in the field: on blur, its error would move the button before the click ends.
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
