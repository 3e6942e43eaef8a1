/** The form of a new record; after it was created the user is back at the list (§4). */
import { CreateBase, useNotify, useResourceContext, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useConfig, useWords } from '../../config'
import { type FormDraft, recordToSend, type Values } from '../../forms/record/formValues'
import { RecordForm, type SaveOutcome } from '../../forms/record/RecordForm'
import { useKeptInput } from '../../keptInput'
import { FormScreen } from './FormScreen'
import { refusalOf, useSave } from './saving'
import { useWriting } from './useWriting'

export default function RecordCreate() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const words = useWords()
  const translate = useTranslate()
  if (!resource) return null

  const title = translate('records.form.create', { name: words(resource.label) })
  return (
    <CreateBase disableAuthentication redirect={false}>
      <FormScreen resource={resource} action="create" title={title}>
        <CreateForm resource={resource} />
      </FormScreen>
    </CreateBase>
  )
}

function CreateForm({ resource }: { resource: CompiledResource }) {
  const { messages, name, path } = resource
  const writing = useWriting(resource, 'create')
  const words = useWords()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const save = useSave()
  const draftKey = `form/${name}/new`
  const draft = useKeptInput<FormDraft>(draftKey)

  const create = async (values: Values): Promise<SaveOutcome> => {
    try {
      return { kind: 'saved', record: await save(recordToSend(resource, values, writing)) }
    } catch (error) {
      const failed = words(messages.createFailed) || translate('records.form.createFailed')
      return refusalOf(error, failed, translate)
    }
  }
  return (
    <RecordForm
      resource={resource}
      writing={writing}
      draftKey={draftKey}
      draft={draft}
      onSave={create}
      onSaved={() => {
        notify(words(messages.created) || translate('records.form.created'), { type: 'success' })
        navigate(path)
      }}
    />
  )
}
