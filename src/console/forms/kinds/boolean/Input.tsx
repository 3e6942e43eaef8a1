/** Yes or no, as a switch. */
import { FormControl, FormControlLabel, FormHelperText, Switch } from '@mui/material'
import { type InputProps, useFieldInput } from '../input'

export function SwitchInput(props: InputProps) {
  const { id, label, value, change, blur, ref, problem, help } = useFieldInput(props)
  const text = problem ?? help
  return (
    <FormControl error={problem !== undefined}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={value === true}
            onChange={(_, checked) => change(checked)}
            onBlur={blur}
            slotProps={{ input: { ref, role: 'switch', 'aria-describedby': text ? `${id}help` : undefined } }}
          />
        }
      />
      {text && (
        <FormHelperText id={`${id}help`} role={problem ? 'alert' : undefined} sx={{ mx: 0 }}>
          {text}
        </FormHelperText>
      )}
    </FormControl>
  )
}
