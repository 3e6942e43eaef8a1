/**
 * The text field that most kinds of input are built on: label, value, and the problem or help beneath.
 *
 * Instead of `TextInput`: it parses while an input method composes: １２００ in a number field becomes 1121201200.
 * With `TextInput` for plain text only, each form would be 2.3 kB (gzip) larger.
 */
import { TextField, type TextFieldProps } from '@mui/material'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { useImeInput } from '../../ui/controls/useImeInput'
import { Sentence } from '../../ui/text/Sentence'
import { type FieldInput, inputText } from './input'

export type FieldTextProps = Omit<TextFieldProps, 'slotProps'> & {
  input: FieldInput
  /** Converts the form's value to the shown text. */
  format?: (value: unknown) => string
  /** Converts typed text to the form's value. Default: the text itself. */
  parse?: (text: string) => unknown
  /** Shown below the field, after the problem, such as an undo button. */
  hint?: ReactNode
  htmlInput?: InputHTMLAttributes<HTMLInputElement>
  slotProps?: Pick<NonNullable<TextFieldProps['slotProps']>, 'input' | 'select'>
}

export function FieldText({
  input,
  format = inputText,
  parse = text => text,
  hint,
  htmlInput,
  slotProps,
  ...props
}: FieldTextProps) {
  const { problem, help, required } = input
  const typing = useImeInput(format(input.value), typed => input.change(parse(typed)))
  return (
    <TextField
      id={input.id}
      name={input.name}
      fullWidth
      label={input.label}
      placeholder={input.placeholder}
      {...typing}
      required={required}
      error={problem !== undefined}
      helperText={
        problem || hint ? (
          <>
            {problem && <Sentence text={problem} />} {hint}
          </>
        ) : (
          help || undefined
        )
      }
      inputRef={input.ref}
      onBlur={input.blur}
      {...props}
      slotProps={{
        ...slotProps,
        inputLabel: { shrink: true, required },
        // Our validator checks the value: `required` would show the browser's own messages.
        htmlInput: {
          autoComplete: 'off',
          'aria-required': required || undefined,
          required: false,
          ...htmlInput,
        },
        formHelperText: { component: 'div', role: problem ? 'alert' : undefined },
      }}
    />
  )
}
