/**
 * Text, url, password and number of an order method. The material renderers show no placeholder (a method's `Holder`), and
 * report what was typed 300 ms late, so that a quick click on the run button would send the value before; hence this one.
 */

import { type ControlProps, isControl, rankWith } from '@jsonforms/core'
import { withJsonFormsControlProps } from '@jsonforms/react'
import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import { IconButton, InputAdornment, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { MethodForm } from '../../../engine/orderMethods'
import { useReport } from './report'

export type MethodOptions = MethodForm['uischema']['options'] & { help?: string; editor?: boolean }

export const textTester = rankWith(1, isControl)

const HTML_TYPES: Partial<Record<MethodOptions['input'], string>> = { url: 'url', number: 'number' }

function MethodTextControl({
  data,
  path,
  handleChange,
  errors,
  label,
  uischema,
  enabled,
  id,
  ...props
}: ControlProps) {
  const translate = useTranslate()
  const change = useReport(handleChange, path)
  const [shown, setShown] = useState(false)
  const options = uischema.options as MethodOptions
  const { schema } = props
  const secret = options.input === 'password'
  const numeric = options.input === 'number'

  return (
    <TextField
      id={id}
      fullWidth
      size="small"
      label={label}
      type={secret && !shown ? 'password' : (HTML_TYPES[options.input] ?? 'text')}
      multiline={options.input === 'multiline'}
      minRows={options.input === 'multiline' ? 3 : undefined}
      required={props.required}
      disabled={!enabled}
      value={data ?? ''}
      placeholder={options.placeholder}
      error={errors !== ''}
      helperText={errors || options.help}
      onChange={event => change(event.target.value)}
      // A wheel over a focused number would change it unseen.
      onWheel={numeric ? event => (event.target as HTMLElement).blur() : undefined}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          // A command's secret is not the user's own: the browser shall neither fill it in nor keep it.
          autoComplete: secret ? 'new-password' : 'off',
          spellCheck: false,
          ...(numeric
            ? { min: schema.minimum, max: schema.maximum, step: schema.type === 'integer' ? 1 : 'any' }
            : {}),
        },
        formHelperText: { role: errors ? 'alert' : undefined },
        input: secret
          ? {
              endAdornment: (
                <InputAdornment position="end">
                  <IconButton
                    edge="end"
                    size="small"
                    aria-pressed={shown}
                    aria-label={translate('forms.method.reveal')}
                    onClick={() => setShown(before => !before)}
                  >
                    {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
                  </IconButton>
                </InputAdornment>
              ),
            }
          : {},
      }}
    />
  )
}

export const MethodText = withJsonFormsControlProps(MethodTextControl)
