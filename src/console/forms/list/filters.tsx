/** The kinds of filters above a list, and what a change of one does to the others. */
import { MenuItem, TextField } from '@mui/material'
import { useResourceContext } from 'ra-core'
import type { ComponentType } from 'react'
import type { CompiledFilter } from '../../../engine/compiled'
import { referenceSource } from '../../choices'
import { useConfig, useTranslate } from '../../config'
import { COMPACT_WIDTH, RecordPicker } from '../reference/RecordPicker'
import { useChoices } from '../reference/useChoices'
import { SearchInput } from './SearchInput'

interface FilterProps {
  filter: CompiledFilter
  value: unknown
  /** The value of the filter that this one depends on. */
  parent: unknown
  onChange: (value: unknown) => void
}

const CHOICE_WIDTH = { minWidth: 140 }

/** A text search. */
export function SearchFilter({ filter, value, onChange }: FilterProps) {
  const translate = useTranslate()
  return (
    <SearchInput
      label={translate(filter.label)}
      placeholder={translate(filter.placeholder ?? filter.label)}
      accept={filter.accept}
      value={value}
      onChange={onChange}
      sx={{ width: { xs: 1, sm: 280 } }}
    />
  )
}

/** A dropdown: the choices of config, or yes and no. */
function ChoiceFilter({ filter, value, onChange }: FilterProps) {
  const translate = useTranslate()
  const choices =
    filter.type === 'boolean'
      ? [true, false].map(yes => ({ value: yes, label: translate(yes ? 'forms.yes' : 'forms.no') }))
      : (filter.choices ?? []).map(choice => ({ value: choice.value, label: translate(choice.label) }))
  const all = useAll(filter)
  const chosen = isUnfiltered(filter, value) ? all.id : String(value)
  // An address may hold a choice that config no longer has.
  const isUnknown = chosen !== all.id && !choices.some(choice => String(choice.value) === chosen)
  return (
    <TextField
      select
      label={translate(filter.label)}
      value={chosen}
      onChange={event => onChange(choices.find(choice => String(choice.value) === event.target.value)?.value)}
      sx={CHOICE_WIDTH}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value={all.id}>{all.label}</MenuItem>
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

/**
 * By a record of another resource. §2: the batches of the chosen model, only when there is more than one (`shownFrom`).
 */
function ReferenceFilter({ filter, value, parent, onChange }: FilterProps) {
  const config = useConfig()
  const translate = useTranslate()
  const listed = config.resources[useResourceContext() ?? '']
  const reference = filter.reference ?? filter.name
  const source = referenceSource(config, listed?.fields[filter.field ?? filter.name], reference)
  const { dependsOn } = filter
  const within = !dependsOn ? {} : parent === undefined ? undefined : { [dependsOn]: parent }
  const isSet = !isUnfiltered(filter, value)
  const { total } = useChoices({ reference, source, within }, '', filter.shownFrom > 0)
  const all = useAll(filter)
  if (!isSet && (!within || total < filter.shownFrom)) return null
  return (
    <RecordPicker
      compact
      reference={reference}
      within={within}
      source={source}
      label={translate(filter.label)}
      value={isSet ? value : all.id}
      onChange={id => onChange(id === all.id ? undefined : (id ?? undefined))}
      none={all}
      unknown={id => translate('forms.filters.unknown', { value: id })}
    />
  )
}

/** A disabled dropdown, until its choices are known. */
export function FilterStandIn({ filter, value }: Pick<FilterProps, 'filter' | 'value'>) {
  const translate = useTranslate()
  const all = useAll(filter)
  // Whether these are shown is not known yet.
  if (filter.shownFrom > 0 || filter.dependsOn) return null
  return (
    <TextField
      inert
      label={translate(filter.label)}
      value={isUnfiltered(filter, value) ? all.label : ''}
      sx={filter.type === 'reference' ? COMPACT_WIDTH : CHOICE_WIDTH}
      slotProps={{ htmlInput: { readOnly: true }, inputLabel: { shrink: true } }}
    />
  )
}

export const FILTERS: Record<CompiledFilter['type'], ComponentType<FilterProps>> = {
  search: SearchFilter,
  select: ChoiceFilter,
  reference: ReferenceFilter,
  boolean: ChoiceFilter,
}

/** The choice that filters nothing. */
function useAll({ all }: CompiledFilter) {
  const translate = useTranslate()
  return { id: all?.value ?? '', label: all ? translate(all.label) : translate('forms.filters.all') }
}

export type FilterValues = Readonly<Record<string, unknown>>

/** True for a value that filters nothing: none, or the filter's own "all". */
export function isUnfiltered(filter: CompiledFilter, value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === filter.all?.value
}

/**
 * The values with one filter changed. Filters whose choices depend on it are cleared with it: a batch belongs to its
 * model (§2: batches are loaded per chosen model).
 */
export function changeFilter(
  filters: readonly CompiledFilter[],
  values: FilterValues,
  name: string,
  value: unknown,
): FilterValues {
  const filter = filters.find(one => one.name === name)
  const { [name]: _before, ...rest } = values
  const changed = !filter || isUnfiltered(filter, value) ? rest : { ...rest, [name]: value }
  return filters
    .filter(other => other.dependsOn === name && other.name in changed)
    .reduce<FilterValues>((left, other) => changeFilter(filters, left, other.name, undefined), changed)
}
