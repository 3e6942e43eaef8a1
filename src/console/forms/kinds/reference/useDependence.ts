/** References whose choices depend on the values of other fields (`dependsOn` of config). */
import { useResourceContext, useSourceContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { CompiledField } from '../../../../engine/compiled'
import { acceptedRecordsFilter } from '../../../../engine/fields/acceptedRecords'
import { isEmpty } from '../../../../engine/recordValue'
import { emptyValueOf, isEmptyValue } from '../../../../engine/values'
import { useConfig, useTranslate } from '../../../config'
import type { FieldInput } from '../input'

/**
 * Empties the field when the user changes a field on which it depends.
 *
 * @returns `within`: the filters that the choices must match; `missing`: the label of the first field that must have a
 * value before there are choices
 */
export function useDependence(field: CompiledField, { value, setValue }: FieldInput) {
  const { resources, levels } = useConfig()
  const translate = useTranslate()
  const resource = useResourceContext() ?? ''
  const { fields } = resources[resource] ?? {}
  const parents = Object.entries(field.dependsOn ?? {}).map(([filter, name]) => ({ filter, name }))
  const { getSource } = useSourceContext()
  const parentValues = useWatch({ name: parents.map(({ name }) => getSource(name)) }) as unknown[]
  const emptyParent = parents.find(({ name }, index) => {
    const parentField = fields?.[name]
    return parentField ? isEmptyValue(parentField, parentValues[index]) : isEmpty(parentValues[index])
  })?.name

  // A change of `defaultValues` means that a record was loaded: that is not a change by the user.
  const { defaultValues } = useFormState()
  const previous = useRef({ parentValues, defaultValues })
  useEffect(() => {
    const before = previous.current
    previous.current = { parentValues, defaultValues }
    const changed = before.parentValues.some((value, index) => value !== parentValues[index])
    if (changed && before.defaultValues === defaultValues && !isEmptyValue(field, value))
      setValue(emptyValueOf(field))
  }, [parentValues, defaultValues, field, value, setValue])

  const vendor: unknown = useWatch({ name: getSource('vendor') })
  const within: Readonly<Record<string, unknown>> = {
    ...acceptedRecordsFilter(resource, field.name, { levels: levels.numbers, vendor }),
    ...Object.fromEntries(parents.map(({ filter }, index) => [filter, parentValues[index]])),
  }
  const missing = emptyParent && (translate(fields?.[emptyParent]?.label) || emptyParent)
  return { within, missing }
}
