/** Changes or deletes the selected devices: the new values, a confirmation of the number, and the progress. */
import { Alert, Box, Button, LinearProgress, MenuItem, TextField, Typography } from '@mui/material'
import { useNotify } from 'ra-core'
import { useId, useMemo, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { BulkProgress } from '../../../contract/bulk'
import type { CompiledResource } from '../../../engine/compiled'
import { emptyValueOf } from '../../../engine/values'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { ConsoleForm, reasonBeside, showFieldErrors } from '../../forms/ConsoleForm'
import { EnteredField } from '../../forms/record/FormField'
import { changedFields, keptValues, type Values } from '../../forms/record/formValues'
import { useResolver } from '../../forms/record/resolver'
import { useKeepInput, useRestoredInput } from '../../keptInput'
import { BusyButton } from '../../ui/controls/BusyButton'
import { TypedCount, useTypedCount } from '../../ui/controls/TypedCount'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { RunningWork } from '../../ui/dialogs/unsavedInput'
import { ChangedToast } from './ChangedToast'
import { ClearWarning } from './ClearWarning'
import { type BulkDialogProps, editableFields } from './fields'
import { RowErrors } from './RowErrors'
import { type ChangeOutcome, useChange } from './useChange'
import { useChosenValues } from './useChosenValues'

const NO_FIELDS = { fields: [], sent: [] }

type Refused = Extract<ChangeOutcome, { kind: 'refused' }>

export default function ChangeDialog(props: BulkDialogProps) {
  const translate = useTranslate()
  const chosenValues = useChosenValues(props)
  if (chosenValues) return <ChangeForm {...props} {...chosenValues} />
  const { action, onClose } = props
  return (
    <DialogFrame
      title={translate(`bulk.action.${action}`)}
      maxWidth="xs"
      onClose={onClose}
      closeLabel={translate('ra.action.cancel')}
    >
      <LinearProgress aria-label={translate('ra.page.loading')} />
    </DialogFrame>
  )
}

type ChangeFormProps = BulkDialogProps & NonNullable<ReturnType<typeof useChosenValues>>

function ChangeForm({
  action,
  asks = NO_FIELDS,
  resource,
  choice,
  count,
  shared,
  usual,
  onClose,
  onDone,
}: ChangeFormProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const config = useConfig()
  const { level } = useUser()
  const formId = useId()
  const fields = editableFields(resource, level, config)
  const inputKey = `bulk/${action}`
  const restored = useRestoredInput<KeptChange>(inputKey)
  const [field, setField] = useState(
    fields.find(({ name }) => name === restored?.field)?.name ?? fields[0]?.name ?? '',
  )
  const [expected, setExpected] = useState(count)
  const [refused, setRefused] = useState<Refused>()
  const { running, progress, change, stop } = useChange()

  // `editField` changes the field that the user chooses; `asks` names the fields of other actions.
  const { fields: names, sent } = action === 'editField' ? { fields: [field], sent: [field] } : asks
  const shownFields = names.flatMap(name => resource.fields[name] ?? [])
  const firstSent = resource.fields[sent[0] ?? '']
  // A string, since `names` is a new array at each render.
  const key = names.join()
  /** The resource with only the shown fields, so that no other field is validated. */
  const restrictedResource = useMemo(
    () => ({
      ...resource,
      fields: Object.fromEntries(
        key.split(',').flatMap(name => (resource.fields[name] ? [[name, resource.fields[name]]] : [])),
      ),
    }),
    [resource, key],
  )
  const levels = config.levels.numbers
  const writing = useMemo(() => ({ action: 'edit', level, levels, current: {} }) as const, [level, levels])
  const resolver = useResolver(restrictedResource, writing)
  const emptyValues = Object.fromEntries(
    shownFields.map(shownField => [
      shownField.name,
      sent.includes(shownField.name)
        ? emptyValueOf(shownField)
        : (usual[shownField.name] ?? emptyValueOf(shownField)),
    ]),
  )
  const initialValues =
    restored?.field === key
      ? { ...emptyValues, ...keptValues(restrictedResource, restored.values) }
      : emptyValues
  const formattedCount = expected.toLocaleString('ko-KR')
  const typedCount = useTypedCount(expected, expected > config.app.limits.confirmTargets)

  /** How many devices the user has agreed to leave out. */
  const leaveOut = useRef(0)
  const submit = async (values: FieldValues, form: UseFormReturn) => {
    const misfits = leaveOut.current
    leaveOut.current = 0
    if (!typedCount.validate()) return
    setRefused(undefined)
    const outcome = await change({
      kind: action === 'remove' ? 'remove' : 'change',
      choice,
      expected,
      ...(misfits > 0 && { leaveOut: misfits }),
      ...(action !== 'remove' && {
        values: Object.fromEntries(sent.map(name => [name, values[name] ?? ''])),
      }),
    })
    if (outcome.kind === 'refused') {
      const shown = showFieldErrors(form, names, outcome.errors)
      return setRefused({ ...outcome, reason: reasonBeside(shown, outcome.errors, outcome.reason) })
    }
    // The user must confirm the new number of devices.
    if (outcome.kind === 'countChanged') {
      setExpected(outcome.found)
      typedCount.reset()
      return setRefused({
        kind: 'refused',
        reason: translate('errors.bulk.changed', { found: outcome.found }),
        errors: {},
        rows: [],
        total: 0,
      })
    }
    onDone()
    const { name, done } = outcome
    notify(<ChangedToast changeName={name} done={done} isRemoval={action === 'remove'} />, {
      type: 'success',
      // Shown while the change can be undone.
      autoHideDuration: done.undoSeconds > 0 ? done.undoSeconds * 1000 : undefined,
    })
  }

  const title = translate(`bulk.action.${action}`)
  return (
    <DialogFrame
      title={title}
      small={action === 'remove'}
      maxWidth="xs"
      busy={running !== undefined}
      {...(!running && { onClose, closeLabel: translate('ra.action.cancel') })}
      actions={
        running ? (
          <BusyButton key="stop" color="inherit" onClick={stop} busy={running.isStopping}>
            {translate(running.isStopping ? 'bulk.progress.stopping' : 'ra.action.cancel')}
          </BusyButton>
        ) : (
          <Button
            key="submit"
            type="submit"
            form={formId}
            variant="contained"
            color={action === 'remove' ? 'error' : 'primary'}
            disabled={expected === 0}
          >
            <span>
              {translate(action === 'remove' ? 'bulk.do.remove' : 'bulk.do.change', {
                count: formattedCount,
              })}
            </span>
          </Button>
        )
      }
    >
      <RunningWork isRunning={running !== undefined} />
      {running && <Progress progress={progress} expected={expected} />}
      {/* The key: another field starts a new form. */}
      <ConsoleForm
        key={key}
        id={formId}
        // The shared values are not entered here, but the choices of a field may depend on them.
        record={{ ...shared, ...initialValues }}
        resolver={resolver}
        onSubmit={submit}
      >
        <KeepChange
          inputKey={inputKey}
          field={key}
          restrictedResource={restrictedResource}
          emptyValues={emptyValues}
        />
        {/* Hidden, not unmounted, while the change runs: the input must stay if the server refuses it. */}
        <Box sx={{ display: running ? 'none' : 'grid', gap: 2 }}>
          <Typography>{translate(`bulk.about.${action}`, { count: formattedCount })}</Typography>
          {refused && (refused.reason || refused.rows.length > 0) && (
            <Alert severity="error" role="alert">
              <span>{refused.reason}</span>
              <RowErrors rows={refused.rows} total={refused.total} />
              {canLeaveOut(refused, expected) && (
                <Button
                  // No submit button: Enter in a field must not leave devices out.
                  type="button"
                  size="small"
                  color="inherit"
                  variant="outlined"
                  sx={{ mt: 1 }}
                  onClick={({ currentTarget }) => {
                    leaveOut.current = refused.total
                    currentTarget.form?.requestSubmit()
                  }}
                >
                  <span>
                    {translate('bulk.leaveOut', {
                      misfits: refused.total.toLocaleString('ko-KR'),
                      count: (expected - refused.total).toLocaleString('ko-KR'),
                    })}
                  </span>
                </Button>
              )}
            </Alert>
          )}
          {action === 'editField' && (
            <TextField
              select
              label={translate('bulk.field')}
              value={field}
              onChange={event => setField(event.target.value)}
            >
              {fields.map(({ name, label }) => (
                <MenuItem key={name} value={name}>
                  {translate(label)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {shownFields.map(shownField => (
            <EnteredField
              key={shownField.name}
              field={shownField}
              required={false}
              level={level}
              showsHelp={false}
            />
          ))}
          {firstSent && <ClearWarning action={action} field={firstSent} count={formattedCount} />}
          <TypedCount typedCount={typedCount} />
        </Box>
      </ConsoleForm>
    </DialogFrame>
  )
}

/** Whether the change is possible without the devices that it does not fit. Two equal values have no misfit. */
const canLeaveOut = ({ rows, total }: Refused, expected: number) =>
  rows.length > 0 && total < expected && rows.every(({ code }) => code !== 'bulk.duplicate')

/** Input kept when the session ends. The selection is not kept: the input is restored for the next selected devices. */
interface KeptChange {
  /** The names of the fields, joined by commas. */
  field: string
  values: Values
}

function KeepChange({
  inputKey,
  field,
  restrictedResource,
  emptyValues,
}: Pick<KeptChange, 'field'> & {
  inputKey: string
  restrictedResource: CompiledResource
  emptyValues: Values
}) {
  const { getValues } = useFormContext()
  useKeepInput(inputKey, () => {
    const values = keptValues(restrictedResource, getValues())
    const isEntered = changedFields(restrictedResource, emptyValues, { ...emptyValues, ...values }).length > 0
    return isEntered ? ({ field, values } satisfies KeptChange) : undefined
  })
  return null
}

/** Shows the progress of choosing and checking. The last stage is one SQL statement, whose progress is unknown. */
function Progress({ progress, expected }: { progress: BulkProgress | undefined; expected: number }) {
  const translate = useTranslate()
  const { stage, done, total } = progress ?? { stage: 'choosing', done: 0, total: expected }
  const isCounted = stage === 'choosing' || stage === 'checking'
  const percent = total > 0 ? Math.min(100, (done / total) * 100) : 0
  const numbers = { done: done.toLocaleString('ko-KR'), total: total.toLocaleString('ko-KR') }
  const text = isCounted ? translate(`bulk.progress.${stage}`, numbers) : translate('bulk.progress.applying')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography role="status" className="tabular">
        {text}
      </Typography>
      <LinearProgress aria-label={text} {...(isCounted && { variant: 'determinate', value: percent })} />
    </Box>
  )
}
