/** The form of a new record; after it was created the user is back at the list (§4). */
import { useCreate, useNotify, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router'
import { useWords } from '../../config'
import { recordToSend } from '../../forms/record/formValues'
import { RecordForm } from '../../forms/record/RecordForm'
import { useKeptForm } from '../../forms/record/useKeptForm'
import { FormScreen } from './FormScreen'
import { refusalOf } from './refusal'
import { useFormGround } from './useFormGround'

export default function RecordCreate() {
  const { resource, writing, allowed } = useFormGround('create')
  const words = useWords()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const [create] = useCreate()
  const keeping = useKeptForm(resource, 'new', () => undefined)
  if (!resource) return null

  const { messages, name, path } = resource
  const title = translate('records.form.create', { name: words(resource.label) })
  return (
    <FormScreen resource={resource} title={title} allowed={allowed}>
      <RecordForm
        resource={resource}
        writing={writing}
        keeping={keeping}
        backTo={path}
        onSave={async values => {
          const data = recordToSend(resource, values, writing)
          try {
            const record = await create(name, { data }, { returnPromise: true })
            return { kind: 'saved', record: record ?? data }
          } catch (error) {
            const failed = words(messages.createFailed) || translate('records.form.createFailed')
            return refusalOf(error, failed, translate)
          }
        }}
        onSaved={() => {
          notify(words(messages.created) || translate('records.form.created'), { type: 'success' })
          navigate(path)
        }}
      />
    </FormScreen>
  )
}
