/** Several of a few choices. */
import { Checkbox, ListItemText, MenuItem } from '@mui/material'
import { choicesFor } from '../../../../engine/access'
import { useWords } from '../../../config'
import { FieldText } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'

type Value = string | number

export function MultiSelectInput(props: InputProps) {
  const input = useFieldInput(props)
  const words = useWords()
  const values = Array.isArray(input.value) ? (input.value as Value[]) : []
  const offered = choicesFor(props.field, props.level).map(({ value, label }) => ({
    value,
    label: words(label),
  }))
  // Values that config no longer offers are shown, so that they can be removed.
  const obsolete = values.filter(value => !offered.some(choice => choice.value === value))
  const choices = [...offered, ...obsolete.map(value => ({ value, label: String(value) }))]
  const labelOf = (value: Value) => choices.find(choice => choice.value === value)?.label ?? value

  return (
    <FieldText
      input={input}
      select
      value={values}
      onChange={event => input.change(event.target.value)}
      slotProps={{
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: chosen => (chosen as Value[]).map(labelOf).join(', ') || input.placeholder,
        },
      }}
    >
      {choices.map(choice => (
        <MenuItem key={choice.value} value={choice.value} dense>
          <Checkbox size="small" checked={values.includes(choice.value)} tabIndex={-1} />
          <ListItemText primary={choice.label} />
        </MenuItem>
      ))}
    </FieldText>
  )
}
