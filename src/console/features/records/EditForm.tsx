/** Saving a record that there is; two who edit it at once are told of each other (issue 3, bad input). */
import DeleteOutline from '@mui/icons-material/DeleteOutline'
import { Button } from '@mui/material'
import { HttpError, type RaRecord, useNotify, useTranslate, useUpdate } from 'ra-core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useMayAccess } from '../../auth/access'
import { useWords } from '../../config'
import { ConflictDialog } from '../../forms/record/ConflictDialog'
import { changedFields, mergedValues, recordToSend, type Values } from '../../forms/record/formValues'
import { type FormHandle, RecordForm, type SaveOutcome } from '../../forms/record/RecordForm'
import { useKeptForm } from '../../forms/record/useKeptForm'
import { LazyDialog } from '../../ui/LazyDialog'
import { fetchedSoon } from '../../ui/lazyScreen'
import { useOnce } from '../../ui/useOnce'
import { DeleteDialog } from './dialogs'
import { refusalOf } from './refusal'
import { useFormGround } from './useFormGround'

interface EditFormProps {
  resource: CompiledResource
  /** The record as it was read. */
  opened: RaRecord
}

export function EditForm({ resource, opened }: EditFormProps) {
  const keeping = useKeptForm(resource, opened.id, () => base)
  const [base, setBase] = useState<Values>(keeping.kept?.base ?? opened)
  const { writing } = useFormGround('edit', base)
  const words = useWords()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const mayDelete = useMayAccess()(resource.name, 'delete')
  const [update] = useUpdate()
  const [theirs, setTheirs] = useState<Values>()
  const [deleting, setDeleting] = useState(false)
  const [overwriting, setOverwriting] = useState(false)
  /** What was sent by a try that got no answer. */
  const unanswered = useRef<Values>(undefined)
  const { messages, name, path } = resource

  const save = async (values: Values, current: Values): Promise<SaveOutcome> => {
    const data = recordToSend(resource, values, { ...writing, current })
    try {
      const record = await update(
        name,
        { id: opened.id, data, previousData: opened },
        { mutationMode: 'pessimistic', returnPromise: true },
      )
      unanswered.current = undefined
      return { kind: 'saved', record: record ?? data }
    } catch (error) {
      const other = conflicting(error)
      const earlier = unanswered.current
      unanswered.current = isOutcomeUnknown(error) ? data : undefined
      if (other && earlier && changedFields(resource, other, earlier).length === 0) {
        // Nobody else: it is what an earlier try of one's own has saved.
        setBase(other)
        return save(values, other)
      }
      if (other) {
        setTheirs(other)
        return { kind: 'waiting' }
      }
      return refusalOf(
        error,
        words(messages.updateFailed) || translate('records.form.updateFailed'),
        translate,
      )
    }
  }
  const saved = (record: Values) => {
    setBase(record)
    setTheirs(undefined)
    notify(words(messages.updated) || translate('records.form.updated'), { type: 'success' })
  }

  const keepMine = useOnce(async (form: FormHandle, left: Values) => {
    setOverwriting(true)
    const mine = mergedValues(resource, base, form.values(), left)
    const outcome = await save(mine, left)
    setOverwriting(false)
    if (outcome.kind === 'saved') {
      form.reset(outcome.record)
      saved(outcome.record)
    }
    if (outcome.kind === 'refused') {
      setTheirs(undefined)
      form.refuse(outcome)
    }
  })

  return (
    <>
      <RecordForm
        resource={resource}
        writing={writing}
        keeping={keeping}
        backTo={path}
        onSave={values => save(values, base)}
        onSaved={saved}
        aside={
          mayDelete && (
            <Button
              color="error"
              startIcon={<DeleteOutline />}
              onClick={() => void fetchedSoon(DeleteDialog).then(() => setDeleting(true))}
            >
              {translate('ra.action.delete')}
            </Button>
          )
        }
      >
        {form =>
          theirs && (
            <ConflictDialog
              fields={clashes(resource, base, form.values(), theirs)}
              mine={form.values()}
              theirs={theirs}
              busy={overwriting}
              onClose={() => setTheirs(undefined)}
              onTakeTheirs={() => {
                setBase(theirs)
                form.reset(theirs)
                setTheirs(undefined)
              }}
              onKeepMine={() => void keepMine(form, theirs)}
            />
          )
        }
      </RecordForm>
      {deleting && (
        <LazyDialog
          label={translate('ra.action.delete')}
          screen={DeleteDialog}
          onClose={() => setDeleting(false)}
        >
          <DeleteDialog
            record={{ ...base, id: opened.id }}
            onClose={() => setDeleting(false)}
            onDeleted={() => navigate(path)}
          />
        </LazyDialog>
      )}
    </>
  )
}

/** The record as somebody else has left it, where that is why a save was refused. */
function conflicting(error: unknown): Values | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined
  const { code, record } = failureBody(error)
  return code === 'conflict' && typeof record === 'object' && record !== null ? (record as Values) : undefined
}

function clashes(resource: CompiledResource, base: Values, mine: Values, theirs: Values) {
  const here = changedFields(resource, base, mine)
  const there = changedFields(resource, base, theirs)
  return [...new Set([...there, ...here])].map(field => ({
    field,
    mine: here.includes(field),
    theirs: there.includes(field),
  }))
}
