/**
 * ra-core's `Form` as every form of the console uses it: validated by its resolver only, submitted once at a time,
 * never filled from a link.
 */
import { Form, type FormProps } from 'ra-core'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import { useSingleFlight } from '../ui/controls/useSingleFlight'

interface ConsoleFormProps extends Omit<FormProps, 'onSubmit'> {
  /** Called with the values once the resolver has found no error. */
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
      {children}
    </Form>
  )
}

function FormMethods({ ref }: { ref: Ref<UseFormReturn> }) {
  const methods = useFormContext()
  useImperativeHandle(ref, () => methods, [methods])
  return null
}

type Errors = Readonly<Record<string, string>>

/**
 * Shows the server's errors at those of the fields that are in the form, and focuses the first.
 *
 * @returns the names of these fields
 */
export function showFieldErrors(form: UseFormReturn, fields: readonly string[], errors: Errors): string[] {
  const wrong = fields.filter(name => name in errors)
  for (const name of wrong) form.setError(name, { type: 'server', message: errors[name] })
  // Once the submit button is enabled again, which would take the focus otherwise.
  setTimeout(() => wrong[0] && form.setFocus(wrong[0]))
  return wrong
}
