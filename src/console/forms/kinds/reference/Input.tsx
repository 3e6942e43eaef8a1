/** Inputs for references to records of another resource, which are searched by name. */
import { referenceSource } from '../../../choices'
import { useConfig, useTranslate } from '../../../config'
import { RecordPicker } from '../../reference/RecordPicker'
import { RecordsPicker } from '../../reference/RecordsPicker'
import { type InputProps, useFieldInput } from '../input'
import { useDependence } from './useDependence'

/** One record. Config may add a choice for "no record" (`empty`, §2). */
export function ReferenceInput(props: InputProps) {
  const { field } = props
  const { reference = '', empty } = field
  const input = useFieldInput(props)
  const translate = useTranslate()
  const source = referenceSource(useConfig(), field, reference)
  const { within, missing } = useDependence(field, input)
  return (
    <RecordPicker
      id={input.id}
      reference={reference}
      within={missing ? undefined : within}
      source={source}
      label={input.label}
      value={input.value}
      onChange={input.change}
      noneChoice={empty && { id: empty.value, label: translate(empty.label) }}
      prerequisite={missing && translate('forms.input.first', { name: missing })}
      placeholder={input.placeholder}
      required={input.required}
      problem={input.problem}
      help={input.help}
      inputRef={input.ref}
      onBlur={input.blur}
    />
  )
}

/** Several records. */
export function ReferencesInput(props: InputProps) {
  const { field } = props
  const { reference = '', max } = field
  const input = useFieldInput(props)
  const translate = useTranslate()
  const source = referenceSource(useConfig(), field, reference)
  const { within, missing } = useDependence(field, input)
  return (
    <RecordsPicker
      id={input.id}
      reference={reference}
      within={missing ? undefined : within}
      source={source}
      label={input.label}
      values={Array.isArray(input.value) ? (input.value as (string | number)[]) : []}
      onChange={input.change}
      maxRecords={max}
      prerequisite={missing && translate('forms.input.first', { name: missing })}
      placeholder={input.placeholder}
      required={input.required}
      problem={input.problem}
      help={input.help}
      inputRef={input.ref}
      onBlur={input.blur}
    />
  )
}
