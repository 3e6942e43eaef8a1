/** The line below an input: its problem, which screen readers announce, or else its help. */
import { FormHelperText } from '@mui/material'

interface InputHelpProps {
  /** For the `aria-describedby` of the input. */
  id?: string
  problem?: string
  help?: string
}

export function InputHelp({ id, problem, help }: InputHelpProps) {
  const text = problem ?? help
  return text ? (
    <FormHelperText id={id} error={problem !== undefined} role={problem ? 'alert' : undefined} sx={{ mx: 0 }}>
      {text}
    </FormHelperText>
  ) : null
}
