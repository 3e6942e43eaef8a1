/** One of a few choices: a dropdown, or radio buttons (`"input": "radio"`). */
import { FormControl, FormControlLabel, FormLabel, MenuItem, Radio, RadioGroup } from '@mui/material'
import { useTranslate } from 'ra-core'
import { choicesFor } from '../../../../engine/access'
import { useWords } from '../../../config'
import { FieldText } from '../FieldText'
import { InputHelp } from '../InputHelp'
import { type InputProps, shownText, useFieldInput } from '../input'

/** What this user may choose, and the present value though it may no longer be offered. */
function useOfferedChoices({ field, level }: InputProps, value: unknown) {
  const words = useWords()
  const offered = choicesFor(field, level).map(choice => ({
    value: choice.value,
    label: words(choice.label),
  }))
  const present = shownText(value)
  if (present === '' || offered.some(choice => String(choice.value) === present)) return offered
  const known = field.choices?.find(choice => String(choice.value) === present)
  return [...offered, { value: value as string | number, label: known ? words(known.label) : present }]
}

export function SelectInput(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const choices = useOfferedChoices(props, input.value)
  const chosen = shownText(input.value)
  return (
    <FieldText
      input={input}
      parse={text => choices.find(choice => String(choice.value) === text)?.value ?? null}
      select
      slotProps={{ select: { displayEmpty: true } }}
    >
      {(!props.required || chosen === '') && (
        <MenuItem value="">{input.placeholder || translate('forms.method.choose')}</MenuItem>
      )}
      {choices.map(choice => (
        <MenuItem key={choice.value} value={String(choice.value)}>
          {choice.label}
        </MenuItem>
      ))}
    </FieldText>
  )
}

export function RadioInput(props: InputProps) {
  const input = useFieldInput(props)
  const choices = useOfferedChoices(props, input.value)
  return (
    <FormControl error={input.problem !== undefined} required={props.required}>
      <FormLabel id={input.id}>{input.label}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={input.id}
        value={shownText(input.value)}
        onChange={(_, chosen) =>
          input.change(choices.find(choice => String(choice.value) === chosen)?.value ?? null)
        }
        onBlur={input.blur}
      >
        {choices.map((choice, at) => (
          <FormControlLabel
            key={choice.value}
            value={String(choice.value)}
            label={choice.label}
            control={<Radio size="small" slotProps={at === 0 ? { input: { ref: input.ref } } : undefined} />}
          />
        ))}
      </RadioGroup>
      <InputHelp problem={input.problem} help={input.help} />
    </FormControl>
  )
}
