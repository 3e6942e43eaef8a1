/** One of several that are all there, looked through as one types. */
import { Autocomplete, Box, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

export interface Option {
  id: string | number
  label: string
  /** Beside the name, such as how many devices. */
  hint?: string
}

interface DropdownProps {
  label: string
  options: readonly Option[]
  /** Empty or 0 for none. */
  value: string | number
  onChange: (id: string | number | undefined) => void
  placeholder?: string
  help?: string
  problem?: string
  invalid?: boolean
  disabled?: boolean
  waiting?: boolean
  required?: boolean
}

export function Dropdown(props: DropdownProps) {
  const { label, options, value, onChange, placeholder, help, problem, disabled, waiting, required } = props
  const translate = useTranslate()
  const none = value === '' || value === 0
  const found = options.find(option => option.id === value)
  // Its name may be on its way; what is chosen is said all the same.
  const name = found?.label ?? (waiting ? '\u2026' : String(value))
  // The same object as long as it is the same choice: another one would take back what is being typed.
  const chosen = useMemo(() => (none ? null : { id: value, label: name }), [none, value, name])
  const invalid = problem !== undefined || props.invalid === true
  return (
    <Autocomplete<Option>
      fullWidth
      options={[...options]}
      value={chosen}
      disabled={disabled}
      loading={waiting}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionLabel={option => option.label}
      getOptionKey={option => option.id}
      loadingText={translate('shell.loading')}
      noOptionsText={translate('forms.input.nothing')}
      openText={translate('forms.input.open')}
      closeText={translate('ra.action.close')}
      clearText={translate('ra.action.clear_input_value')}
      onChange={(_, option) => onChange(option?.id)}
      renderOption={({ key, ...option }, { label: text, hint }) => (
        <Box component="li" key={key} {...option} sx={{ justifyContent: 'space-between !important', gap: 2 }}>
          <span>{text}</span>
          {hint && (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 12, whiteSpace: 'nowrap' }}>
              {hint}
            </Box>
          )}
        </Box>
      )}
      renderInput={params => (
        <TextField
          {...params}
          label={label}
          placeholder={placeholder ?? translate('forms.method.choose')}
          required={required}
          error={invalid}
          helperText={problem ?? help}
          slotProps={{
            inputLabel: { ...params.InputLabelProps, shrink: true },
            htmlInput: { ...params.inputProps, required: false, 'aria-required': required || undefined },
          }}
        />
      )}
    />
  )
}
