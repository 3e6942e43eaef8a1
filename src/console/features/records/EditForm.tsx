/** The form of an existing record: saved, deleted, and compared with what somebody else has saved meanwhile. */
import { HttpError, type RaRecord, useNotify, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import type { CompiledResource } from '../../../engine/compiled'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useMayAccess } from '../../auth/access'
import { useWords } from '../../config'
import { ActionButton } from '../../forms/list/ActionButton'
import { ConflictDialog } from '../../forms/record/ConflictDialog'
import { changedFields, type FormDraft, recordToSend, type Values } from '../../forms/record/formValues'
import { RecordForm, type SaveOutcome } from '../../forms/record/RecordForm'
import { useKeptInput } from '../../keptInput'
import { refusalOf, useSave } from './saving'
import { useWriting } from './useWriting'

interface EditFormProps {
  resource: CompiledResource
  /** The record as it was read. */
  opened: RaRecord
}

export function EditForm({ resource, opened }: EditFormProps) {
  const { messages, name } = resource
  const draftKey = `form/${name}/${opened.id}`
  const draft = useKeptInput<FormDraft>(draftKey)
  /** What the form's values are changes to: as it was read, saved, or loaded from the conflict dialog. */
  const [base, setBase] = useState<Values>(draft?.base ?? opened)
  const writing = useWriting(resource, 'edit', base)
  const words = useWords()
  const translate = useTranslate()
  const notify = useNotify()
  const mayDelete = useMayAccess()(name, 'delete')
  const save = useSave()
  /** The record as somebody else has saved it: the conflict to be resolved. */
  const [theirs, setTheirs] = useState<Values>()
  /** What the last save sent, where it got no answer. */
  const unanswered = useRef<Values>(undefined)

  const update = async (values: Values, current: Values): Promise<SaveOutcome> => {
    const data = recordToSend(resource, values, { ...writing, current })
    try {
      const record = await save(data)
      unanswered.current = undefined
      return { kind: 'saved', record }
    } catch (error) {
      const other = conflictingRecord(error)
      const earlier = unanswered.current
      unanswered.current = isOutcomeUnknown(error) ? data : undefined
      if (other && earlier && changedFields(resource, other, earlier).length === 0) {
        // Not somebody else's: the unanswered save had arrived.
        setBase(other)
        return update(values, other)
      }
      if (other) {
        setTheirs(other)
        return { kind: 'conflict' }
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

  return (
    <RecordForm
      resource={resource}
      writing={writing}
      draftKey={draftKey}
      draft={draft}
      onSave={values => update(values, base)}
      onSaved={saved}
      extraButton={
        mayDelete && <ActionButton name="delete" variant="text" record={{ ...base, id: opened.id }} />
      }
    >
      {theirs && (
        <ConflictDialog
          {...{ resource, writing, base, theirs }}
          onSave={values => update(values, theirs)}
          onSaved={saved}
          onTakeTheirs={() => setBase(theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </RecordForm>
  )
}

/** The record as somebody else has saved it, where that is why a save was refused. */
function conflictingRecord(error: unknown): Values | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined
  const { code, record } = failureBody(error)
  return code === 'conflict' && typeof record === 'object' && record !== null ? (record as Values) : undefined
}
