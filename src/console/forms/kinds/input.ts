/** What the input of every kind is given, and its place in the form: value, change, what is wrong. */
import { useEvent } from 'ra-core'
import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { CompiledField } from '../../../engine/compiled'
import { useWords } from '../../config'
import { whenReleased } from './whenReleased'

export interface InputProps {
  field: CompiledField
  /** Whether something must be entered, as things stand in the form. */
  required: boolean
  /** The number of the user's level: some choices are not everybody's. */
  level: number
  /** False where config's help does not apply, as things stand. */
  helped?: boolean
}

/** One field of the form. `name` where it is not the field's own, as for the second entry of a password. */
export function useFieldInput(
  { field, required, helped = true }: Omit<InputProps, 'level'>,
  name = field.name,
) {
  const words = useWords()
  const id = useId()
  const { trigger, setValue } = useFormContext()
  const { field: control, fieldState, formState } = useController({ name })
  const problem = fieldState.error?.message
  const { submitCount, isSubmitting } = formState

  /** A value from the user. Once something was wrong, it is judged again at once. */
  const change = useEvent((value: unknown) => {
    control.onChange(value)
    if (fieldState.error) void trigger(name)
  })
  /** Unless the form was sent meanwhile: then it has been judged as a whole, by the server too. */
  const judge = useEvent((since: number) => {
    if (!isSubmitting && submitCount === since) void trigger(name)
  })
  /** What was entered is judged when the user goes on; what is empty, only when it is saved. */
  const blur = useEvent(() => {
    control.onBlur()
    if (control.value === '' || control.value === null || control.value === undefined) return
    whenReleased(() => judge(submitCount))
  })

  return {
    id,
    name,
    value: control.value as unknown,
    ref: control.ref,
    change,
    blur,
    /** Sets the value without judging it. */
    put: useEvent((value: unknown) => setValue(name, value, { shouldDirty: true })),
    problem,
    /** How often the form was sent; a new number means that what is wrong was found by sending. */
    attempts: submitCount,
    isDirty: formState.isDirty,
    label: words(field.label),
    help: helped ? words(field.help) : '',
    placeholder: words(field.placeholder),
    required,
  }
}

export type FieldInput = ReturnType<typeof useFieldInput>

/** A form's value as the text of an input. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
