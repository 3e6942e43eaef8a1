/** The props of all inputs, and the hooks that connect an input to its form. */
import { useEvent, useInput } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import type { CompiledField } from '../../../engine/compiled'
import { useTranslate } from '../../config'

export interface InputProps {
  field: CompiledField
  /** Whether a value is required, given the other values of the form. */
  required: boolean
  /** The number of the user's level: some choices need a higher level. */
  level: number
  /** False if the help text does not apply to the other values of the form (`helpWhen`). Default: true. */
  showsHelp?: boolean
}

const asIs = (value: unknown) => value

/** Texts in the user's language. */
interface InputTexts {
  label: string
  help?: string
  placeholder?: string
}

/** Connects an input to the form by its field in config. */
export function useFieldInput({ field, required, showsHelp = true }: InputProps) {
  const translate = useTranslate()
  const texts = {
    label: translate(field.label),
    help: showsHelp ? translate(field.help) : '',
    placeholder: translate(field.placeholder),
  }
  return useFormInput(field.name, texts, required)
}

/**
 * Connects an input to the form by a name.
 *
 * @param name within the enclosing `SourceContext`, if there is one
 */
export function useFormInput(name: string, texts: InputTexts, required = false) {
  const { trigger, setValue } = useFormContext()
  // Within a `SourceContext` (a row) the path in the form differs from the name, such as `rows.0.name`.
  const { id, field: control, fieldState, formState } = useInput({ source: name, format: asIs, parse: asIs })
  const { name: path } = control
  const problem = fieldState.error?.message
  const { submitCount, isSubmitting } = formState

  /** Takes a value from the user. A field that shows an error is validated again on every change. */
  const change = useEvent((value: unknown) => {
    control.onChange(value)
    if (fieldState.error) void trigger(path)
  })
  /**
   * Validates the field unless the form has been submitted since the blur: a submit validates all fields, and another
   * validation would overwrite the server's errors.
   */
  const validate = useEvent((countAtBlur: number) => {
    if (!isSubmitting && submitCount === countAtBlur) void trigger(path)
  })
  /** Validates the value when the user leaves the field; an empty field is validated on submit only. */
  const blur = useEvent(() => {
    control.onBlur()
    if (control.value === '' || control.value === null || control.value === undefined) return
    whenPointerIsUp(() => validate(submitCount))
  })

  return {
    id,
    name: path,
    value: control.value as unknown,
    ref: control.ref,
    change,
    blur,
    /** Sets the value without validating it. */
    setValue: useEvent((value: unknown) => setValue(path, value, { shouldDirty: true })),
    problem,
    /** The number of submits. If it grows together with a new problem, a submit found that problem. */
    submitCount,
    isDirty: formState.isDirty,
    ...texts,
    required,
  }
}

export type FieldInput = ReturnType<typeof useFormInput>

/** A form's value as the text of an input; empty for anything but texts and numbers. */
export const inputText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/**
 * Runs `act` when no pointer button is pressed. An error that appears between press and release would move the pressed
 * button away from the pointer, and the click would be lost.
 */
function whenPointerIsUp(act: () => void): void {
  if (!document.querySelector(':active')) {
    act()
    return
  }
  const released = () => {
    window.removeEventListener('pointerup', released)
    window.removeEventListener('pointercancel', released)
    // Deferred until the click was handled.
    setTimeout(act)
  }
  window.addEventListener('pointerup', released)
  window.addEventListener('pointercancel', released)
}
