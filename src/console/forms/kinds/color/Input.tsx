/** A colour, typed or picked with the browser's colour picker. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { ChangeEvent } from 'react'
import { FieldText } from '../FieldText'
import { type InputProps, inputText, useFieldInput } from '../input'

export function ColorInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const text = inputText(input.value)
  const picker = (
    <Box
      component="input"
      type="color"
      aria-label={translate('forms.input.pick', { name: input.label })}
      // The browser's picker accepts `#rrggbb` only.
      value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#000000'}
      onChange={(event: ChangeEvent<HTMLInputElement>) => input.change(event.target.value)}
      sx={{ width: 32, height: 24, p: 0, mr: 1, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
    />
  )
  return (
    <FieldText
      input={{ ...input, placeholder: input.placeholder || '#1A2B3C' }}
      slotProps={{ input: { startAdornment: picker } }}
    />
  )
}
