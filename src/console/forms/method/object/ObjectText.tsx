/**
 * Text, password and number inputs within an order value of several parts. JSON Forms' material renderer is not used:
 * it reports changes 300 ms late, and mentions bounds only after they are violated.
 */
import { type ControlProps, isControl, rankWith } from '@jsonforms/core'
import { withJsonFormsControlProps } from '@jsonforms/react'
import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { parseNumber } from '../../../../domain/typed'
import { boundsSentence } from '../../../../engine/valueObject/objectForm'
import type { ValueProperty } from '../../../../engine/valueObject/schema'
import { useImeInput } from '../../../ui/controls/useImeInput'
import { useReveal } from '../../../ui/controls/useReveal'
import { useEntryChange } from './entry'

export const objectTextTester = rankWith(1, isControl)

function ObjectTextControl(props: ControlProps) {
  const { data, errors, label, schema, uischema, enabled, required, id, description } = props
  const translate = useTranslate()
  const change = useEntryChange(props)
  const secret = uischema.options?.secret === true
  const reveal = useReveal(translate('forms.method.reveal'))
  const numeric = schema.type !== 'string'
  const [typed, setTyped] = useState('')
  // Keeps the typed text while it means the same number: `1.0` must not turn into `1`.
  const shownText = numeric && parseNumber(typed) === data ? typed : String(data ?? '')
  const typing = useImeInput(shownText, text => {
    setTyped(text)
    change(numeric ? parseNumber(text) : text)
  })
  const bounds = boundsSentence(schema as ValueProperty)
  const help = [description, bounds && translate(`orders.bounds.${bounds.key}`, bounds.params)]
  return (
    <TextField
      id={id}
      fullWidth
      label={label}
      {...typing}
      type={secret ? reveal.type : 'text'}
      required={required}
      disabled={!enabled}
      error={errors !== ''}
      helperText={errors || help.filter(Boolean).join(' · ') || undefined}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          // A secret of the command is not the user's password: the browser must neither fill it in nor store it.
          autoComplete: secret ? 'new-password' : 'off',
          spellCheck: false,
          ...(numeric && { inputMode: 'decimal', style: { fontVariantNumeric: 'tabular-nums' } }),
        },
        formHelperText: { role: errors ? 'alert' : undefined },
        input: secret ? { endAdornment: reveal.endAdornment } : {},
      }}
    />
  )
}

export const ObjectText = withJsonFormsControlProps(ObjectTextControl)
