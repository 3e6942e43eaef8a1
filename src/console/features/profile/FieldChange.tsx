/** One field of one's own record, changed by itself (§5: not empty, and the rules of its field). */
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'ra-core'
import { type FieldValues, FormProvider, type Resolver, useForm } from 'react-hook-form'
import type { ProfileClient } from '../../../contract/clients'
import type { CompiledResource } from '../../../engine/compiled'
import type { OwnField } from '../../../engine/ownRecord'
import { validateRecord } from '../../../engine/validateRecord'
import { normalise } from '../../../engine/values'
import type { Writing } from '../../../engine/writableRecord'
import { useConfig, useWords } from '../../config'
import { EnteredField } from '../../forms/record/FormField'
import { useProblemText } from '../../forms/record/sentences'
import { useOnce } from '../../ui/useOnce'
import { useSaveOwn } from './useProfile'
import type { Teller } from './useTeller'

interface FieldChangeProps {
  name: OwnField
  resource: CompiledResource
  writing: Writing
  profile: ProfileClient
  teller: Teller
}

export function FieldChange({ name, resource, writing, profile, teller }: FieldChangeProps) {
  const translate = useTranslate()
  const words = useWords()
  const save = useSaveOwn(profile)
  const field = resource.fields[name]!
  const resolver = useOneField(name, resource, writing)
  const form = useForm<FieldValues>({
    values: { [name]: profile[name] },
    // What is being typed outlives a fresh reading.
    resetOptions: { keepDirtyValues: true },
    resolver,
  })
  const { isSubmitting } = form.formState

  /** From a value that is stored, whatever has been typed. */
  const anew = (value: unknown) => form.reset({ [name]: value }, { keepDirtyValues: false })

  const submit = useOnce(
    form.handleSubmit(async values => {
      teller.clear()
      const value = normalise(field, values[name])
      const outcome = await save({ [name]: value }, translate('profile.done', { name: words(field.label) }))
      if (outcome.kind === 'saved') {
        anew(value)
        teller.done(translate('profile.done', { name: words(field.label) }))
        return
      }
      const message = outcome.errors[name]
      if (message) {
        form.setError(name, { type: 'server', message })
        // Once the button is free again.
        setTimeout(() => form.setFocus(name))
      }
      teller.failed(message === outcome.why ? '' : outcome.why)
    }),
  )

  return (
    <FormProvider {...form}>
      <Stack
        component="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit(event)
        }}
        sx={{ gap: 2, maxWidth: 440 }}
      >
        <EnteredField field={field} level={writing.level} required={false} helped />
        {/* The field keeps the focus: what is wrong with it would otherwise move the button away from under the click. */}
        <Stack direction="row" sx={{ gap: 1 }} onMouseDown={event => event.preventDefault()}>
          <Button type="submit" variant="contained" loading={isSubmitting}>
            {translate('profile.change')}
          </Button>
          <Button
            color="inherit"
            disabled={isSubmitting}
            onClick={() => {
              anew(profile[name])
              teller.clear()
            }}
          >
            {translate('ra.action.cancel')}
          </Button>
        </Stack>
      </Stack>
    </FormProvider>
  )
}

/** The one validator, with the profile's own sentence for an empty value. */
function useOneField(name: OwnField, resource: CompiledResource, writing: Writing): Resolver<FieldValues> {
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
