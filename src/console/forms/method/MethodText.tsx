/**
 * Text, URL, password and number inputs of an order method. JSON Forms' material renderers are not used: they show no
 * placeholder (a method's `Holder`), and report changes 300 ms late, so that a quick click on the run button would send
 * the previous value.
 */
import { type ControlProps, isControl, rankWith } from '@jsonforms/core'
import { withJsonFormsControlProps } from '@jsonforms/react'
import { TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useReveal } from '../../ui/controls/useReveal'
import { changeHandlerOf, type MethodOptions, optionsOf } from './methodControl'

export const textTester = rankWith(1, isControl)

const HTML_TYPES: Partial<Record<MethodOptions['input'], string>> = { url: 'url', number: 'number' }

function MethodTextControl(props: ControlProps) {
  const { data, errors, label, schema, uischema, enabled, required, id } = props
  const translate = useTranslate()
  const change = changeHandlerOf(props)
  const reveal = useReveal(translate('forms.method.reveal'))
  const options = optionsOf(uischema)
  const secret = options.input === 'password'
  const numeric = options.input === 'number'

  return (
    <TextField
      id={id}
      fullWidth
      label={label}
      type={secret ? reveal.type : (HTML_TYPES[options.input] ?? 'text')}
      multiline={options.input === 'multiline'}
      minRows={options.input === 'multiline' ? 3 : undefined}
      required={required}
      disabled={!enabled}
      value={data ?? ''}
      placeholder={options.placeholder}
      error={errors !== ''}
      helperText={errors || options.help}
      onChange={event => change(event.target.value)}
      // The mouse wheel would change a focused number unnoticed.
      onWheel={numeric ? event => (event.target as HTMLElement).blur() : undefined}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          // A method's secret value is not the user's password: the browser must neither fill it in nor store it.
          autoComplete: secret ? 'new-password' : 'off',
          spellCheck: false,
          ...(numeric
            ? { min: schema.minimum, max: schema.maximum, step: schema.type === 'integer' ? 1 : 'any' }
            : {}),
        },
        formHelperText: { role: errors ? 'alert' : undefined },
        input: secret ? { endAdornment: reveal.endAdornment } : {},
      }}
    />
  )
}

export const MethodText = withJsonFormsControlProps(MethodTextControl)
