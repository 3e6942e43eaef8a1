/** Dropdowns above a list: choices from config, or yes and no. */
import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { CompiledFilter } from '../../../engine/compiled'
import { useWords } from '../../config'
import type { FilterProps } from './filterProps'
import { isUnfiltered } from './filterValues'

interface Choice {
  value: string | number
  label: string
}

export function ChoiceFilter({ filter, value, onChange }: FilterProps) {
  const words = useWords()
  const choices = (filter.choices ?? []).map(choice => ({ value: choice.value, label: words(choice.label) }))
  return <Dropdown filter={filter} value={value} choices={choices} onChange={onChange} />
}

export function YesNoFilter({ filter, value, onChange }: FilterProps) {
  const translate = useTranslate()
  const choices = [
    { value: 'true', label: translate('forms.yes') },
    { value: 'false', label: translate('forms.no') },
  ]
  return (
    <Dropdown
      filter={filter}
      value={value === undefined ? value : String(value)}
      choices={choices}
      onChange={chosen => onChange(chosen === undefined ? undefined : chosen === 'true')}
    />
  )
}

interface DropdownProps {
  filter: CompiledFilter
  value: unknown
  choices: readonly Choice[]
  onChange: (value: unknown) => void
}

function Dropdown({ filter, value, choices, onChange }: DropdownProps) {
  const words = useWords()
  const translate = useTranslate()
  const all = filter.all?.value ?? ''
  const chosen = isUnfiltered(filter, value) ? all : String(value)
  // An address may name a choice that config no longer has.
  const unknown = chosen !== all && !choices.some(choice => String(choice.value) === chosen)
  return (
    <TextField
      select
      size="small"
      label={words(filter.label)}
      value={chosen}
      onChange={event => {
        const found = choices.find(choice => String(choice.value) === event.target.value)
        onChange(found?.value)
      }}
      sx={{ minWidth: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value={all}>{filter.all ? words(filter.all.label) : translate('forms.filters.all')}</MenuItem>
      {unknown && <MenuItem value={chosen}>{translate('forms.filters.unknown', { value: chosen })}</MenuItem>}
      {choices.map(choice => (
        <MenuItem key={choice.value} value={String(choice.value)}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
