/**
 * Text, url, password and number of an order method. Not JSON Forms' material renderers: they show no placeholder (a method's
 * `Holder`), and report what was typed 300 ms late, so that a quick click on the run button would send the earlier value.
 */
import { type ControlProps, isControl, rankWith } from '@jsonforms/core'
import { withJsonFormsControlProps } from '@jsonforms/react'
import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { MethodForm } from '../../../engine/orderMethods'
import { RevealButton } from '../../ui/RevealButton'
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
      // Turning the wheel over a focused number would change it unnoticed.
      onWheel={numeric ? event => (event.target as HTMLElement).blur() : undefined}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          // A command's secret is not the user's password: the browser must neither fill it in nor store it.
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
                <RevealButton
                  label={translate('forms.method.reveal')}
                  shown={shown}
                  onToggle={() => setShown(before => !before)}
                />
              ),
            }
          : {},
      }}
    />
  )
}

export const MethodText = withJsonFormsControlProps(MethodTextControl)
