/** A filter by a record of another resource. §2: the batches of the chosen model, only when there is more than one (`shownFrom`). */
import { useResourceContext, useTranslate } from 'ra-core'
import { useConfig, useWords } from '../../config'
import { RecordPicker } from '../reference/RecordPicker'
import { referenceSource } from '../reference/referenceSource'
import { useChoices } from '../reference/useChoices'
import { type FilterProps, isUnfiltered } from './filterValues'

export function ReferenceFilter({ filter, value, parent, onChange }: FilterProps) {
  const config = useConfig()
  const words = useWords()
  const translate = useTranslate()
  const listed = config.resources[useResourceContext() ?? '']
  const reference = filter.reference ?? filter.name
  const source = referenceSource(config, listed?.fields[filter.field ?? filter.name], reference)
  const isReady = !filter.dependsOn || parent !== undefined
  const within = !isReady ? undefined : filter.dependsOn ? { [filter.dependsOn]: parent } : {}
  const isSet = !isUnfiltered(filter, value)
  const { total } = useChoices({ reference, source, within }, '', filter.shownFrom > 0)
  if (!isSet && (!isReady || total < filter.shownFrom)) return null

  const all = filter.all?.value ?? ''
  return (
    <RecordPicker
      compact
      reference={reference}
      within={within}
      source={source}
      label={words(filter.label)}
      value={isSet ? value : all}
      onChange={id => onChange(id === all ? undefined : (id ?? undefined))}
      none={{ id: all, label: filter.all ? words(filter.all.label) : translate('forms.filters.all') }}
      unknown={id => translate('forms.filters.unknown', { value: id })}
    />
  )
}
