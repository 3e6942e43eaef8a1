/** Changes or removes the chosen devices: what they become, how many it are, and how far it is. */
import { Alert, Box, Button, LinearProgress, MenuItem, TextField, Typography } from '@mui/material'
import { useNotify } from 'ra-core'
import { useId, useMemo, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { BulkProgress } from '../../../contract/bulk'
import type { CompiledResource } from '../../../engine/compiled'
import { nothingOf } from '../../../engine/values'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { ConsoleForm, showFieldErrors } from '../../forms/ConsoleForm'
import { EnteredField } from '../../forms/record/FormField'
import { changedFields, keptValues, type Values } from '../../forms/record/formValues'
import { useResolver } from '../../forms/record/sentences'
import { useKeepInput, useRestoredInput } from '../../keptInput'
import { BusyButton } from '../../ui/controls/BusyButton'
import { TypedCount, useTypedCount } from '../../ui/controls/TypedCount'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { ChangedToast } from './ChangedToast'
import { type BulkDialogProps, editableFields } from './fields'
import { RowErrors } from './RowErrors'
import { TakesAway } from './TakesAway'
import { type ChangeOutcome, useChange } from './useChange'

const NOTHING = { fields: [], sent: [] }

type Refused = Extract<ChangeOutcome, { kind: 'refused' }>

export default function ChangeDialog({
  action,
  asks = NOTHING,
  resource,
  choice,
  count,
  onClose,
  onDone,
}: BulkDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const config = useConfig()
  const { level } = useUser()
  const form = useId()
  const fields = editableFields(resource, level, config)
  const inputKey = `bulk/${action}`
  const restored = useRestoredInput<KeptChange>(inputKey)
  const [field, setField] = useState(
    fields.find(({ name }) => name === restored?.field)?.name ?? fields[0]?.name ?? '',
  )
  const [expected, setExpected] = useState(count)
  const [refused, setRefused] = useState<Refused>()
  const { running, progress, change, stop } = useChange()

  const { fields: names, sent } = action === 'editField' ? { fields: [field], sent: [field] } : asks
  const asked = names.flatMap(name => resource.fields[name] ?? [])
  const key = names.join()
  const part = useMemo(
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
  const resolver = useResolver(part, writing)
  const nothing = Object.fromEntries(asked.map(one => [one.name, nothingOf(one)]))
  const begun = restored?.field === key ? { ...nothing, ...keptValues(part, restored.values) } : nothing
  const number = expected.toLocaleString('ko-KR')
  const asking = useTypedCount(expected, expected > config.app.limits.confirmTargets)

  const submit = async (values: FieldValues, { setError, ...methods }: UseFormReturn) => {
    if (!asking.isAgreed()) return
    setRefused(undefined)
    const outcome = await change({
      kind: action === 'remove' ? 'remove' : 'change',
      choice,
      expected,
      ...(action !== 'remove' && {
        values: Object.fromEntries(sent.map(name => [name, values[name] ?? ''])),
      }),
    })
    if (outcome.kind === 'refused') {
      showFieldErrors({ setError, ...methods }, names, outcome.errors)
      return setRefused(outcome)
    }
    if (outcome.kind === 'changed') {
      setExpected(outcome.found)
      asking.reset()
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
    notify(<ChangedToast name={name} done={done} isRemoval={action === 'remove'} />, {
      type: 'success',
      // The notice stays as long as the change can be undone.
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
          <BusyButton key="stop" color="inherit" onClick={stop} busy={running.stopping}>
            {translate(running.stopping ? 'bulk.progress.stopping' : 'ra.action.cancel')}
          </BusyButton>
        ) : (
          <Button
            key="submit"
            type="submit"
            form={form}
            variant="contained"
            color={action === 'remove' ? 'error' : 'primary'}
            disabled={expected === 0}
          >
            {translate(action === 'remove' ? 'bulk.do.remove' : 'bulk.do.change', { count: number })}
          </Button>
        )
      }
    >
      {running && <Progress progress={progress} expected={expected} />}
      <ConsoleForm key={key} id={form} record={begun} resolver={resolver} onSubmit={submit}>
        <KeepChange inputKey={inputKey} field={key} part={part} nothing={nothing} />
        {/* Out of sight while the change runs: what was entered is there when it is refused. */}
        <Box sx={{ display: running ? 'none' : 'grid', gap: 2 }}>
          <Typography>{translate(`bulk.about.${action}`, { count: number })}</Typography>
          {refused && (
            <Alert severity="error" role="alert">
              {refused.reason}
              <RowErrors rows={refused.rows} total={refused.total} />
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
          {asked.map(one => (
            <EnteredField key={one.name} field={one} required={false} level={level} helped={false} />
          ))}
          {resource.fields[sent[0] ?? ''] && (
            <TakesAway action={action} field={resource.fields[sent[0]!]!} count={number} />
          )}
          <TypedCount asked={asking} />
        </Box>
      </ConsoleForm>
    </DialogFrame>
  )
}

/**
 * What was entered when the session ended: for the next devices that are chosen, as the choice itself goes with its
 * page.
 */
interface KeptChange {
  /** The names of the fields that were asked for. */
  field: string
  values: Values
}

function KeepChange({
  inputKey,
  field,
  part,
  nothing,
}: Pick<KeptChange, 'field'> & { inputKey: string; part: CompiledResource; nothing: Values }) {
  const { getValues } = useFormContext()
  useKeepInput(inputKey, () => {
    const values = keptValues(part, getValues())
    const isEntered = changedFields(part, nothing, { ...nothing, ...values }).length > 0
    return isEntered ? ({ field, values } satisfies KeptChange) : undefined
  })
  return null
}

/** Choosing and checking show their progress; the last step is one statement, whose progress is not known. */
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
