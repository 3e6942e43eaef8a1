/** The active filters that no control above the list shows, each with a button that removes it. */
import { Chip } from '@mui/material'
import { useResourceContext } from 'ra-core'
import type { CompiledFilter, CompiledResource } from '../../../engine/compiled'
import { boundOf } from '../../../engine/filterBounds'
import { referenceSource } from '../../choices'
import { useConfig, useTranslate } from '../../config'
import { useChosen } from '../reference/useChoices'
import { useBoundText } from './boundText'
import { changeFilter, type FilterValues } from './filterValues'

interface FilterChipsProps {
  filters: readonly CompiledFilter[]
  /** The names of the filters that have a chip (`chipNames`). */
  names: readonly string[]
  chosen: FilterValues
  choose: (change: (values: FilterValues) => FilterValues) => void
}

export default function FilterChips({ filters, names, chosen, choose }: FilterChipsProps) {
  const resource = useConfig().resources[useResourceContext() ?? '']
  if (!resource) return null
  return (
    <>
      {names.map(name => (
        <FilterChip
          key={name}
          name={name}
          value={chosen[name]}
          filter={filters.find(other => other.name === name)}
          ranges={filters.filter(({ type }) => type === 'range')}
          resource={resource}
          onRemove={() => choose(values => changeFilter(filters, values, name, undefined))}
        />
      ))}
    </>
  )
}

interface FilterChipProps {
  name: string
  value: unknown
  filter: CompiledFilter | undefined
  ranges: readonly CompiledFilter[]
  resource: CompiledResource
  onRemove: () => void
}

function FilterChip({ name, value, filter, ranges, resource, onRemove }: FilterChipProps) {
  const config = useConfig()
  const translate = useTranslate()
  const boundText = useBoundText()
  const field = resource.fields[filter?.field ?? name]
  const bound = filter || field ? undefined : boundOf(name)
  const bounded = bound && resource.fields[bound.field]
  const reference = filter?.reference ?? field?.reference
  const emptyLabel =
    field?.empty && String(field.empty.value) === String(value) ? field.empty.label : undefined
  const record = useChosen(
    { reference: reference ?? '', source: reference && referenceSource(config, field, reference) },
    reference && !emptyLabel ? String(value) : undefined,
    id => translate('forms.filters.unknown', { value: id }),
  )
  const valueText = () => {
    if (emptyLabel) return translate(emptyLabel)
    if (record) return record.label
    if (filter?.type === 'boolean') return translate(String(value) === 'true' ? 'forms.yes' : 'forms.no')
    const choices = filter?.choices ?? field?.choices
    const choice = choices?.find(other => String(other.value) === String(value))
    return choice ? translate(choice.label) : String(value)
  }
  const text = bounded
    ? boundText(bounded, bound.side, String(value), ranges.find(range => range.field === bounded.name)?.label)
    : translate('forms.filters.is', { name: translate(filter?.label ?? field?.label), value: valueText() })
  return (
    <Chip
      size="small"
      variant="outlined"
      color="primary"
      label={text}
      aria-label={translate('forms.filters.remove', { name: text })}
      onClick={onRemove}
      onDelete={onRemove}
      sx={{ maxWidth: 1 }}
    />
  )
}
