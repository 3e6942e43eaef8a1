/** A field that is typed into: label, value, what is wrong or what helps; the ground of most inputs. */
import { TextField, type TextFieldProps } from '@mui/material'
import type { ReactNode } from 'react'
import { useComposed } from '../../ui/useComposed'
import { type FieldInput, shownText } from './input'

interface FieldTextProps {
  input: FieldInput
  /** In place of the form's value. */
  text?: string
  /** What is kept of what was typed; the text itself, when absent. */
  parse?: (text: string) => unknown
  /** Beside the sentence of what is wrong, such as a way back. */
  aside?: ReactNode
  /** What else the text field takes. */
  more?: TextFieldProps
  children?: ReactNode
}

export function FieldText({ input, text, parse, aside, more = {}, children }: FieldTextProps) {
  const { problem, help } = input
  const { slotProps, ...rest } = more
  const typing = useComposed(text ?? shownText(input.value), typed =>
    input.change(parse ? parse(typed) : typed),
  )
  return (
    <TextField
      id={input.id}
      name={input.name}
      fullWidth
      label={input.label}
      placeholder={input.placeholder}
      {...typing}
      required={input.required}
      error={problem !== undefined}
      helperText={
        problem || aside ? (
          <>
            {problem} {aside}
          </>
        ) : (
          help || undefined
        )
      }
      inputRef={input.ref}
      onBlur={input.blur}
      {...rest}
      slotProps={{
        ...slotProps,
        inputLabel: { shrink: true, required: input.required, ...(slotProps?.inputLabel as object) },
        // Judged by the one validator, in sentences of ours.
        htmlInput: {
          autoComplete: 'off',
          'aria-required': input.required || undefined,
          required: false,
          ...(slotProps?.htmlInput as object),
        },
        formHelperText: {
          component: 'div',
          role: problem ? 'alert' : undefined,
          ...(slotProps?.formHelperText as object),
        },
      }}
    >
      {children}
    </TextField>
  )
}
