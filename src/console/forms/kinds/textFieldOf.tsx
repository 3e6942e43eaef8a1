/** The text field inside of a picker, with the form's label, problem and focus. */
import type { RefObject } from 'react'
import type { FieldInput } from './input'
import { PickerHelp } from './PickerHelp'

/** @param moment what was entered, where it has a zone */
export function textFieldOf(input: FieldInput, box: RefObject<HTMLElement | null>, moment?: string) {
  // A picker is focused at its first part; it has no single input.
  input.ref({
    focus: () =>
      box.current?.querySelector<HTMLElement>('[role="spinbutton"], input:not([aria-hidden])')?.focus(),
  })
  return {
    id: input.id,
    size: 'small',
    fullWidth: true,
    required: input.required,
    error: input.problem !== undefined,
    helperText: (input.problem || input.help || moment) && (
      <PickerHelp problem={input.problem} help={input.help} moment={moment} />
    ),
    InputLabelProps: { shrink: true },
  } as const
}
