/** The form of a new record; after saving it returns to the list (§4). */
import { CreateBase, useCloseNotification, useNotify, useResourceContext } from 'ra-core'
import { Link } from 'react-admin'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { useMayAccess } from '../../auth/access'
import { useConfig, useTranslate } from '../../config'
import { useFormOrigin } from '../../forms/formOrigin'
import { recordToSend, type StoredForm, type Values } from '../../forms/record/formValues'
import { RecordForm } from '../../forms/record/RecordForm'
import { useRestoredInput } from '../../keptInput'
import { highlightedRecord, pageOf } from '../../recordPage'
import { Toast } from '../../ui/notices/Toast'
import { FormScreen } from './FormScreen'
import { useSave, useShowRefusal } from './saving'
import { useWriteContext } from './useWriteContext'

export default function RecordCreate() {
  const resource = useConfig().resources[useResourceContext() ?? '']
  const translate = useTranslate()
  const may = useMayAccess()
  if (!resource) return null

  const title = translate('records.form.create', { name: translate(resource.labelOne ?? resource.label) })
  return (
    <CreateBase disableAuthentication redirect={false}>
      <FormScreen resource={resource} isAllowed={may(resource.name, 'create')} title={title}>
        <CreateForm resource={resource} />
      </FormScreen>
    </CreateBase>
  )
}

function CreateForm({ resource }: { resource: CompiledResource }) {
  const { messages, name, path } = resource
  const writing = useWriteContext(resource, 'create')
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const origin = useFormOrigin()
  const save = useSave()
  const showRefusal = useShowRefusal(resource, writing)
  const inputKey = `form/${name}/new`
  const restored = useRestoredInput<StoredForm>(inputKey)

  const create = async (values: Values, form: UseFormReturn) => {
    let createdRecord: Values
    try {
      createdRecord = await save(recordToSend(resource, values, writing))
    } catch (error) {
      const failed = translate(messages.createFailed) || translate('records.form.createFailed')
      showRefusal(form, error, failed)
      return false
    }
    // Saved values are no longer dirty: leaving the form must not ask for confirmation.
    form.reset(values)
    // A basic server (§7 only) does not return the id.
    const id =
      typeof createdRecord.id === 'string' || Number(createdRecord.id) > 0 ? String(createdRecord.id) : ''
    notify(
      <MadeToast
        text={translate(messages.created) || translate('records.form.created')}
        to={(id && pageOf(resource, id)) || ''}
      />,
      { type: 'success' },
    )
    highlightedRecord.set(id ? { resource: name, id } : undefined)
    navigate(origin?.returnTo ?? path)
    return true
  }
  return (
    <RecordForm
      resource={resource}
      writing={writing}
      inputKey={inputKey}
      restored={restored}
      initialValues={origin?.initialValues}
      onSave={create}
    />
  )
}

/** Says that a record was made, with a link to it if its id is known. */
function MadeToast({ text, to }: { text: string; to: string }) {
  const translate = useTranslate()
  const close = useCloseNotification()
  return (
    <Toast tone="success" text={text}>
      {to && (
        <Link to={to} color="inherit" underline="always" onClick={close}>
          {translate('records.form.open')}
        </Link>
      )}
    </Toast>
  )
}
