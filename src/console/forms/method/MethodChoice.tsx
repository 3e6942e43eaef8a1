/** The select of an order method of array type (§2). */
import { type ControlProps, isEnumControl, type OwnPropsOfEnum, rankWith } from '@jsonforms/core'
import { withJsonFormsEnumProps } from '@jsonforms/react'
import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { MethodOptions } from './MethodText'
import { useReport } from './report'

export const choiceTester = rankWith(2, isEnumControl)

function MethodChoiceControl(props: ControlProps & OwnPropsOfEnum) {
  const { data, path, handleChange, errors, label, uischema, enabled, id, options = [], required } = props
  const translate = useTranslate()
  const change = useReport(handleChange, path)
  const { placeholder, help } = uischema.options as MethodOptions
  return (
    <TextField
      select
      id={id}
      fullWidth
      size="small"
      label={label}
      required={required}
      disabled={!enabled}
      value={data ?? ''}
      error={errors !== ''}
      helperText={errors || help}
      onChange={event => change(event.target.value)}
      slotProps={{
        select: { displayEmpty: true },
        inputLabel: { shrink: true },
        formHelperText: { role: errors ? 'alert' : undefined },
      }}
    >
      <MenuItem value="">{placeholder || translate('forms.method.choose')}</MenuItem>
      {options.map(option => (
        <MenuItem key={String(option.value)} value={String(option.value)}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}

export const MethodChoice = withJsonFormsEnumProps(MethodChoiceControl, false)
