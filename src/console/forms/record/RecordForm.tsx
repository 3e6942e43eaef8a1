/**
 * A form as config describes it, for a new record or an existing one: ra-core's `Form` with the server's own validator as its
 * resolver. It keeps what was typed whatever the server answers, and asks before it is left unsaved. The caller saves.
 */
import { Alert, Box, Button } from '@mui/material'
import { Form, useTranslate } from 'ra-core'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type UseFormReturn, useFormContext, useFormState } from 'react-hook-form'
import { Link } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import type { Writing } from '../../../engine/writableRecord'
import { useKeepInput } from '../../keptInput'
import { ABOVE_BOTTOM_BAR, LOW_SCREEN } from '../../ui/screenHeights'
import { useSingleFlight } from '../../ui/useSingleFlight'
import { FormBody, formSections } from './FormBody'
import { draftValues, type FormDraft, formFields, startValues, type Values } from './formValues'
import { LeaveGuard } from './LeaveGuard'
import { useResolver } from './sentences'

/** The result of a save. */
export type SaveOutcome =
  | { kind: 'saved'; record: Values }
  /** `errors` at their fields; `message` above the form. */
  | { kind: 'refused'; message: string; detail?: string; errors?: Readonly<Record<string, string>> }
  /** The conflict dialog has taken over; the form itself shows nothing. */
  | { kind: 'conflict' }

interface RecordFormProps {
  resource: CompiledResource
  writing: Writing
  /** Under which key unsaved input is stored when the session ends, such as `form/vendors/3`. */
  draftKey: string
  /** The unsaved input of the session before. */
  draft?: FormDraft
  onSave: (values: Values) => Promise<SaveOutcome>
  /** Called after a save; the form has been reset to the saved record by then. */
  onSaved: (record: Values) => void
  /** At the far end of the button bar. */
  extraButton?: ReactNode
  /** Above the buttons, within the form's context. */
  children?: ReactNode
}

export function RecordForm({ draft, onSave, onSaved, ...props }: RecordFormProps) {
  const { resource, writing } = props
  const [start] = useState(() => startValues(resource, writing.current))
  const [restored, setRestored] = useState(draft?.values)
  const form = useRef<UseFormReturn>(null)
  const submit = useSingleFlight(async (values: Values) => {
    const outcome = await onSave(values)
    // No form any more where the user has left meanwhile.
    if (outcome.kind === 'saved') {
      setRestored(undefined)
      form.current?.reset(startValues(resource, outcome.record))
      onSaved(outcome.record)
    }
    if (outcome.kind === 'refused' && form.current) showRefusal(form.current, props, outcome)
  })
  return (
    <Form
      record={start}
      resolver={useResolver(resource, writing)}
      onSubmit={submit}
      noValidate
      disableInvalidFormNotification
      warnWhenUnsavedChanges
      WarnWhenUnsavedChangesComponent={LeaveGuard}
    >
      <FormContent
        {...props}
        form={form}
        start={start}
        restored={restored}
        onDropRestored={() => setRestored(undefined)}
      />
    </Form>
  )
}

interface FormContentProps extends Omit<RecordFormProps, 'draft' | 'onSave' | 'onSaved'> {
  form: Ref<UseFormReturn>
  start: Values
  /** Input of an earlier session. */
  restored: Values | undefined
  onDropRestored: () => void
}

function FormContent(props: FormContentProps) {
  const { resource, writing, draftKey, form, start, restored, onDropRestored, extraButton, children } = props
  const translate = useTranslate()
  const methods = useFormContext()
  useImperativeHandle(form, () => methods, [methods])
  const { isSubmitting, isDirty } = useFormState()
  const isReady = useRestoredInput(start, restored)
  useKeepInput(draftKey, () =>
    isDirty ? { values: draftValues(resource, methods.getValues()), base: writing.current } : undefined,
  )
  const drop = () => {
    methods.reset(start)
    onDropRestored()
  }
  return (
    <>
      <RefusalAlert />
      {restored && <RestoredNotice resource={resource} onDrop={drop} />}
      {isReady && <FormBody resource={resource} writing={writing} />}
      {children}
      <Box
        sx={{
          position: 'sticky',
          bottom: { xs: ABOVE_BOTTOM_BAR, md: 0 },
          [LOW_SCREEN]: { position: 'static' },
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          py: 2,
          bgcolor: 'background.default',
          zIndex: 1,
        }}
      >
        <Button type="submit" variant="contained" loading={isSubmitting}>
          {translate('ra.action.save')}
        </Button>
        <Button color="inherit" component={Link} to={resource.path}>
          {translate('records.form.back')}
        </Button>
        <Box sx={{ flex: 1 }} />
        {extraButton}
      </Box>
    </>
  )
}

/**
 * Puts the input of an earlier session into the form: after the first reset that ra-core's `Form` does itself, and before any field
 * is mounted, since a field that depends on another would take a restored value for a change by the user.
 *
 * @returns whether the fields may be mounted
 */
function useRestoredInput(start: Values, restored: Values | undefined): boolean {
  const { reset, formState } = useFormContext()
  const { isReady } = formState
  const [isWaiting, setWaiting] = useState(restored !== undefined)
  useEffect(() => {
    if (!isWaiting || !isReady) return
    reset({ ...start, ...restored }, { keepDefaultValues: true })
    setWaiting(false)
  }, [isWaiting, isReady, reset, start, restored])
  return !isWaiting
}

function RestoredNotice({ resource, onDrop }: { resource: CompiledResource; onDrop: () => void }) {
  const translate = useTranslate()
  const hasSecret = formFields(resource).some(({ type }) => type === 'password')
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onDrop}>
          {translate('records.kept.drop')}
        </Button>
      }
    >
      {translate('records.kept.restored')}
      {hasSecret && ` ${translate('records.kept.secrets')}`}
    </Alert>
  )
}

type Refusal = Extract<SaveOutcome, { kind: 'refused' }>

/** Puts the errors of a refused save at their fields, focuses the first, and shows the rest above the form. */
export function showRefusal(
  form: UseFormReturn,
  { resource, writing }: Pick<RecordFormProps, 'resource' | 'writing'>,
  { message, detail, errors = {} }: Refusal,
): void {
  const entered = formSections(resource, writing, form.getValues()).flatMap(({ present }) =>
    present.flatMap(({ field, standing }) => (standing === 'entered' ? field.name : [])),
  )
  const [first, ...others] = entered.filter(name => name in errors)
  if (first) {
    for (const name of [first, ...others]) form.setError(name, { type: 'server', message: errors[name] })
    // Once the save button is enabled again, which would take the focus otherwise.
    setTimeout(() => form.setFocus(first))
  }
  const elsewhere = Object.entries(errors).flatMap(([name, text]) => (entered.includes(name) ? [] : text))
  // A field may say the same already.
  const own = detail && !Object.values(errors).includes(detail) ? [detail] : []
  form.setError('root.refusal', { message })
  form.setError('root.detail', { message: [...own, ...elsewhere].join('\n') })
}

/** Always mounted, so that screen readers announce what appears in it. */
function RefusalAlert() {
  const { clearErrors } = useFormContext()
  const { root } = useFormState().errors
  const { refusal, detail } = (root ?? {}) as Partial<Record<'refusal' | 'detail', { message?: string }>>
  return (
    <Box role="alert">
      {refusal && (
        <Alert severity="error" role="presentation" onClose={() => clearErrors('root')} sx={{ mb: 2 }}>
          {refusal.message}
          {detail?.message && (
            <Box sx={{ fontSize: 13, mt: 0.5, whiteSpace: 'pre-line' }}>{detail.message}</Box>
          )}
        </Alert>
      )}
    </Box>
  )
}
