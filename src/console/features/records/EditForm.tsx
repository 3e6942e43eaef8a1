/** The form of an existing record: saves or deletes it, and resolves conflicts with another user's save. */
import { type RaRecord, useNotify } from 'ra-core'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { conflictingRecord, useSaveOver } from '../../api/useSaveOver'
import { useMayAccess } from '../../auth/access'
import { useTranslate } from '../../config'
import { useSaveQuestion } from '../../feature'
import { useFormOrigin } from '../../forms/formOrigin'
import { ActionButton } from '../../forms/list/ActionButton'
import { ConflictDialog } from '../../forms/record/ConflictDialog'
import {
  changedFields,
  recordToSend,
  type StoredForm,
  startValues,
  type Values,
} from '../../forms/record/formValues'
import { RecordForm } from '../../forms/record/RecordForm'
import { useRestoredInput } from '../../keptInput'
import { hasWayBack } from '../../recordPage'
import { useSave, useShowRefusal } from './saving'
import { useWriteContext } from './useWriteContext'

interface Input {
  values: Values
  meta: object
}

interface EditFormProps {
  resource: CompiledResource
  /** The record as the server returned it. */
  loaded: RaRecord
}

/**
 * Returns a function that leads back to the page or the list that opened the form. A form opened by its address stays.
 */
function useWayBack(list: string): () => void {
  const navigate = useNavigate()
  const origin = useFormOrigin()
  const { state } = useLocation()
  return () => {
    if (origin ?? hasWayBack(state)) navigate(origin?.returnTo ?? list)
  }
}

export function EditForm({ resource, loaded }: EditFormProps) {
  const { messages, name } = resource
  const inputKey = `form/${name}/${loaded.id}`
  const restored = useRestoredInput<StoredForm>(inputKey)
  /** The record to compare the form's values with: as last read, saved, or loaded from the conflict dialog. */
  const [base, setBase] = useState<Values>(restored?.base ?? loaded)
  const writing = useWriteContext(resource, 'edit', base)
  const translate = useTranslate()
  const notify = useNotify()
  const mayDelete = useMayAccess()(name, 'delete')
  const goBack = useWayBack(resource.path)
  const save = useSave()
  const { ask, dialog } = useSaveQuestion(name)
  const showRefusal = useShowRefusal(resource, writing)
  /** Set during a conflict: the record as another user saved it. */
  const [theirs, setTheirs] = useState<Values>()

  /** The record to send: `current` with the values of the form. */
  const withValues = (current: Values, values: Values) =>
    recordToSend(resource, values, { ...writing, current })
  const saveOver = useSaveOver({
    save: (current, { values, meta }: Input) => save(withValues(current, values), meta),
    isSaved: (record, { values }) => changedFields(resource, record, withValues(record, values)).length === 0,
    onEarlierSave: setBase,
  })
  const update = async (current: Values, values: Values, form: UseFormReturn) => {
    try {
      const meta = await ask(current, withValues(current, values))
      if (!meta) return false
      const record = await saveOver(current, { values, meta })
      form.reset(startValues(resource, record, writing))
      setBase(record)
      setTheirs(undefined)
      notify(translate(messages.updated) || translate('records.form.updated'), { type: 'success' })
      goBack()
      return true
    } catch (error) {
      const conflicting = conflictingRecord(error)
      setTheirs(conflicting)
      const failed = translate(messages.updateFailed) || translate('records.form.updateFailed')
      if (!conflicting) showRefusal(form, error, failed)
      return false
    }
  }

  return (
    <RecordForm
      resource={resource}
      writing={writing}
      inputKey={inputKey}
      restored={restored}
      onSave={(values, form) => update(base, values, form)}
      extraButton={
        mayDelete && <ActionButton name="delete" variant="text" record={{ ...base, id: loaded.id }} />
      }
    >
      {dialog}
      {theirs && (
        <ConflictDialog
          resource={resource}
          writing={writing}
          base={base}
          theirs={theirs}
          onSave={(values, form) => update(theirs, values, form)}
          onTakeTheirs={() => setBase(theirs)}
          onClose={() => setTheirs(undefined)}
        />
      )}
    </RecordForm>
  )
}
