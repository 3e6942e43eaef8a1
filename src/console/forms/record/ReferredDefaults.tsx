/** Defaults that come from a record which a reference leads to: filled in once it is chosen, until the user writes something else. */
import { useGetOne } from 'ra-core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import { partsOf } from '../../../engine/expressions/expression'
import { isNothing, nothingOf } from '../../../engine/values'
import { defaultOf, type Writing } from '../../../engine/writableRecord'
import type { Values } from './formValues'

interface ReferredDefaultsProps {
  resource: CompiledResource
  writing: Writing
  /** The path of the values in the form, if they are not at its top. */
  below?: string
}

/** The name of the reference field that the default of a field reads from. */
const referenceInDefault = ({ defaultExpression }: CompiledField): string | undefined =>
  defaultExpression &&
  partsOf(defaultExpression).flatMap(part => (part.op === 'referenced' ? [part.from] : []))[0]

export function ReferredDefaults({ resource, writing, below }: ReferredDefaultsProps) {
  if (writing.action !== 'create') return null
  return Object.values(resource.fields).flatMap(field => {
    const reference = resource.fields[referenceInDefault(field) ?? '']
    return reference ? [<ReferredDefault key={field.name} {...{ field, reference, writing, below }} />] : []
  })
}

function ReferredDefault({
  field,
  reference,
  writing,
  below,
}: {
  field: CompiledField
  reference: CompiledField
  writing: Writing
  below: string | undefined
}) {
  const { getValues, setValue } = useFormContext()
  const pathOf = ({ name }: CompiledField) => (below ? `${below}.${name}` : name)
  const path = pathOf(field)
  /** The last value that was filled in: while the field still has it, the user has not changed it. */
  const filled = useRef<unknown>(getValues(path))
  const chosen: unknown = useWatch({ name: pathOf(reference) })
  const isChosen = !isNothing(reference, chosen)
  const { data } = useGetOne(
    reference.reference!,
    { id: chosen as string | number },
    { enabled: isChosen, retry: false },
  )
  const record = isChosen ? data : undefined
  const fill = useEffectEvent(() => {
    if (JSON.stringify(getValues(path)) !== JSON.stringify(filled.current)) return
    const begun = defaultOf(field, {
      ...writing,
      record: (below ? getValues(below) : getValues()) as Values,
      referenced: { [reference.name]: record },
    })
    filled.current = begun?.value ?? nothingOf(field)
    setValue(path, filled.current, { shouldDirty: true })
  })
  useEffect(() => {
    if (record) fill()
  }, [record])
  return null
}
