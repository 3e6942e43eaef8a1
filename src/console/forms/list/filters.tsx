/** The inputs for each type of filter. */
import { MenuItem, TextField } from '@mui/material'
import { useResourceContext } from 'ra-core'
import type { ComponentType } from 'react'
import type { CompiledFilter } from '../../../engine/compiled'
import { referenceSource } from '../../choices'
import { useConfig, useTranslate } from '../../config'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { type FilterProps, isUnfiltered } from '../filters/filterValues'
import { COMPACT_WIDTH, RecordPicker } from '../reference/RecordPicker'
import { useChoices } from '../reference/useChoices'
import { SearchInput } from './SearchInput'

const CHOICE_WIDTH = { width: { xs: 1, sm: 144 } }

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
      sx={{ width: { xs: 1, sm: 240 } }}
    />
  )
}

/** The choices of config, or yes and no. */
export function useFilterChoices(filter: CompiledFilter) {
  const translate = useTranslate()
  return filter.type === 'boolean'
    ? [true, false].map(yes => ({ value: yes, label: translate(yes ? 'forms.yes' : 'forms.no') }))
    : (filter.choices ?? []).map(choice => ({ value: choice.value, label: translate(choice.label) }))
}

/** A dropdown of the choices. */
function ChoiceFilter({ filter, value, onChange }: FilterProps) {
  const translate = useTranslate()
  const choices = useFilterChoices(filter)
  const all = useAllChoice(filter)
  const chosen = isUnfiltered(filter, value) ? all.id : String(value)
  // The address may contain a choice that config no longer has.
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
        <MenuItem value={chosen}>
          <span>{translate('forms.filters.unknown', { value: chosen })}</span>
        </MenuItem>
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
 * A picker for a record of another resource. Hidden if there are fewer choices than `shownFrom`. §2: batches of the
 * chosen model are offered only if there is more than one.
 */
function ReferenceFilter({ filter, value, parent, onChange }: FilterProps) {
  const config = useConfig()
  const translate = useTranslate()
  const listedResource = config.resources[useResourceContext() ?? '']
  const reference = filter.reference ?? filter.name
  const source = referenceSource(config, listedResource?.fields[filter.field ?? filter.name], reference)
  const { dependsOn } = filter
  const parentFilter = dependsOn ? { [dependsOn]: parent } : {}
  // `undefined` until the filter on which this one depends has a value: there are no choices then.
  const within = dependsOn && parent === undefined ? undefined : parentFilter
  const isSet = !isUnfiltered(filter, value)
  const { total } = useChoices({ reference, source, within }, '', filter.shownFrom > 0)
  const all = useAllChoice(filter)
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
      noneChoice={all}
      labelOfUnknown={id => translate('forms.filters.unknown', { value: id })}
    />
  )
}

/** A cheap text field that looks like the filter, shown until the first paint. */
export function FilterPlaceholder({ filter, value }: Pick<FilterProps, 'filter' | 'value'>) {
  const translate = useTranslate()
  const all = useAllChoice(filter)
  // Not known yet whether these filters have enough choices to be shown.
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
  range: lazyComponent(() => import('../filters/RangeInput')),
}

/** The choice that does not filter; its id is the filter's value for "all". */
function useAllChoice({ all }: CompiledFilter) {
  const translate = useTranslate()
  return { id: all?.value ?? '', label: all ? translate(all.label) : translate('forms.filters.all') }
}
