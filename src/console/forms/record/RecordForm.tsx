/**
 * The form of a new or existing record, as config describes it. It validates with the server's own validator, keeps the
 * input if a save fails, and asks before unsaved input is lost. The caller saves.
 */
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useState } from 'react'
import { type UseFormReturn, useFormContext, useFormState } from 'react-hook-form'
import type { CompiledResource } from '../../../engine/compiled'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { useKeepInput } from '../../keptInput'
import { BackLink } from '../../ui/BackLink'
import { BusyButton } from '../../ui/controls/BusyButton'
import { NoticeArea } from '../../ui/notices/NoticeArea'
import { ABOVE_BOTTOM_BAR, LOW_SCREEN } from '../../ui/screenHeights'
import { ConsoleForm } from '../ConsoleForm'
import { useFormOrigin } from '../formOrigin'
import { FormBody } from './FormBody'
import { formFields, type StoredForm, startValues, storableValues, type Values } from './formValues'
import { LeaveGuard } from './LeaveGuard'
import { ReferredDefaults } from './ReferredDefaults'
import { RECORD_ERROR_KEY, useResolver } from './resolver'

interface RecordFormProps {
  resource: CompiledResource
  writing: WriteContext
  /** The key under which unsaved input is stored when the session ends, such as `form/vendors/3`. */
  inputKey: string
  /** Unsaved input of an earlier session. */
  restored?: StoredForm
  /** Initial values of a new record, in addition to config's defaults. */
  initialValues?: Values | undefined
  /** Saves the values and resets the form, or shows the problem in the form. Returns whether they were saved. */
  onSave: (values: Values, form: UseFormReturn) => Promise<boolean>
  /** At the end of the button bar. */
  extraButton?: ReactNode
  /** Above the buttons, within the form's context. */
  children?: ReactNode
}

export function RecordForm({ restored, initialValues, ...props }: RecordFormProps) {
  const { resource, writing, onSave } = props
  const [start] = useState(() => startValues(resource, writing.current, writing, initialValues))
  const [restoredValues, setRestoredValues] = useState(restored?.values)
  const dropRestored = () => setRestoredValues(undefined)
  return (
    <ConsoleForm
      record={start}
      resolver={useResolver(resource, writing)}
      onSubmit={async (values, form) => {
        if (await onSave(values, form)) dropRestored()
      }}
      warnWhenUnsavedChanges
      WarnWhenUnsavedChangesComponent={LeaveGuard}
    >
      <FormContent {...props} start={start} restored={restoredValues} onDropRestored={dropRestored} />
    </ConsoleForm>
  )
}

interface FormContentProps extends Omit<RecordFormProps, 'restored' | 'initialValues'> {
  start: Values
  /** Input of an earlier session. */
  restored: Values | undefined
  onDropRestored: () => void
}

function FormContent(props: FormContentProps) {
  const { resource, writing, inputKey, start, restored, onDropRestored, extraButton, children } = props
  const translate = useTranslate()
  const { getValues, reset } = useFormContext()
  const { isSubmitting, isDirty } = useFormState()
  const isReady = useRestore(start, restored)
  const origin = useFormOrigin()
  useKeepInput(inputKey, () =>
    isDirty ? { values: storableValues(resource, getValues()), base: writing.current } : undefined,
  )
  const dropRestored = () => {
    reset(start)
    onDropRestored()
  }
  return (
    <>
      <RefusalAlert />
      {restored && <RestoredNotice resource={resource} onDrop={dropRestored} />}
      {isReady && <FormBody resource={resource} writing={writing} />}
      {isReady && <ReferredDefaults resource={resource} writing={writing} />}
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
        <BusyButton type="submit" variant="contained" busy={isSubmitting}>
          {translate('ra.action.save')}
        </BusyButton>
        <BackLink
          to={origin?.returnTo ?? resource.path}
          text={
            origin?.name
              ? translate('records.related.back', { name: origin.name })
              : translate('records.form.back')
          }
        />
        <Box sx={{ flex: 1 }} />
        {extraButton}
      </Box>
    </>
  )
}

/**
 * Puts the input of an earlier session into the form. This must happen after the initial reset by ra-core's `Form`, and
 * before any field is mounted: a field that depends on another would take the restored value for a change by the user.
 *
 * @returns whether the fields may be mounted
 */
function useRestore(start: Values, restored: Values | undefined): boolean {
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
      <span>{translate('records.kept.restored')}</span>
      {hasSecret && <span>{` ${translate('records.kept.secrets')}`}</span>}
    </Alert>
  )
}

/** Says above the form why a save was refused. */
function RefusalAlert() {
  const { clearErrors } = useFormContext()
  const { root, [RECORD_ERROR_KEY]: recordError } = useFormState().errors
  // `saving.ts` sets `root.refusal` and `root.detail`; the type of `root` allows any key.
  const { refusal, detail } = (root ?? {}) as Partial<Record<'refusal' | 'detail', { message: string }>>
  const text = refusal?.message ?? (recordError?.message as string | undefined)
  const notice = text ? ({ tone: 'error', text, detail: detail?.message } as const) : undefined
  return <NoticeArea role="alert" notice={notice} onClose={() => clearErrors(['root', RECORD_ERROR_KEY])} />
}
