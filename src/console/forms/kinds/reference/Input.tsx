/** A reference to a record of another resource, searched by its name; one choice may stand for none (§2). */
import { useResourceContext, useSourceContext, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { CompiledField } from '../../../../engine/compiled'
import { isEmpty } from '../../../../engine/recordValue'
import { isNothing, nothingOf } from '../../../../engine/values'
import { useConfig, useWords } from '../../../config'
import { RecordPicker } from '../../reference/RecordPicker'
import { referenceSource } from '../../reference/referenceSource'
import { type FieldInput, type InputProps, useFieldInput } from '../input'

export function ReferenceInput(props: InputProps) {
  const { field } = props
  const { reference = '', empty } = field
  const input = useFieldInput(props)
  const words = useWords()
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
      none={empty && { id: empty.value, label: words(empty.label) }}
      first={missing && translate('forms.input.first', { name: missing })}
      placeholder={input.placeholder}
      required={input.required}
      problem={input.problem}
      help={input.help}
      inputRef={input.ref}
      onBlur={input.blur}
    />
  )
}

/**
 * What other fields narrow the choices to (`dependsOn`), and the label of the first that has no value yet. When the user changes one
 * of them, this field is emptied.
 */
function useDependence(field: CompiledField, { value, put }: FieldInput) {
  const { resources } = useConfig()
  const words = useWords()
  const { fields } = resources[useResourceContext() ?? ''] ?? {}
  const dependsOn = Object.entries(field.dependsOn ?? {})
  const { getSource } = useSourceContext()
  const others = useWatch({ name: dependsOn.map(([, own]) => getSource(own)) }) as unknown[]
  const missing = dependsOn.find(([, own], at) => {
    const other = fields?.[own]
    return other ? isNothing(other, others[at]) : isEmpty(others[at])
  })?.[1]

  // Values that come with a record, or with another version of it, are no change by the user.
  const { defaultValues } = useFormState()
  const seen = useRef({ others, defaultValues })
  useEffect(() => {
    const before = seen.current
    seen.current = { others, defaultValues }
    const changed = before.others.some((one, at) => one !== others[at])
    if (changed && before.defaultValues === defaultValues && !isNothing(field, value)) put(nothingOf(field))
  }, [others, defaultValues, field, value, put])

  const within: Readonly<Record<string, unknown>> = Object.fromEntries(
    dependsOn.map(([key], at) => [key, others[at]]),
  )
  return { within, missing: missing && (words(fields?.[missing]?.label) || missing) }
}
