/**
 * ra-core's `Form` with the rules of all forms of the console: only the resolver validates, a submit during another
 * one is ignored, and no link can fill in values.
 */
import { Form, type FormProps } from 'ra-core'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext, useFormState } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import { useSingleFlight } from '../ui/controls/useSingleFlight'
import { RunningWork, UnsavedInput } from '../ui/dialogs/unsavedInput'

interface ConsoleFormProps extends Omit<FormProps, 'onSubmit'> {
  /** Called with the values if the resolver found no error. */
  onSubmit?: (values: FieldValues, form: UseFormReturn) => Promise<void>
}

export function ConsoleForm({ onSubmit, children, ...props }: ConsoleFormProps) {
  const { pathname, search, hash, state } = useLocation()
  const form = useRef<UseFormReturn>(null)
  const submit = useSingleFlight(
    async (values: FieldValues) => form.current && onSubmit?.(values, form.current),
  )
  // ra-core's `Form` fills itself from `?source={…}`: no link may put values into a form.
  const query = new URLSearchParams(search)
  if (query.has('source')) {
    query.delete('source')
    return <Navigate replace to={{ pathname, search: `${query}`, hash }} state={state} />
  }
  return (
    <Form noValidate disableInvalidFormNotification {...props} onSubmit={submit}>
      <FormMethods ref={form} />
      <UnsavedForm />
      {children}
    </Form>
  )
}

function FormMethods({ ref }: { ref: Ref<UseFormReturn> }) {
  const methods = useFormContext()
  useImperativeHandle(ref, () => methods, [methods])
  return null
}

/** In a dialog or on the profile: asks before entered values are lost. Forms of records have `LeaveGuard`. */
function UnsavedForm() {
  const { isDirty, isSubmitting } = useFormState()
  // Closing during a submit loses no input: a notice will tell the outcome.
  return (
    <>
      <UnsavedInput isEntered={isDirty && !isSubmitting} />
      <RunningWork isRunning={isSubmitting} />
    </>
  )
}

type Errors = Readonly<Record<string, string>>

/**
 * Shows the server's errors at their fields and focuses the first of them.
 *
 * @param fields names of the fields in the form
 * @param errors messages by field name; errors of other fields are ignored
 * @returns the names of the fields that have an error
 */
export function showFieldErrors(form: UseFormReturn, fields: readonly string[], errors: Errors): string[] {
  const invalidFields = fields.filter(name => name in errors)
  const [first] = invalidFields
  for (const name of invalidFields) form.setError(name, { type: 'server', message: errors[name] })
  // Deferred: the submit button takes the focus when it is enabled again.
  setTimeout(() => first && form.setFocus(first))
  return invalidFields
}

/** The reason of a refusal; empty if one of the `shown` fields already shows the same message. */
export const reasonBeside = (shown: readonly string[], errors: Errors, reason: string): string =>
  shown.some(name => errors[name] === reason) ? '' : reason
