/** MUI's Autocomplete of one choice as a field of a form: its label, problem and help, in the user's language. */
import { Autocomplete, type AutocompleteProps, TextField, type TextFieldProps } from '@mui/material'
import { useTranslate } from 'ra-core'

type Own = Pick<TextFieldProps, 'label' | 'title' | 'placeholder' | 'required' | 'inputRef'> & {
  problem?: string
  help?: string
  /** Marked as wrong, though the sentence of it stands elsewhere. */
  invalid?: boolean
}

type ChoiceFieldProps<T> = Omit<AutocompleteProps<T, false, boolean, false>, 'renderInput' | keyof Own> & Own

export function ChoiceField<T>({
  label,
  title,
  placeholder,
  required,
  inputRef,
  problem,
  help,
  invalid = false,
  ...props
}: ChoiceFieldProps<T>) {
  const translate = useTranslate()
  return (
    <Autocomplete
      fullWidth
      loadingText={translate('shell.loading')}
      noOptionsText={translate('forms.input.nothing')}
      openText={translate('forms.input.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      {...props}
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
