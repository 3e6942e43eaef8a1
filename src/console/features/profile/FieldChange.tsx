/** The form that changes one field of the user's own record (§5: required, with the rules of the field). */
import { useEvent } from 'ra-core'
import { useEffect } from 'react'
import { type FieldValues, type Resolver, useFormContext } from 'react-hook-form'
import type { ProfileClient } from '../../../contract/clients'
import type { OwnField } from '../../../engine/access'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { validateRecord } from '../../../engine/validation/validateRecord'
import type { WriteContext } from '../../../engine/validation/writableRecord'
import { normalise } from '../../../engine/values'
import { useConfig, useTranslate } from '../../config'
import { EditableField } from '../../forms/record/FormField'
import { useProblemText } from '../../forms/record/resolver'
import { useKeepInput, useRestoredInput } from '../../keptInput'
import { ChangeForm } from './ChangeForm'
import type { ChangeNotices } from './useChangeNotices'

interface FieldChangeProps {
  name: OwnField
  resource: CompiledResource
  writing: WriteContext
  profile: ProfileClient
  notices: ChangeNotices
}

export function FieldChange({ name, resource, writing, profile, notices }: FieldChangeProps) {
  const translate = useTranslate()
  const field = resource.fields[name]!
  return (
    <ChangeForm
      profile={profile}
      notices={notices}
      stored={{ [name]: profile[name] }}
      resolver={useFieldResolver(name, resource, writing)}
      changeOf={entered => ({ [name]: normalise(field, entered[name]) })}
      doneText={translate('profile.done', { name: translate(field.label) })}
    >
      <RestoredField field={field} level={writing.level} />
    </ChangeForm>
  )
}

/** The field; restores input that was unsaved when the session ended. */
function RestoredField({ field, level }: { field: CompiledField; level: number }) {
  const { formState, getValues, setValue } = useFormContext()
  const { isDirty } = formState
  const key = `profile/${field.name}`
  const restored = useRestoredInput<{ value: unknown }>(key)
  useKeepInput(key, () => (isDirty ? { value: getValues(field.name) } : undefined))
  const restore = useEvent(() => restored && setValue(field.name, restored.value, { shouldDirty: true }))
  useEffect(() => void restore(), [restore])
  return <EditableField field={field} level={level} required={false} showsHelp />
}

/** The usual validation of a record, with another message for an empty value. */
function useFieldResolver(
  name: OwnField,
  resource: CompiledResource,
  writing: WriteContext,
): Resolver<FieldValues> {
  const translate = useTranslate()
  const textOf = useProblemText()
  const { password } = useConfig().app.limits
  return values => {
    const problem = validateRecord(resource, values, { ...writing, password })[name]
    const isEmpty = String(values[name] ?? '').trim() === ''
    const message = isEmpty ? translate('errors.client.ownEmpty') : problem && textOf(problem)
    return message
      ? { values: {}, errors: { [name]: { type: problem?.code ?? 'empty', message } } }
      : { values, errors: {} }
  }
}
