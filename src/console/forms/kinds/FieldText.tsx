/**
 * The text field that most kinds of input are built on: label, value, and the problem or help beneath.
 *
 * Instead of `TextInput`: it parses while an input method composes, so that １２００ in a number becomes 1121201200. For
 * text without parsing it would add 2.3 kB (gzip) to each form, and numbers, masks and passwords still need this one.
 */
import { TextField, type TextFieldProps } from '@mui/material'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { useComposed } from '../../ui/controls/useComposed'
import { Sentence } from '../../ui/text/Sentence'
import { type FieldInput, inputText } from './input'

export type FieldTextProps = Omit<TextFieldProps, 'slotProps'> & {
  input: FieldInput
  /** From the form's value to the text. */
  format?: (value: unknown) => string
  /** From what was typed to the form's value; the text itself when absent. */
  parse?: (text: string) => unknown
  /** Beneath the field, beside the problem: such as a button that takes something back. */
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
  const typing = useComposed(format(input.value), typed => input.change(parse(typed)))
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
        // The one validator judges, with sentences of ours: the browser does not.
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
