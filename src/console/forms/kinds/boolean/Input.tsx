/**
 * A switch for a boolean.
 *
 * Instead of `BooleanInput`: its help and error are not linked to the switch (WCAG 1.3.1), and the error has no role
 * (WCAG 4.1.3).
 */
import { FormControl, FormControlLabel, Switch } from '@mui/material'
import { InputHelp } from '../InputHelp'
import { type InputProps, useFieldInput } from '../input'

export function SwitchInput(props: InputProps) {
  const { id, label, value, change, blur, ref, problem, help } = useFieldInput(props)
  const describedBy = problem || help ? `${id}help` : undefined
  return (
    <FormControl error={problem !== undefined}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={value === true}
            onChange={(_, checked) => change(checked)}
            onBlur={blur}
            slotProps={{ input: { ref, role: 'switch', 'aria-describedby': describedBy } }}
          />
        }
      />
      <InputHelp id={describedBy} problem={problem} help={help} />
    </FormControl>
  )
}
