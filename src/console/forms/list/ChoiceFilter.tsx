/** A dropdown above a list: the choices of config, or yes and no. */
import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useWords } from '../../config'
import { type FilterProps, isUnfiltered } from './filterValues'

export function ChoiceFilter({ filter, value, onChange }: FilterProps) {
  const words = useWords()
  const translate = useTranslate()
  const choices =
    filter.type === 'boolean'
      ? [true, false].map(yes => ({ value: yes, label: translate(yes ? 'forms.yes' : 'forms.no') }))
      : (filter.choices ?? []).map(choice => ({ value: choice.value, label: words(choice.label) }))
  const all = filter.all?.value ?? ''
  const chosen = isUnfiltered(filter, value) ? all : String(value)
  // An address may hold a choice that config no longer has.
  const isUnknown = chosen !== all && !choices.some(choice => String(choice.value) === chosen)
  return (
    <TextField
      select
      size="small"
      label={words(filter.label)}
      value={chosen}
      onChange={event => onChange(choices.find(choice => String(choice.value) === event.target.value)?.value)}
      sx={{ minWidth: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value={all}>{filter.all ? words(filter.all.label) : translate('forms.filters.all')}</MenuItem>
      {isUnknown && (
        <MenuItem value={chosen}>{translate('forms.filters.unknown', { value: chosen })}</MenuItem>
      )}
      {choices.map(choice => (
        <MenuItem key={String(choice.value)} value={String(choice.value)}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
