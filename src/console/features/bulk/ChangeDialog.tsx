/** Changes or deletes the selected records: the new values, a confirmation of the number, and the progress. */
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material'
import { useNotify } from 'ra-core'
import { useId, useMemo, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { BulkProgress } from '../../../contract/bulk'
import { grouped } from '../../../domain/grouped'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/recordValue'
import { emptyValueOf } from '../../../engine/values'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { ConsoleForm, reasonBeside, showFieldErrors } from '../../forms/ConsoleForm'
import { useCounted } from '../../forms/listTexts'
import { EditableField } from '../../forms/record/FormField'
import { changedFields, storableValues, type Values } from '../../forms/record/formValues'
import { useResolver } from '../../forms/record/resolver'
import { useKeepInput, useRestoredInput } from '../../keptInput'
import { BusyButton } from '../../ui/controls/BusyButton'
import { TypedCount, useTypedCount } from '../../ui/controls/TypedCount'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { RunningWork } from '../../ui/dialogs/unsavedInput'
import { ChangedToast } from './ChangedToast'
import { ClearWarning } from './ClearWarning'
import { FieldsToEdit } from './FieldsToEdit'
import { type BulkDialogProps, editableFields } from './fields'
import { RowErrors } from './RowErrors'
import { type ChangeOutcome, useChange } from './useChange'
import { useChosenValues } from './useChosenValues'

const NO_FIELDS = { shown: [], saved: [] }

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
  inputs = NO_FIELDS,
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
  const inputKey = `bulk/${resource.name}/${action}`
  const restored = useRestoredInput<StoredChange>(inputKey)
  const [chosenNames, setChosenNames] = useState(() => {
    const stored = restored?.field.split(',') ?? []
    const names = fields.filter(({ name }, index) => (restored ? stored.includes(name) : index === 0))
    return names.map(({ name }) => name)
  })
  const [expected, setExpected] = useState(count)
  const [refused, setRefused] = useState<Refused>()
  const { running, progress, change, stop } = useChange(resource)

  // `editField` changes the fields that the user chooses; `inputs` names the fields of other actions.
  const { shown: fieldNames, saved } =
    action === 'editField' ? { shown: chosenNames, saved: chosenNames } : inputs
  const shownFields = fieldNames.flatMap(name => resource.fields[name] ?? [])
  const firstSavedField = resource.fields[saved[0] ?? '']
  // A string, since `fieldNames` is a new array at each render.
  const fieldsKey = fieldNames.join()
  /** The resource with only the shown fields, so that no other field is validated. */
  const restrictedResource = useMemo(
    () => ({
      ...resource,
      // Only the server knows the other fields of each record.
      checks: [],
      fields: Object.fromEntries(
        fieldsKey.split(',').flatMap(name => (resource.fields[name] ? [[name, resource.fields[name]]] : [])),
      ),
    }),
    [resource, fieldsKey],
  )
  const levels = config.levels.numbers
  const writing = useMemo(() => ({ action: 'edit', level, levels, current: {} }) as const, [level, levels])
  const resolver = useResolver(restrictedResource, writing)
  const emptyValues = Object.fromEntries(
    (action === 'editField' ? fields : shownFields).map(shownField => [
      shownField.name,
      action === 'editField' || saved.includes(shownField.name)
        ? emptyValueOf(shownField)
        : (usual[shownField.name] ?? emptyValueOf(shownField)),
    ]),
  )
  const initialValues =
    restored?.field === fieldsKey
      ? { ...emptyValues, ...storableValues(restrictedResource, restored.values) }
      : emptyValues
  const counted = useCounted(resource)
  const formattedCount = grouped(expected)
  const records = counted(expected)
  const typedCount = useTypedCount(expected, expected > config.app.limits.confirmTargets)

  /** How many records that do not fit the user has agreed to leave out. */
  const agreedMisfits = useRef(0)
  const submit = async (values: FieldValues, form: UseFormReturn) => {
    const misfits = agreedMisfits.current
    agreedMisfits.current = 0
    if (!typedCount.validate()) return
    setRefused(undefined)
    const outcome = await change({
      kind: action === 'remove' ? 'remove' : 'change',
      choice,
      expected,
      ...(misfits > 0 && { leaveOut: misfits }),
      ...(action !== 'remove' && {
        values: Object.fromEntries(saved.map(name => [name, valueAt(values, name) ?? ''])),
      }),
    })
    if (outcome.kind === 'refused') {
      const shownErrors = showFieldErrors(form, fieldNames, outcome.errors)
      return setRefused({ ...outcome, reason: reasonBeside(shownErrors, outcome.errors, outcome.reason) })
    }
    // The user must confirm the new number of records.
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
    notify(
      <ChangedToast
        resource={resource}
        changeName={name}
        done={done}
        text={translate(action === 'remove' ? 'bulk.removed' : 'bulk.changed', {
          records: counted(done.records),
        })}
      />,
      {
        type: 'success',
        // Shown while the change can be undone.
        autoHideDuration: done.undoSeconds > 0 ? done.undoSeconds * 1000 : undefined,
      },
    )
  }

  const inputOf = (shownField: CompiledField) => (
    <EditableField
      key={shownField.name}
      field={shownField}
      required={false}
      level={level}
      showsHelp={false}
    />
  )
  const warningOf = (savedField: CompiledField) => (
    <ClearWarning action={action} field={savedField} records={records} count={formattedCount} />
  )
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
            <span>{translate(action === 'remove' ? 'bulk.do.remove' : 'bulk.do.change', { records })}</span>
          </Button>
        )
      }
    >
      <RunningWork isRunning={running !== undefined} />
      {running && <Progress progress={progress} expected={expected} />}
      <ConsoleForm
        id={formId}
        // The user does not enter the shared values here, but the choices of a field may depend on them.
        record={{ ...shared, ...initialValues }}
        resolver={resolver}
        onSubmit={submit}
      >
        <KeepChange
          inputKey={inputKey}
          field={fieldsKey}
          restrictedResource={restrictedResource}
          emptyValues={emptyValues}
        />
        {/* Hidden, not unmounted, while the change runs: the input must stay if the server refuses it. */}
        <Box sx={{ display: running ? 'none' : 'grid', gap: 2 }}>
          <Typography>{translate(`bulk.about.${action}`, { count: formattedCount, records })}</Typography>
          {refused && (refused.reason || refused.rows.length > 0) && (
            <Alert severity="error" role="alert">
              <span>{refused.reason}</span>
              <RowErrors rows={refused.rows} total={refused.total} counted={counted} />
              {canLeaveOut(refused, expected) && (
                <Button
                  // Not of type submit: Enter in a field must not leave records out.
                  type="button"
                  size="small"
                  color="inherit"
                  variant="outlined"
                  sx={{ mt: 1 }}
                  onClick={({ currentTarget }) => {
                    agreedMisfits.current = refused.total
                    currentTarget.form?.requestSubmit()
                  }}
                >
                  <span>
                    {translate(action === 'remove' ? 'bulk.leaveOutRemove' : 'bulk.leaveOut', {
                      misfits: counted(refused.total),
                      records: counted(expected - refused.total),
                    })}
                  </span>
                </Button>
              )}
            </Alert>
          )}
          {action === 'editField' ? (
            <FieldsToEdit fields={fields} names={chosenNames} onChoose={setChosenNames}>
              {shownField => (
                <>
                  {inputOf(shownField)}
                  {warningOf(shownField)}
                </>
              )}
            </FieldsToEdit>
          ) : (
            shownFields.map(inputOf)
          )}
          {action !== 'editField' && firstSavedField && warningOf(firstSavedField)}
          <TypedCount typedCount={typedCount} />
        </Box>
      </ConsoleForm>
    </DialogFrame>
  )
}

/**
 * Whether the change can leave out the records that it does not fit. If several records would get the same value, none
 * of them is the one to leave out.
 */
const canLeaveOut = ({ rows, total }: Refused, expected: number) =>
  rows.length > 0 && total < expected && rows.every(({ code }) => code !== 'bulk.duplicate')

/** Input stored when the session ends. The selection is not stored: the input is restored for the next selection. */
interface StoredChange {
  /** The names of the fields, joined by commas. */
  field: string
  values: Values
}

function KeepChange({
  inputKey,
  field,
  restrictedResource,
  emptyValues,
}: Pick<StoredChange, 'field'> & {
  inputKey: string
  restrictedResource: CompiledResource
  emptyValues: Values
}) {
  const { getValues } = useFormContext()
  useKeepInput(inputKey, () => {
    const values = storableValues(restrictedResource, getValues())
    const hasInput = changedFields(restrictedResource, emptyValues, { ...emptyValues, ...values }).length > 0
    return hasInput ? ({ field, values } satisfies StoredChange) : undefined
  })
  return null
}

/** Shows the progress. That of the last stage may be unknown: devices are stored by one SQL statement. */
function Progress({ progress, expected }: { progress: BulkProgress | undefined; expected: number }) {
  const translate = useTranslate()
  const { stage, done, total } = progress ?? { stage: 'choosing', done: 0, total: expected }
  const isCounted = stage === 'choosing' || stage === 'checking' || done > 0
  const percent = total > 0 ? Math.min(100, (done / total) * 100) : 0
  const numbers = { done: grouped(done), total: grouped(total) }
  const sentence = isCounted && stage === 'applying' ? 'saving' : stage
  const text = translate(`bulk.progress.${sentence}`, numbers)
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography role="status" className="tabular">
        {text}
      </Typography>
      <LinearProgress aria-label={text} {...(isCounted && { variant: 'determinate', value: percent })} />
    </Box>
  )
}
