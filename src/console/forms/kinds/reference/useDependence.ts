/** References whose choices follow what another field has (`dependsOn` of config). */
import { useResourceContext, useSourceContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { CompiledField } from '../../../../engine/compiled'
import { fixedNarrowing } from '../../../../engine/fields/narrowing'
import { isEmpty } from '../../../../engine/recordValue'
import { emptyValueOf, isNothing } from '../../../../engine/values'
import { useConfig, useTranslate } from '../../../config'
import type { FieldInput } from '../input'

/**
 * What other fields narrow the choices to (`dependsOn`), and the label of the first that has no value yet. When the
 * user changes one of them, this field is emptied.
 */
export function useDependence(field: CompiledField, { value, put }: FieldInput) {
  const { resources, levels } = useConfig()
  const translate = useTranslate()
  const resource = useResourceContext() ?? ''
  const { fields } = resources[resource] ?? {}
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
    if (changed && before.defaultValues === defaultValues && !isNothing(field, value))
      put(emptyValueOf(field))
  }, [others, defaultValues, field, value, put])

  const vendor: unknown = useWatch({ name: getSource('vendor') })
  const within: Readonly<Record<string, unknown>> = {
    ...fixedNarrowing(resource, field.name, { levels: levels.numbers, vendor }),
    ...Object.fromEntries(dependsOn.map(([key], at) => [key, others[at]])),
  }
  return { within, missing: missing && (translate(fields?.[missing]?.label) || missing) }
}
