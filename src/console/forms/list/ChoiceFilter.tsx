/** Dropdowns above a list: choices from config, records of another resource, or yes and no. */
import { MenuItem, TextField } from '@mui/material'
import { useGetList, useResourceContext, useTranslate } from 'ra-core'
import type { CompiledFilter } from '../../../engine/compiled'
import { useConfig, useWords } from '../../config'
import { referenceMeta } from '../referenceMeta'
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

/** §2: the batches of the chosen model, shown only when there is more than one (`shownFrom` in config). */
export function ReferenceFilter({ filter, value, parent, onChange }: FilterProps) {
  const config = useConfig()
  const { resources } = config
  const listed = resources[useResourceContext() ?? '']
  const reference = filter.reference ?? filter.name
  const named = resources[reference]?.recordName ?? 'name'
  const ready = !filter.dependsOn || parent !== undefined
  const { data, isPending } = useGetList(
    reference,
    {
      pagination: { page: 1, perPage: 1000 },
      sort: { field: named, order: 'ASC' },
      filter: filter.dependsOn ? { [filter.dependsOn]: parent } : {},
      meta: referenceMeta(config, listed?.fields[filter.field ?? filter.name], reference),
    },
    { enabled: ready },
  )
  const choices = (data ?? []).map(record => ({
    value: record.id,
    label: String(record[named] ?? record.id),
  }))
  const wanted = !isUnfiltered(filter, value)
  if (!wanted && (!ready || choices.length < filter.shownFrom)) return null
  return (
    <Dropdown
      filter={filter}
      value={value}
      choices={choices}
      onChange={onChange}
      waiting={ready && isPending}
    />
  )
}

interface DropdownProps {
  filter: CompiledFilter
  value: unknown
  choices: readonly Choice[]
  onChange: (value: unknown) => void
  waiting?: boolean
}

function Dropdown({ filter, value, choices, onChange, waiting = false }: DropdownProps) {
  const words = useWords()
  const translate = useTranslate()
  const all = filter.all?.value ?? ''
  const chosen = isUnfiltered(filter, value) ? all : String(value)
  // An address may name a record that is out of reach, or whose name is still on its way.
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
      {unknown && (
        <MenuItem value={chosen}>
          {waiting ? '…' : translate('forms.filters.unknown', { value: chosen })}
        </MenuItem>
      )}
      {choices.map(choice => (
        <MenuItem key={choice.value} value={String(choice.value)}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
