/** MUI's Autocomplete for one choice, with label, help and error, and its texts in the user's language. */
import { Autocomplete, type AutocompleteProps, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { Ref } from 'react'

export interface ChoiceFieldProps<T>
  extends Omit<AutocompleteProps<T, false, boolean, false>, 'renderInput' | 'onChange'> {
  label: string
  onChange: (choice: T | null) => void
  placeholder?: string
  help?: string
  problem?: string
  /** Marked as invalid without `problem`: the message is shown elsewhere. */
  invalid?: boolean
  required?: boolean
  inputRef?: Ref<HTMLInputElement>
}

export function ChoiceField<T>(props: ChoiceFieldProps<T>) {
  const { label, title, placeholder, onChange, help, problem, invalid, required, inputRef, ...rest } = props
  const translate = useTranslate()
  return (
    <Autocomplete
      fullWidth
      loadingText={translate('shell.loading')}
      noOptionsText={translate('forms.input.nothing')}
      openText={translate('forms.input.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      {...rest}
      onChange={(_, choice) => onChange(choice)}
      renderInput={params => (
        <TextField
          {...params}
          label={label}
          title={title}
          placeholder={placeholder || translate('forms.method.choose')}
          required={required}
          error={problem !== undefined || invalid}
          helperText={problem ?? (help || undefined)}
          inputRef={inputRef}
          slotProps={{
            inputLabel: { ...params.InputLabelProps, shrink: true },
            htmlInput: { ...params.inputProps, required: false, 'aria-required': required || undefined },
            formHelperText: { role: problem ? 'alert' : undefined },
          }}
        />
      )}
    />
  )
}
