/**
 * A form as config describes it, for a new record or one that there is. It judges with the server's own validator, keeps what
 * was typed whatever the server says, and asks before it is left unsaved. Saving is the caller's.
 */
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/writableRecord'
import { useOnce } from '../../ui/useOnce'
import { FormBody } from './FormBody'
import { startValues, type Values } from './formValues'
import { useLeaveGuard } from './useLeaveGuard'
import { useResolver } from './useResolver'

/** What came of saving. */
export type SaveOutcome =
  | { kind: 'saved'; record: Values }
  /** `errors` at their fields; `message` above the form. */
  | { kind: 'refused'; message: string; detail?: string; errors?: Readonly<Record<string, string>> }
  /** Nothing is to be said here: another dialog has taken over. */
  | { kind: 'waiting' }

export interface RecordFormProps {
  resource: CompiledResource
  writing: Writing
  onSave: (values: Values) => Promise<SaveOutcome>
  /** After a save; the form stands on what was saved by then. */
  onSaved: (record: Values) => void
  /** Where the way back leads. */
  backTo: string
  /** Beside the buttons, at the other end. */
  aside?: ReactNode
  /** Above the buttons, with the form's values at hand. */
  children?: (form: FormHandle) => ReactNode
}

export interface FormHandle {
  values: () => Values
  /** Begins anew from a record. */
  reset: (record: Values) => void
  /** Says what a save was refused for. */
  refuse: (refusal: Refusal) => void
}

type Refusal = Extract<SaveOutcome, { kind: 'refused' }>

export function RecordForm({ resource, writing, onSave, onSaved, backTo, aside, children }: RecordFormProps) {
  const translate = useTranslate()
  const id = useId()
  const [refusal, setRefusal] = useState<{ message: string; detail?: string }>()
  const resolver = useResolver(resource, writing)
  const defaultValues = useMemo(() => startValues(resource, writing.current), [resource, writing.current])
  const form = useForm<FieldValues>({ defaultValues, resolver, mode: 'onSubmit', reValidateMode: 'onChange' })
  const { isSubmitting, isDirty } = form.formState
  const guard = useLeaveGuard(isDirty)

  const submit = useOnce(
    form.handleSubmit(async values => {
      setRefusal(undefined)
      const outcome = await onSave(values)
      if (outcome.kind === 'saved') {
        guard.release()
        form.reset(startValues(resource, outcome.record))
        onSaved(outcome.record)
      }
      if (outcome.kind === 'refused') refuse(outcome)
    }),
  )

  function refuse({ message, detail, errors = {} }: Refusal) {
    const elsewhere = showErrors(errors)
    // What a field says already is not said twice.
    const own = detail && !Object.values(errors).includes(detail) ? [detail] : []
    setRefusal({ message, detail: [...own, ...elsewhere].join('\n') })
  }

  /** At their fields, the first one focused. @returns sentences of fields that this form does not show */
  function showErrors(errors: Readonly<Record<string, string>>): string[] {
    const shown = Object.keys(errors).filter(name => name in resource.fields && isMounted(name))
    for (const name of shown) form.setError(name, { type: 'server', message: errors[name] })
    // The focus goes to the first by its place in the form, once the button is free again.
    const first = (resource.form?.sections ?? [])
      .flatMap(({ fields }) => fields)
      .find(name => shown.includes(name))
    if (first) setTimeout(() => form.setFocus(first))
    return Object.entries(errors).flatMap(([name, message]) => (shown.includes(name) ? [] : [message]))
  }
  const isMounted = (name: string) => form.control._names.mount.has(name)

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        id={id}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit(event)
        }}
        autoComplete="off"
      >
        {/* Always there, so that screen readers hear what appears in it. */}
        <Box role="alert">
          {refusal && (
            <Alert severity="error" role="presentation" onClose={() => setRefusal(undefined)} sx={{ mb: 2 }}>
              {refusal.message}
              {refusal.detail && (
                <Box sx={{ fontSize: 13, mt: 0.5, whiteSpace: 'pre-line' }}>{refusal.detail}</Box>
              )}
            </Alert>
          )}
        </Box>
        <FormBody resource={resource} writing={writing} />
        {children?.({
          values: form.getValues,
          refuse,
          reset: record => {
            setRefusal(undefined)
            form.reset(startValues(resource, record))
          },
        })}
        <Box
          sx={{
            position: 'sticky',
            bottom: { xs: 'calc(56px + env(safe-area-inset-bottom))', md: 0 },
            display: 'flex',
            gap: 1,
            py: 2,
            bgcolor: 'background.default',
            zIndex: 1,
          }}
        >
          <Button type="submit" variant="contained" loading={isSubmitting}>
            {translate('ra.action.save')}
          </Button>
          <Button color="inherit" component={Link} to={backTo}>
            {translate('records.form.back')}
          </Button>
          <Box sx={{ flex: 1 }} />
          {aside}
        </Box>
      </Box>
      {guard.dialog}
    </FormProvider>
  )
}
