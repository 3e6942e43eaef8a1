/** The props of every kind of input, and its connection to the form. */
import { useEvent, useInput } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import type { CompiledField } from '../../../engine/compiled'
import { useTranslate } from '../../config'

export interface InputProps {
  field: CompiledField
  /** Whether a value is required, for the form's present values. */
  required: boolean
  /** The number of the user's level: some choices are not everybody's. */
  level: number
  /** False where config's help does not apply to the form's present values. */
  helped?: boolean
}

const asIs = (value: unknown) => value

/** What an input says of itself, in the user's language. */
interface InputTexts {
  label: string
  help?: string
  placeholder?: string
}

/** One field of config in the form. */
export function useFieldInput({ field, required, helped = true }: InputProps) {
  const translate = useTranslate()
  const texts = {
    label: translate(field.label),
    help: helped ? translate(field.help) : '',
    placeholder: translate(field.placeholder),
  }
  return useFormInput(field.name, texts, required)
}

/** One field of the form. */
export function useFormInput(name: string, texts: InputTexts, required = false) {
  const { trigger, setValue } = useFormContext()
  // Below a `SourceContext` its place in the form is another than its name.
  const { id, field: control, fieldState, formState } = useInput({ source: name, format: asIs, parse: asIs })
  const { name: place } = control
  const problem = fieldState.error?.message
  const { submitCount, isSubmitting } = formState

  /** A value from the user. Once it was refused, each further change is validated at once. */
  const change = useEvent((value: unknown) => {
    control.onChange(value)
    if (fieldState.error) void trigger(place)
  })
  /** Not if the form was submitted in the meantime: then everything has been validated, by the server too. */
  const validate = useEvent((since: number) => {
    if (!isSubmitting && submitCount === since) void trigger(place)
  })
  /** What was entered is validated when the user leaves the field; an empty field, only on submit. */
  const blur = useEvent(() => {
    control.onBlur()
    if (control.value === '' || control.value === null || control.value === undefined) return
    whenPointerIsUp(() => validate(submitCount))
  })

  return {
    id,
    name: place,
    value: control.value as unknown,
    ref: control.ref,
    change,
    blur,
    /** Sets the value without validating it. */
    put: useEvent((value: unknown) => setValue(place, value, { shouldDirty: true })),
    problem,
    /** The number of submits: a problem that appears together with a new number was found by a submit. */
    submitCount,
    isDirty: formState.isDirty,
    ...texts,
    required,
  }
}

export type FieldInput = ReturnType<typeof useFormInput>

/** A form's value as the text of an input. */
export const inputText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/**
 * Runs `act` once no pointer button is pressed, at once where none is. A sentence that appears while the user presses a
 * button would move that button away under the pointer, and the click would be lost.
 */
function whenPointerIsUp(act: () => void): void {
  if (!document.querySelector(':active')) {
    act()
    return
  }
  const released = () => {
    window.removeEventListener('pointerup', released)
    window.removeEventListener('pointercancel', released)
    // After the click.
    setTimeout(act)
  }
  window.addEventListener('pointerup', released)
  window.addEventListener('pointercancel', released)
}
